import { expect, test } from 'vitest'
import { listTradesByMarket, type PageRequest } from '../../src/store/index.ts'
import { describeOnBothDatabases } from '../support/database.ts'

const rows = 57

describeOnBothDatabases('a page of a list', (context) => {
  async function insertTrades(): Promise<void> {
    const { database } = context
    const values = Array.from({ length: rows }, (_, i) => i + 1)
    await database.execute({
      label: 'insert-market',
      sql: `insert into markets (id, market_address, proposal_id, leg, creator, creator_share, question, tags, tags_text,
          ends_at_ms, created_at_ms, state, resolved, volume, open_interest, best_bid_yes, best_ask_yes, order_count,
          trade_count, last_trade_at_ms, trend_amount, trending, unpaid_creator_fees, unpaid_treasury_fees,
          swept_chunks, updated_at_ms)
        values (7, 'market-7', 1, 0, 'creator', 0, 'Q?', '{}', '', 0, 0, 'open', false, 0, 0, 0, 0, 0, 0, 0, 0, 0,
          0, 0, '[]', 0)`,
    })
    await database.execute({
      label: 'insert-trades',
      sql: `insert into trades (id, market_id, tx_id, height, event_index, buy_order_id, sell_order_id, fill_type,
          outcome, side, price, quantity, amount_usd, maker_address, taker_address, filled_at_ms)
        select n, 7, 'tx' || n, n, 0, n, n, 'mint', 'yes', 'buy', 500, 10 * n, 5 * n, 'maker', 'taker', 1000 * n
        from unnest($1::bigint[]) n`,
      values: [values],
    })
    await database.execute({
      label: 'insert-count',
      sql: `insert into list_counts (scope, key, n) values ('trades_by_market', '7', ${rows})`,
    })
  }

  const listTrades = async (page: PageRequest) => {
    const list = await listTradesByMarket(context.database, 'market-7', page)
    if (list === null) throw new Error('the market is not there')
    return list
  }
  const idsOf = (records: string): number[] =>
    (JSON.parse(`[${records}]`) as { id: number }[]).map((row) => row.id)
  const newestFirst = Array.from({ length: rows }, (_, i) => rows - i)

  test('behavior: cursor walk, page walk and the last page agree', async () => {
    await insertTrades()
    for (const limit of [1, 7, 19, 50, 200]) {
      const walked: number[] = []
      for (let after: { value: string; id: string } | null | undefined; after !== null; ) {
        const page = await listTrades({ limit, after: after ?? null, offset: 0n })
        expect(page.total).toBe(rows)
        walked.push(...idsOf(page.records))
        after = page.last
      }
      expect(walked).toEqual(newestFirst)
      const paged: number[] = []
      for (let page = 0; page * limit < rows; page++) {
        const list = await listTrades({
          limit,
          after: null,
          offset: BigInt(page * limit),
        })
        paged.push(...idsOf(list.records))
        expect(list.last === null).toBe((page + 1) * limit >= rows)
      }
      expect(paged).toEqual(newestFirst)
    }
  })

  test('behavior: a page beyond the end is empty with the exact total', async () => {
    const offset = 9_007_199_254_740_991n * 200n
    const page = await listTrades({ limit: 200, after: null, offset })
    expect(page).toEqual({ view: { height: 0, revision: 0 }, total: rows, records: '', last: null, owner: 7 })
  })

  test('behavior: an unknown market has no list', async () => {
    for (const offset of [0n, 1n])
      expect(
        await listTradesByMarket(context.database, 'market-8', { limit: 1, after: null, offset }),
      ).toBeNull()
  })

  test('default: a record has the interface’s names and texts', async () => {
    const page = await listTrades({ limit: 1, after: null, offset: 0n })
    expect(JSON.parse(`[${page.records}]`)).toEqual([
      {
        id: 57,
        marketAddress: 'market-7',
        txId: 'tx57',
        buyOrderId: 57,
        sellOrderId: 57,
        fillType: 'mint',
        outcome: 'yes',
        side: 'buy',
        isBuy: true,
        price: 500,
        quantity: '570',
        amountUsd: '285',
        fee: '0',
        makerAddress: 'maker',
        takerAddress: 'taker',
        refererAddress: null,
        fillTimestamp: 57_000,
        createdAt: '1970-01-01T00:00:57.000Z',
      },
    ])
  })
})
