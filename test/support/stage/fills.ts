import { ONE, type Outcome, type Side } from '../../../src/domain/index.ts'
import type { StageWallet } from './host.ts'
import type { Stage } from './stage.ts'
import { named, type Terms, tradeOn } from './traders.ts'

/** A taker against many makers: which kinds of order meet. */
export interface FillCase {
  readonly label: string
  readonly maker: readonly [Side, Outcome]
  readonly taker: readonly [Side, Outcome]
}

export const fillCases: readonly FillCase[] = [
  { label: 'transfer, resting sells', maker: ['sell', 'yes'], taker: ['buy', 'yes'] },
  { label: 'transfer, resting buys', maker: ['buy', 'yes'], taker: ['sell', 'yes'] },
  { label: 'mint, resting buys', maker: ['buy', 'no'], taker: ['buy', 'yes'] },
  { label: 'merge, resting sells', maker: ['sell', 'no'], taker: ['sell', 'yes'] },
]

export interface FillMeasure {
  /** Gas of the same order with one fill and with all of them. */
  readonly gasOfOne: number
  readonly gasOfAll: number
  readonly perFurtherFill: number
  readonly fills: number
  readonly txId: string
}

/**
 * Lets as many makers rest as there are, at one price or each at its own, and sends a taker through all of them. Prices
 * are nine apart, so no two levels share a word of queues: the dearest way to lie.
 */
export async function measureFills(
  stage: Stage,
  fillCase: FillCase,
  options: { readonly makers: readonly StageWallet[]; readonly taker: StageWallet; readonly across: boolean },
): Promise<FillMeasure> {
  const market = await stage.openMarket()
  const { order, place, mintPair } = tradeOn(stage, market)
  const { makers, taker, across } = options
  const count = makers.length
  const [makerSide, makerOutcome] = fillCase.maker
  const [takerSide, takerOutcome] = fillCase.taker
  const [stock] = await stage.wallets(1)
  // The taker's position exists already, or its first fill would cost an entry more than the others.
  await place(taker, { timeInForce: 'ioc' })
  if (takerSide === 'sell') await mintPair(taker, stock!, BigInt(count) * ONE)
  if (makerSide === 'sell') {
    await place(stock!, { outcome: makerOutcome === 'yes' ? 'no' : 'yes', quantity: BigInt(count) * ONE })
    for (const maker of makers) await place(maker, { outcome: makerOutcome })
  }
  for (const [i, maker] of makers.entries())
    await place(maker, { side: makerSide, outcome: makerOutcome, price: across ? 50 + 9 * i : 500 })

  const terms = (quantity: bigint): Terms => ({
    side: takerSide,
    outcome: takerOutcome,
    price: takerSide === 'buy' ? 999 : 1,
    quantity,
    timeInForce: 'ioc',
  })
  const one = await stage.send(taker, order(terms(ONE)))
  const all = await stage.send(taker, order(terms(BigInt(count - 1) * ONE)))
  const fills = named(all.events).filter((event) => event.type === 'OrderFilled').length
  return {
    gasOfOne: one.gasAmount,
    gasOfAll: all.gasAmount,
    perFurtherFill: Math.ceil((all.gasAmount - one.gasAmount) / (fills - 1)),
    fills,
    txId: all.txId,
  }
}
