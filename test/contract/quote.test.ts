import { addressFromContractId } from '@alephium/web3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  averagePriceOf,
  bookPriceOf,
  bookSideOf,
  FILLS_MAX,
  ONE,
  type Outcome,
  outcomes,
  quoteFills,
  type RestingOrder,
  type Side,
  sides,
  slippageBpsOf,
} from '../../src/domain/index.ts'
import { listFacingOrders, markets as marketTable, orders as orderTable } from '../../src/store/index.ts'
import { catchUp, makeIndexer } from '../simulation/indexer/scenario.ts'
import { createStory } from '../simulation/indexer/story.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'
import { putRows } from '../support/rows.ts'

interface OrderRow {
  readonly market_id: number
  readonly order_id: number
  readonly trader: string
  readonly side: Side
  readonly outcome: Outcome
  readonly price: number
  readonly left: string
  readonly expires_at_ms: number | null
}
interface MarketRow {
  readonly id: number
  readonly address: string
  readonly bid: number
  readonly ask: number
}

describeOnBothDatabases('the orders that a quote meets', (context) => {
  test('behavior: are the contract’s book, dead ones included, also after reorganisations', async () => {
    const story = createStory()
    const indexer = makeIndexer(story.chain, context.database)
    const seen = { orders: 0, dead: 0 }
    for (let round = 0; round < 6; round++) {
      story.mine(12, `quote ${round}`)
      await catchUp(indexer)
      if (round % 2 === 1) story.fork(5, `fork ${round}`)
      await catchUp(indexer)
      const nowMs = story.world.nowMs()
      for (const { address, state, model } of story.world.markets.values())
        for (const side of ['bid', 'ask'] as const) {
          if (state === 'resolved') continue
          const question = { marketAddress: address, side, limit: 1_000 }
          const { orders, atMs } = await listFacingOrders(context.database, question)
          expect(atMs).toBe(nowMs)
          expect(orders).toEqual(model.book.list(side))
          seen.orders += orders.length
          seen.dead += orders.filter(({ expiresAtMs }) => expiresAtMs !== null && expiresAtMs <= nowMs).length
        }
    }
    expect([seen.orders > 20, seen.dead > 0]).toEqual([true, true])
  })
})

describeOnBothDatabases('quotes', (context) => {
  let api: TestApi
  let markets: MarketRow[] = []
  let closed: { readonly address: string }[] = []
  let resting: OrderRow[] = []
  let servedMs = 0

  beforeAll(async () => {
    const story = createStory()
    const indexer = makeIndexer(story.chain, context.database)
    const query = <T extends object>(sql: string) => context.database.query<T>({ label: 'test-rows', sql })
    story.mine(30)
    await catchUp(indexer)
    servedMs = story.chain.main.at(-1)!.timestampMs
    const isOpen = `state = 'open' and ends_at_ms > ${servedMs}`
    markets = await query(
      `select id, market_address as address, best_bid_yes as bid, best_ask_yes as ask from markets where ${isOpen}`,
    )
    closed = await query(`select market_address as address from markets where not (${isOpen}) limit 1`)
    resting = await query(
      `select market_id, order_id, trader, side, outcome, price, (quantity - filled)::text as left, expires_at_ms
         from orders
         where locked_collateral + locked_shares > 0 and not released and (status = 'open' or expires_at_ms <= ${servedMs})`,
    )
    api = await createTestApi({ database: context.database })
  })
  afterAll(() => api?.close())

  /** The same question put to the rows: one side of a book, sorted as the contract does. */
  function facing(marketId: number, side: Side, outcome: Outcome): RestingOrder[] {
    const faced = bookSideOf(side, outcome) === 'bid' ? 'ask' : 'bid'
    const sign = faced === 'bid' ? -1 : 1
    return resting
      .filter((row) => row.market_id === marketId && bookSideOf(row.side, row.outcome) === faced)
      .sort((a, b) => {
        const [x, y] = [bookPriceOf(a.price, a.outcome), bookPriceOf(b.price, b.outcome)]
        return x === y ? a.order_id - b.order_id : sign * (x - y)
      })
      .map(({ order_id, trader, side, outcome, price, left, expires_at_ms }) => ({
        orderId: order_id,
        trader,
        side,
        outcome,
        price,
        remaining: BigInt(left),
        expiresAtMs: expires_at_ms,
      }))
  }
  const ask = async (address: string, query: string) => {
    const { status, json } = await api.request('GET', `/v1/markets/${address}/quote?${query}`)
    return { status, body: json() }
  }

  test('default: is what the resting orders say', async () => {
    let filled = 0
    for (const { id, address, bid, ask: offer } of markets)
      for (const side of sides)
        for (const outcome of outcomes) {
          const quantity = 7n * ONE
          const orders = facing(id, side, outcome)
          const trader = orders[0]?.trader
          for (const more of ['', '&price=500', ...(trader === undefined ? [] : [`&trader=${trader}`])]) {
            const { status, body } = await ask(
              address,
              `side=${side}&outcome=${outcome}&quantity=${quantity}${more}`,
            )
            const expected = quoteFills(orders, {
              side,
              outcome,
              size: { quantity },
              price: more === '&price=500' ? 500 : null,
              trader: more.startsWith('&trader') ? trader! : null,
              fillsMax: FILLS_MAX,
              restingMin: ONE,
              nowMs: servedMs,
            })
            const { notional, fee } = expected
            expect({ status, body }).toMatchObject({
              status: 200,
              body: {
                marketAddress: address,
                quantity: String(quantity),
                filled: String(expected.filled),
                notional: String(notional),
                fee: String(fee),
                total: String(side === 'buy' ? notional + fee : notional - fee),
                resting: String(expected.resting),
                averagePrice: averagePriceOf(side, expected),
                worstPrice: expected.fills.at(-1)?.price ?? null,
                payout: side === 'buy' ? String(expected.filled) : null,
              },
            })
            expect(body.fills).toEqual(
              expected.fills.map((fill) => ({
                ...fill,
                quantity: String(fill.quantity),
                collateral: String(fill.collateral),
              })),
            )
            const best = { bid: bid === 0 ? null : bid, ask: offer === 0 ? null : offer }
            expect(body.slippageBps).toBe(slippageBpsOf({ side, outcome }, expected, best))
            filled += expected.fills.length
          }
        }
    expect(filled).toBeGreaterThan(5)
  })

  /** A book of our own, beside those of the story, so that its answers can be reckoned by hand. */
  describe('of a book that is written down', () => {
    const address = addressFromContractId('cd'.repeat(32))
    const [ann, bob] = ['1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH', '1AnnHere'] as const
    const id = 900_000
    const row = (
      orderId: number,
      side: Side,
      outcome: Outcome,
      price: number,
      shares: bigint,
      more: object = {},
    ) => ({
      id: id + orderId,
      marketId: id,
      orderId,
      trader: bob,
      side,
      outcome,
      price,
      quantity: shares * ONE,
      status: 'open' as const,
      refererAddress: null,
      endedHeight: null,
      expiresAtMs: null,
      lockedShares: side === 'sell' ? shares * ONE : 0n,
      lockedCollateral: side === 'buy' ? shares * ONE : 0n,
      ...more,
    })
    beforeAll(async () => {
      await putRows(context.database, marketTable, [
        {
          id,
          marketAddress: address,
          state: 'open',
          endsAtMs: servedMs + 1_000,
          bestBidYes: 300,
          bestAskYes: 400,
          eventId: null,
        },
      ])
      const ended = { status: 'cancelled', expiresAtMs: servedMs } as const
      await putRows(context.database, orderTable, [
        // Ended by itself and cleared; ended and still there; three that live, the first of them filled in part.
        row(1, 'sell', 'yes', 350, 1n, { ...ended, released: true }),
        row(2, 'sell', 'yes', 390, 1n, ended),
        row(3, 'sell', 'yes', 400, 5n, { trader: ann, filled: 3n * ONE }),
        row(4, 'buy', 'no', 600, 1n, { expiresAtMs: servedMs + 1 }),
        row(5, 'sell', 'yes', 450, 10n, { trader: ann }),
        row(6, 'buy', 'yes', 300, 4n),
        row(7, 'sell', 'yes', 380, 2n, { status: 'filled', filled: 2n * ONE, lockedShares: 0n }),
      ])
    })
    const share = (thousandths: bigint): string => String((thousandths * ONE) / 1000n)
    const fill = (makerOrderId: number, fillType: string, price: number, quantity: bigint, paid: bigint) => ({
      makerOrderId,
      fillType,
      price,
      quantity: share(quantity),
      collateral: share(paid),
    })
    const second = fill(4, 'mint', 400, 1000n, 400n)

    test('default: best price first, oldest first at a price; the dead are passed over', async () => {
      expect(await ask(address, `side=buy&outcome=yes&quantity=${share(4000n)}`)).toMatchObject({
        status: 200,
        body: {
          fills: [fill(3, 'transfer', 400, 2000n, 800n), second, fill(5, 'transfer', 450, 1000n, 450n)],
          filled: share(4000n),
          notional: share(1650n),
          fee: String((4125n * ONE) / 100_000n),
          total: String((169_125n * ONE) / 100_000n),
          averagePrice: 413,
          worstPrice: 450,
          slippageBps: 1786,
          resting: '0',
          payout: share(4000n),
        },
      })
    })
    test('behavior: a seller of the other outcome meets the same orders, and pays the fee out of what it gets', async () => {
      expect(await ask(address, `side=sell&outcome=no&quantity=${share(3000n)}`)).toMatchObject({
        body: {
          fills: [fill(3, 'merge', 600, 2000n, 1200n), fill(4, 'transfer', 600, 1000n, 600n)],
          notional: share(1800n),
          fee: share(45n),
          total: share(1755n),
          averagePrice: 600,
          slippageBps: 770,
          payout: null,
        },
      })
    })
    test('behavior: own orders are passed over, and the rest of a limited order waits', async () => {
      const buying = `side=buy&outcome=yes&quantity=${share(5000n)}`
      const own = await ask(address, `${buying}&trader=${ann}`)
      expect(own.body).toMatchObject({ fills: [second], filled: share(1000n), resting: '0' })
      const limited = await ask(address, `${buying}&price=400`)
      expect(limited.body).toMatchObject({ filled: share(3000n), resting: share(2000n), worstPrice: 400 })
      const short = await ask(address, `side=buy&outcome=yes&quantity=${3n * ONE + ONE - 1n}&price=400`)
      expect(short.body).toMatchObject({ filled: share(3000n), resting: '0' })
    })
    test('behavior: spend includes the fee, to the unit', async () => {
      const exact = await ask(address, `side=buy&outcome=yes&spend=${share(820n)}`)
      expect(exact.body).toMatchObject({ filled: share(2000n), total: share(820n), quantity: share(2000n) })
      const less = await ask(address, `side=buy&outcome=yes&spend=${BigInt(share(820n)) - 1n}`)
      expect(BigInt(less.body.filled)).toBeLessThan(2n * ONE)
    })
  })
  test('behavior: so many orders fill as the contract lets, and the next one keeps the rest from waiting', async () => {
    const address = addressFromContractId('ce'.repeat(32))
    const id = 800_000
    const own = { marketId: id, trader: '1AnnHere', side: 'sell', outcome: 'yes', status: 'open' } as const
    const unset = { refererAddress: null, endedHeight: null, expiresAtMs: null }
    const order = (orderId: number) => ({
      ...{ ...own, ...unset, id: id + orderId, orderId, price: 400, quantity: ONE, lockedShares: ONE },
    })
    await putRows(context.database, marketTable, [
      {
        id,
        marketAddress: address,
        state: 'open',
        endsAtMs: servedMs + 1_000,
        bestAskYes: 400,
        eventId: null,
      },
    ])
    await putRows(
      context.database,
      orderTable,
      Array.from({ length: FILLS_MAX }, (_, index) => order(index + 1)),
    )
    const buying = (shares: number) => `side=buy&outcome=yes&price=400&quantity=${BigInt(shares) * ONE}`
    const filled = String(BigInt(FILLS_MAX) * ONE)
    const all = await ask(address, buying(FILLS_MAX + 5))
    expect(all).toMatchObject({ status: 200, body: { filled, resting: String(5n * ONE) } })
    await putRows(context.database, orderTable, [order(FILLS_MAX + 1)])
    // Another question: an answer is kept until the next block.
    const crossed = await ask(address, buying(FILLS_MAX + 6))
    expect(crossed).toMatchObject({ status: 200, body: { filled, resting: '0' } })
    expect([all.body.fills.length, crossed.body.fills.length]).toEqual([FILLS_MAX, FILLS_MAX])
  })
  test('behavior: with spend the quantity is what it buys', async () => {
    const market = markets.find(({ bid }) => bid !== 0)!
    const { body } = await ask(market.address, `side=buy&outcome=no&spend=${ONE}`)
    expect(body.quantity).toBe(body.filled)
    expect(BigInt(body.total)).toBeLessThanOrEqual(ONE)
    expect(BigInt(body.filled)).toBeGreaterThan(0n)
  })
  test('behavior: only so many orders are looked at', async () => {
    const market = markets.find(({ id }) => facing(id, 'buy', 'yes').length > 1)!
    const question = { marketAddress: market.address, side: 'ask', limit: 1 } as const
    const { orders } = await listFacingOrders(context.database, question)
    expect(orders).toEqual(facing(market.id, 'buy', 'yes').slice(0, 1))
  })
  test.each([
    ['quantity', 'side=buy&outcome=yes'],
    ['quantity', 'side=buy&outcome=yes&quantity=1&spend=1'],
    ['quantity', 'side=buy&outcome=yes&quantity=0'],
    ['quantity', `side=buy&outcome=yes&quantity=${'9'.repeat(78)}`],
    ['quantity', `side=buy&outcome=yes&quantity=${1n << 128n}`],
    ['quantity', 'side=buy&outcome=yes&quantity=1e3'],
    ['quantity', 'side=buy&outcome=yes&quantity=%2B1'],
    ['quantity', 'side=buy&outcome=yes&quantity=%D9%A3'],
    ['quantity', 'side=buy&outcome=yes&quantity=1&quantity=2'],
    ['spend', 'side=buy&outcome=yes&spend=-1'],
    ['price', 'side=buy&outcome=yes&quantity=1&price=0'],
    ['price', 'side=buy&outcome=yes&quantity=1&price=1.5'],
    ['trader', 'side=buy&outcome=yes&quantity=1&trader=nobody'],
    ['trader', 'side=buy&outcome=yes&quantity=1&trader=%00'],
    ['outcome', 'side=buy&outcome=YES&quantity=1'],
    ['__proto__', 'side=buy&outcome=yes&quantity=1&__proto__=1'],
    ['spend', 'side=sell&outcome=yes&spend=1'],
    ['spend', 'side=buy&outcome=yes&spend=0'],
    ['price', 'side=buy&outcome=yes&quantity=1&price=1000'],
    ['side', 'outcome=yes&quantity=1'],
  ])('error: a wrong %s is named: %s', async (field, query) => {
    const { status, body } = await ask(markets[0]!.address, query)
    expect({ status, field: body.details.field }).toEqual({ status: 400, field })
  })
  test('error: an unknown market is 404, one that no longer trades 409', async () => {
    const query = 'side=buy&outcome=yes&quantity=1'
    const unknown = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'
    expect(await ask(unknown, query)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(await ask(closed[0]!.address, query)).toMatchObject({
      status: 409,
      body: { code: 'MARKET_CLOSED', details: { state: 'disputed' } },
    })
  })
})
