import { candleStart } from '../domain/index.ts'
import { loadRows, type Reader, type WalletTotalsRow, walletTotals } from '../store/index.ts'
import { TableSpace } from './table-space.ts'

type Sums = Pick<WalletTotalsRow, 'profit' | 'volume' | 'referralFees' | 'creatorFees' | 'submitterFees'>

/** Stands for the venue itself. */
export const VENUE = ''

const nothing: Sums = { profit: 0n, volume: 0n, referralFees: 0n, creatorFees: 0n, submitterFees: 0n }

/** What a batch adds to wallets' totals. Folds only add; where the sums stood is asked once, when the batch is written. */
export class WalletTotals {
  readonly #added: { readonly height: number; readonly row: WalletTotalsRow }[] = []
  #height = 0

  enterBlock(height: number): void {
    this.#height = height
  }

  add(wallet: string, atMs: number, sums: Partial<Sums>): void {
    if (Object.values(sums).every((sum) => sum === 0n)) return
    const row = { ...nothing, ...sums, wallet }
    this.#added.push(
      { height: this.#height, row: { ...row, interval: 'all', startMs: 0 } },
      { height: this.#height, row: { ...row, interval: '1h', startMs: candleStart('1h', atMs) } },
    )
  }

  async resolve(db: Reader, keepsImages: (height: number) => boolean): Promise<TableSpace<WalletTotalsRow>> {
    const keyOf = ({ interval, startMs, wallet }: WalletTotalsRow) => `${interval}|${startMs}|${wallet}`
    const space = new TableSpace(walletTotals, { keyOf })
    const keys = new Map(this.#added.map(({ row }) => [keyOf(row), row]))
    const wanted = [...keys.values()].map(({ interval, startMs, wallet }) => ({ interval, startMs, wallet }))
    space.load(await loadRows(db, walletTotals, ['interval', 'startMs', 'wallet'], wanted))
    for (const { height, row } of this.#added) {
      space.enterBlock(height, keepsImages(height))
      const before = space.find(keyOf(row)) ?? nothing
      space.put({
        ...row,
        profit: before.profit + row.profit,
        volume: before.volume + row.volume,
        referralFees: before.referralFees + row.referralFees,
        creatorFees: before.creatorFees + row.creatorFees,
        submitterFees: before.submitterFees + row.submitterFees,
      })
    }
    return space
  }
}
