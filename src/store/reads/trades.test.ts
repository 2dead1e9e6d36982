import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { emptyTables, putRows } from '../../../test/support/rows.ts'
import { listCounts, trades } from '../chain/index-tables.ts'
import { markets, orders } from '../chain/market-tables.ts'
import { getOrderBookAt } from './get-order-book.ts'
import { listFacingOrders } from './list-facing-orders.ts'
import { listTradesByUser } from './list-trades-by-user.ts'

describeOnBothDatabases('trades and the orders they meet', (context) => {
  test('behavior: a page by number is what a walk from the first one comes to, in both roles', async () => {
    const { database } = context
    await emptyTables(database, trades, markets, listCounts)
    await putRows(database, markets, [{ id: 1, marketAddress: 'm' }])
    const ids = Array.from({ length: 12 }, (_, index) => 12 - index)
    const own = { marketId: 1, refererAddress: null }
    await putRows(
      database,
      trades,
      ids.map((id) => ({
        ...{ id, height: id, ...own },
        makerAddress: id % 3 === 0 ? 'bob' : 'ann',
        takerAddress: id % 3 === 0 ? 'ann' : 'bob',
      })),
    )
    await putRows(database, listCounts, [{ scope: 'trades_by_user', key: 'ann', n: 12 }])
    const limit = 2
    for (let offset = 0; offset < 14; offset += limit) {
      const page = { limit, after: null, offset: BigInt(offset) }
      const { records, total } = await listTradesByUser(database, { user: 'ann' }, page)
      const shown = (JSON.parse(`[${records}]`) as { id: number }[]).map(({ id }) => id)
      expect([offset, shown, total]).toEqual([offset, ids.slice(offset, offset + limit), 12])
    }
  })

  test('behavior: at a price the smaller number comes first, whenever its block was', async () => {
    const { database } = context
    await emptyTables(database, orders, markets)
    await putRows(database, markets, [{ id: 1, marketAddress: 'm', state: 'open' }])
    const order = (orderId: number, price: number, createdAtMs: number) => ({
      ...{ id: 100 - orderId, marketId: 1, orderId, price, createdAtMs },
      ...{ side: 'sell' as const, outcome: 'yes' as const, status: 'open' as const },
      ...{ quantity: 5n, lockedShares: 5n, expiresAtMs: null, endedHeight: null },
    })
    await putRows(database, orders, [
      order(3, 400, 10),
      order(1, 400, 30),
      order(2, 400, 20),
      order(4, 300, 40),
    ])
    const question = { marketAddress: 'm', side: 'ask' as const }
    const facing = async (limit: number) =>
      (await listFacingOrders(database, { ...question, limit })).orders.map(({ orderId }) => orderId)
    expect([await facing(9), await facing(2)]).toEqual([
      [4, 1, 2, 3],
      [4, 1],
    ])
  })

  test('behavior: the book after a block has all that the block filled, and nothing of the next', async () => {
    const { database } = context
    await emptyTables(database, orders, markets, trades)
    await putRows(database, markets, [{ id: 1, marketAddress: 'm' }])
    await putRows(database, orders, [
      {
        ...{ id: 1, marketId: 1, orderId: 8, side: 'sell', outcome: 'yes', price: 400, status: 'open' },
        ...{ quantity: 100n, filled: 21n, height: 4, endedHeight: null },
      },
    ])
    const trade = (id: number, height: number, eventIndex: number, quantity: bigint) => ({
      ...{ id, height, eventIndex, quantity, marketId: 1, sellOrderId: 8, buyOrderId: 90 + id },
    })
    await putRows(database, trades, [
      trade(1, 5, 0, 1n),
      trade(2, 5, 1, 2n),
      trade(3, 5, 2, 6n),
      trade(4, 6, 0, 12n),
    ])
    const restingAt = async (height: number) => {
      const { text } = await getOrderBookAt(database, 'm', { depth: 5, height, version: 0 })
      return JSON.parse(text!).yes.asks.map(({ quantity }: { quantity: string }) => quantity)
    }
    expect([await restingAt(3), await restingAt(4), await restingAt(5), await restingAt(6)]).toEqual([
      [],
      ['100'],
      ['91'],
      ['79'],
    ])
  })
})
