import { expect } from 'vitest'
import type { Hands, Json } from './hands.ts'
import type { LifeStage } from './life-stage.ts'

/** What only makers do, in a market where nobody else trades: pairs, quotes, and quotes that end by themselves. */
export async function liveMakersDay(stage: LifeStage, hands: Hands, market: string): Promise<void> {
  const { get, send, until, blockTime } = hands
  const maker = await hands.fundedWallet()
  const { tokens } = await get('/v1/status')
  const shares = (count: number): string => String(BigInt(count) * 10n ** BigInt(tokens.collateral.decimals))
  const positions = async () => (await get(`/v1/users/${maker.address}/positions`)).positions as Json[]
  const held = async (field: string) =>
    Object.fromEntries((await positions()).map((row) => [row.positionType, row[field]]))
  const book = async () => {
    const { yes } = await get(`/v1/markets/${market}/orderbook`)
    return [yes.bids, yes.asks].map((levels) => levels.map((level: Json) => [level.price, level.quantity]))
  }

  await send(`markets/${market}/split`, maker, { quantity: shares(50) })
  expect(await held('shares')).toEqual({ yes: shares(50), no: shares(50) })

  // The third would cross the first: it is skipped, and the others stand.
  const order = (side: 'buy' | 'sell', price: number, count: number, more: object = {}) => ({
    side,
    outcome: 'yes',
    price,
    quantity: shares(count),
    ...more,
  })
  const quoted = await send(`markets/${market}/quote`, maker, {
    orders: [order('sell', 600, 10), order('buy', 400, 10), order('buy', 650, 5)],
  })
  expect(await book()).toEqual([[[400, shares(10)]], [[600, shares(10)]]])
  expect((await get(`/v1/transactions/${quoted}`)).status).toMatch(/included|confirmed/)

  // Renewed in one transaction; the new ones end by themselves, and the keeper returns what they held.
  // A part of the time there is: long enough for the steps before it, short enough to be waited for.
  const endsMs = (await blockTime()) + stage.tradingMs / 12
  const expiresAt = new Date(endsMs).toISOString()
  await send(`markets/${market}/quote`, maker, {
    cancel: 'all',
    orders: [order('sell', 610, 20, { expiresAt })],
  })
  await send(`markets/${market}/orders`, maker, order('buy', 390, 20, { timeInForce: 'gtd', expiresAt }))
  expect(await book()).toEqual([[[390, shares(20)]], [[610, shares(20)]]])
  await stage.passUntil(endsMs, await blockTime())
  // Whose block tells that they have ended.
  await send(`markets/${market}/merge`, maker, { quantity: shares(20) })
  await until(`/v1/markets/${market}/orderbook`, ({ yes }) => yes.bids.length + yes.asks.length === 0)
  await until(`/v1/users/${maker.address}/positions`, ({ positions: rows }) =>
    rows.every((row: Json) => row.lockedShares === '0' && row.lockedCollateral === '0'),
  )
  expect(await held('shares')).toEqual({ yes: shares(30), no: shares(30) })
}
