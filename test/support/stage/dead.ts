import { quoteOrders } from '../../../src/bindings/index.ts'
import { FILLS_MAX, type Outcome, QUOTE_CANCELS_MAX, QUOTE_ORDERS_MAX } from '../../../src/domain/index.ts'
import type { StageWallet } from './host.ts'
import { FAR_MS, type Stage } from './stage.ts'
import { named, type Terms, tradeOn } from './traders.ts'

export interface DeadMeasure {
  /** Gas of the same call behind none and behind as many as a call clears. */
  readonly gasOfNone: number
  readonly gasOfAll: number
  readonly perDead: number
  readonly cleared: number
  readonly rested: number
}

/** What the dead bids were: buys that get their locks back, or sells that get their shares back. */
export const deadCases = [
  { label: 'resting buys', dead: ['buy', 'yes'] },
  { label: 'resting sells', dead: ['sell', 'no'] },
] as const

/**
 * As many dead bids as one call clears, of as many owners, in front of a post-only order of a new trader, or of the largest
 * quote: all its orders rest, most of them in new chunks of levels, and it cancels as many as it may. Prices are nine
 * apart, so no two levels share a word of queues: the dearest way to lie.
 */
export async function measureDead(
  stage: Stage,
  { dead }: (typeof deadCases)[number],
  options: { readonly owners: readonly StageWallet[]; readonly kind: 'quote' | 'post-only' },
): Promise<DeadMeasure> {
  const { owners, kind } = options
  const { unit, collateralId, host } = stage
  const gas: number[] = []
  let [cleared, rested] = [0, 0]
  for (const count of [0, FILLS_MAX]) {
    const market = await stage.openMarket()
    const { order, place, mintPair } = tradeOn(stage, market)
    const [maker, stock] = (await stage.wallets(2)) as [StageWallet, StageWallet]
    const [side, outcome] = dead
    const walls = owners.slice(0, count)
    if (side === 'sell') for (const owner of walls) await mintPair(stock, owner, unit)
    const own = (orders: readonly number[], cancel: readonly number[]) =>
      quoteOrders({
        marketId: market.id,
        collateralId,
        subject: market.subject,
        deadlineMs: FAR_MS,
        cancel,
        orders: orders.map((price) => ({ ...asks(price), quantity: unit, expiresAtMs: null })),
        approved: BigInt(orders.length) * unit,
      })
    const cancel: number[] = []
    while (kind === 'quote' && cancel.length < QUOTE_CANCELS_MAX) {
      const { events } = await stage.send(maker, own(Array(QUOTE_ORDERS_MAX).fill(990), []))
      for (const event of named(events)) if (event.type === 'OrderPlaced') cancel.push(event.orderId)
    }
    const expiresAtMs = host.nowMs() + (FILLS_MAX + 2) * host.blockMs
    for (const [i, owner] of walls.entries()) {
      const price = 50 + 9 * i
      const terms: Terms = { side, outcome, price: outcome === 'yes' ? price : 1000 - price }
      await place(owner, { ...terms, timeInForce: 'gtd', expiresAtMs })
    }
    await host.passTime(expiresAtMs)
    const prices = Array.from({ length: QUOTE_ORDERS_MAX }, (_, i) => 49 + 47 * i)
    const call =
      kind === 'quote' ? own(prices, cancel) : order({ ...asks(49), quantity: unit, timeInForce: kind })
    const receipt = await stage.send(maker, call)
    const events = named(receipt.events)
    const ended = events.filter((event) => event.type === 'OrderCancelled')
    cleared = ended.filter(({ reason }) => reason === 'expired').length
    rested = events.filter(({ type }) => type === 'OrderPlaced').length - ended.filter(isSkipped).length
    gas.push(receipt.gasAmount)
  }
  const [gasOfNone = 0, gasOfAll = 0] = gas
  return { gasOfNone, gasOfAll, perDead: Math.ceil((gasOfAll - gasOfNone) / FILLS_MAX), cleared, rested }
}

const asks = (price: number): { side: 'buy'; outcome: Outcome; price: number } => ({
  side: 'buy',
  outcome: 'no',
  price: 1000 - price,
})

const isSkipped = ({ reason }: { readonly reason: string }): boolean =>
  reason !== 'expired' && reason !== 'owner'
