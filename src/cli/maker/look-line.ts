import { sideTotals } from '../../domain/index.ts'
import type { Amounts } from '../user/amounts.ts'
import { type Cell, priceOf, tableOf, timeOf, widthOf } from '../user/table.ts'
import { noPaint, type Paint, type Terminal } from '../user/terminal.ts'
import type { Look } from './create-maker.ts'

/** Columns of a line where nobody says how many there are. */
const LINE_MAX = 80

const meanings = {
  ended: 'trading is over',
  waits: 'others quote too little on a side to have a middle',
  withdrew: 'the quotes are taken back',
} as const

/** A look in one line. What does not fit is left out: the fair price, the title's end, and then what is held. */
export function lookLine(
  { did, fair, position, orders, atMs }: Look,
  title: string,
  {
    amounts,
    terminal,
  }: { readonly amounts: Amounts; readonly terminal: Pick<Terminal, 'width' | 'paint' | 'nowMs'> },
): string {
  const { bid, ask } = sideTotals(orders)
  const shown = (side: ReadonlyMap<number, bigint>): string =>
    [...side]
      .map(([price, quantity]) => `${amounts.amountOf(String(quantity))} at ${priceOf(price)}`)
      .join() || '–'
  const what: Cell[] =
    did === 'quoted' || did === 'kept' || did === 'took'
      ? [
          [`bid ${shown(bid)}`, 'good'],
          [`ask ${shown(ask)}`, 'bad'],
          `fair ${fair === null ? '–' : priceOf(fair)}`,
        ]
      : [meanings[did]]
  const row: Cell[] = [
    atMs === null ? '–' : timeOf(atMs, terminal),
    ...what,
    `holds ${amounts.amountOf(String(position))}`,
    [title, 'faint'],
  ]
  const [cut, width] = [row.length - 1, terminal.width ?? LINE_MAX]
  const lineWithout = (spare: readonly number[], paint: Paint): string =>
    tableOf([row], { cut, spare }, { width, paint })
  const [fewer, fewest] = [what.length > 1 ? [cut - 2] : [], what.length > 1 ? [cut - 2, cut - 1] : [cut - 1]]
  const fits = widthOf(lineWithout(fewer, noPaint)) <= width
  return lineWithout(fits ? fewer : fewest, terminal.paint)
}
