import { expect } from 'vitest'
import type { MarketModel } from '../../../src/domain/index.ts'
import type { Hands, Json } from './hands.ts'

/** Shares of yes that still lie in resting sells: they are paid when the order is released. */
export const restingYes = (model: MarketModel, trader: string): bigint =>
  (['bid', 'ask'] as const)
    .flatMap((side) => [...model.book.list(side)])
    .filter((order) => order.trader === trader && order.side === 'sell' && order.outcome === 'yes')
    .reduce((sum, order) => sum + order.remaining, 0n)

/** Book, positions and volume of the reads against the model's. */
export async function compareWithModel(
  get: Hands['get'],
  market: string,
  model: MarketModel,
  traders: readonly string[],
): Promise<void> {
  const book = await get(`/v1/markets/${market}/orderbook?depth=100`)
  const resting = (['bid', 'ask'] as const).flatMap((side) => [...model.book.list(side)])
  const quantity = (levels: Json[]) => levels.reduce((sum: bigint, level) => sum + BigInt(level.quantity), 0n)
  expect(quantity(book.yes.bids) + quantity(book.yes.asks)).toBe(
    resting.reduce((sum, order) => sum + order.remaining, 0n),
  )
  for (const trader of traders) {
    const { positions } = await get(`/v1/users/${trader}/positions`)
    for (const outcome of ['yes', 'no'] as const) {
      const row = positions.find((position: Json) => position.positionType === outcome)
      const locked = resting
        .filter((order) => order.trader === trader && order.outcome === outcome && order.side === 'sell')
        .reduce((sum, order) => sum + order.remaining, 0n)
      const free = model.position(trader)?.[outcome] ?? 0n
      expect({
        trader,
        outcome,
        shares: row?.shares ?? '0',
        lockedShares: row?.lockedShares ?? '0',
      }).toEqual({
        trader,
        outcome,
        shares: String(free + locked),
        lockedShares: String(locked),
      })
    }
  }
}
