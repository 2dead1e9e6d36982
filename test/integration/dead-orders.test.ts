import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractAddressOf, marketIdOf, orderEntryId } from '../../src/bindings/index.ts'
import type { PlaceOrderRequest } from '../../src/builder/index.ts'
import { type BuildFacts, type TxRequest, verifyBuild } from '../../src/client/index.ts'
import { ONE } from '../../src/domain/index.ts'
import type { Database } from '../../src/store/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type BuildStage, openBuildStage, parseAnswer, signerOf } from '../support/venue/build-stage.ts'
import { pinOf } from '../support/venue/genuine-builds.ts'
import type { Wallet } from '../support/venue/wallet.ts'

const HOUR = 3_600_000
const MINUTE = 60_000

/** Orders of one share that ended by themselves, in the closing window, in front of everybody else's. */
let own: TestDatabase
let database: Database
let stage: BuildStage
beforeAll(async () => {
  own = await createTestDatabase('embedded')
  database = await own.open()
  stage = await openBuildStage(database, 'dead-orders')
})
afterAll(async () => {
  await stage.close()
  await database.close()
  await own.drop()
})

const wallet = () => stage.wallet({ collateral: 10_000n * ONE })
const pass = (ms: number) => stage.devnet.controls.setTime({ advanceMs: ms })
const isOk = async ({ txId }: { readonly txId: string }) =>
  (await stage.chain.findTransaction(txId))?.scriptExecutionOk

/** So many asks of one share, twenty a block, all of them dead. */
async function leaveWall(market: string, owner: Wallet, count: number): Promise<number[]> {
  const expiresAt = new Date(stage.devnet.clock.nowMs() + MINUTE).toISOString()
  const order = { side: 'buy', outcome: 'no', price: 609, quantity: String(ONE), expiresAt } as const
  for (let left = count; left > 0; left -= 20) {
    const orders = Array.from({ length: Math.min(left, 20) }, () => order)
    await stage.send(
      owner,
      stage.builder.quote({ ...signerOf(owner), marketAddress: market, clientRef: `wall-${left}`, orders }),
    )
  }
  pass(MINUTE + 1)
  await stage.index()
  return Array.from({ length: count }, (_, i) => 3 + i)
}

function believe(request: TxRequest, text: string, marketNumber: number, more: Partial<BuildFacts> = {}) {
  const facts: BuildFacts = { venue: pinOf(stage), marketNumber, nowMs: stage.devnet.clock.nowMs(), ...more }
  const build = parseAnswer(text) as Parameters<typeof verifyBuild>[1]
  expect(verifyBuild(request, build, facts).request).toBe(request)
}

/** Two hours before its end, after a trade at 500. */
async function openMarket() {
  const [market = ''] = await stage.openMarkets()
  const [row] = await database.query<{ id: number; ends_at_ms: number }>({
    label: 'test-market',
    sql: 'select m.id, p.ends_at_ms from markets m join proposals p on p.id = m.proposal_id where m.market_address = $1',
    values: [market],
  })
  const build = (trader: Wallet, terms: Partial<PlaceOrderRequest>) =>
    stage.builder.placeOrder({
      ...signerOf(trader),
      marketAddress: market,
      side: 'buy',
      outcome: 'yes',
      price: 400,
      quantity: String(ONE),
      ...terms,
    })
  const place = async (trader: Wallet, terms: Partial<PlaceOrderRequest>) => {
    await stage.send(trader, build(trader, terms))
    await stage.index()
    const [order] = await database.query<{ id: number }>({
      label: 'test-order',
      sql: 'select max(order_id) as id from orders where market_id = $1',
      values: [row?.id ?? 0],
    })
    return order?.id ?? 0
  }
  await place(wallet(), { price: 500 })
  await place(wallet(), { outcome: 'no', price: 500 })
  pass(Number(row?.ends_at_ms) - stage.devnet.clock.nowMs() - 2 * HOUR)
  const eve = wallet()
  /** Five bids better than the last fill, each in a chunk of levels of its own, which end together. */
  const leaveDead = async (ownerOf: () => Wallet = () => eve) => {
    const expiresAt = new Date(stage.devnet.clock.nowMs() + MINUTE).toISOString()
    const orderIds: number[] = []
    for (const price of [970, 910, 850, 790, 730])
      orderIds.push(await place(ownerOf(), { price, timeInForce: 'gtd', expiresAt }))
    pass(MINUTE + 1)
    return orderIds
  }
  const cancel = (trader: Wallet, orderId: number) =>
    stage.builder.cancelOrder({ ...signerOf(trader), marketAddress: market, orderId, method: 'DELETE' })
  return { market, marketNumber: row?.id ?? 0, build, place, cancel, leaveDead }
}

test('behavior: what was built before five dead orders came goes through behind them', async () => {
  const { market, build, place, cancel, leaveDead } = await openMarket()
  const [one, many, quoting, fresh, late] = [wallet(), wallet(), wallet(), wallet(), wallet()]
  const orderId = await place(one, { price: 100 })
  for (const price of [101, 102, 103]) await place(many, { price })
  const kept = await place(quoting, { price: 104 })
  pass(1_000)
  const single = await cancel(one, orderId)
  const all = await stage.builder.cancelAll({ ...signerOf(many), marketAddress: market })
  const quote = await stage.builder.quote({
    ...signerOf(quoting),
    marketAddress: market,
    cancel: [kept],
    orders: [{ side: 'buy', outcome: 'yes', price: 230, quantity: String(ONE) }],
  })
  // A new trader in a new chunk of levels: the dearest placement.
  const placing = await build(fresh, { price: 300, timeInForce: 'post-only' })
  await leaveDead()
  expect(await cancel(one, orderId)).toBe(single)
  for (const [trader, text] of [
    [one, single],
    [many, all],
    [quoting, quote],
    [fresh, placing],
  ] as const)
    expect(await isOk(await stage.send(trader, text))).toBe(true)

  // Built behind them, and of an order that the dry run cannot cancel yet.
  const second = await place(late, { price: 105 })
  const unseen = await cancel(late, second)
  pass(1_000)
  expect(await isOk(await stage.send(late, unseen))).toBe(true)
  const third = await place(late, { price: 106 })
  pass(1_000)
  expect(await isOk(await stage.send(late, cancel(late, third)))).toBe(true)
})

test('behavior: cancel-all brings gas for each of its orders, which a dry run may pass over', async () => {
  const { market, marketNumber, place } = await openMarket()
  const marketId = marketIdOf(stage.deployment.contracts.voting.id, marketNumber)
  const all = (trader: Wallet) => stage.builder.cancelAll({ ...signerOf(trader), marketAddress: market })
  const [one, trader] = [wallet(), wallet()]
  await place(one, { price: 100 })
  // 65,000 for a cancel, 25,000 for the walk in the window and 9,560 for the transaction around it.
  expect(parseAnswer(await all(one)).gasAmount).toBe(99_560)
  const orderIds: number[] = []
  for (const price of [100, 200, 300]) orderIds.push(await place(trader, { price }))
  const text = await all(trader)
  expect(parseAnswer(text).gasAmount).toBe(139_560)
  pass(1_000)
  expect(await isOk(await stage.send(trader, text))).toBe(true)
  for (const orderId of orderIds)
    expect(await stage.chain.findContractState(contractAddressOf(orderEntryId(marketId, orderId)))).toBeNull()
})

test('behavior: post-only orders and quotes that were built before go through five dead orders that they cross', async () => {
  const { market, build, leaveDead } = await openMarket()
  const order = { side: 'buy', outcome: 'no', price: 300, quantity: String(ONE) } as const
  for (const kind of ['quote', 'post-only'] as const)
    for (const ownerOf of [undefined, wallet]) {
      const trader = wallet()
      const text =
        kind === 'quote'
          ? await stage.builder.quote({ ...signerOf(trader), marketAddress: market, orders: [order] })
          : await build(trader, { ...order, timeInForce: kind })
      await leaveDead(ownerOf)
      expect(await isOk(await stage.send(trader, text))).toBe(true)
    }
})

test('behavior: dead orders that a quote clears pay their owners and nothing of it', async () => {
  const { market, leaveDead } = await openMarket()
  await leaveDead()
  const trader = wallet()
  const orders = [{ side: 'buy', outcome: 'no', price: 300, quantity: String(ONE) } as const]
  const text = await stage.builder.quote({ ...signerOf(trader), marketAddress: market, orders })
  expect(parseAnswer(text).collateralRequired).toBe(String((3n * ONE) / 10n))
  expect(await isOk(await stage.send(trader, text))).toBe(true)
})

test('behavior: quotes and post-only orders bring gas for the dead orders they meet and five more, and are believed', async () => {
  const gasOf: Record<string, number[]> = { quote: [], 'post-only': [] }
  for (const kind of ['quote', 'post-only'] as const)
    for (const count of [0, 60, 100]) {
      const { market, marketNumber, build } = await openMarket()
      const eve = wallet()
      const orderIds = await leaveWall(market, eve, count)
      const trader = wallet()
      const order = { side: 'buy', outcome: 'yes', price: 392, quantity: String(ONE) } as const
      const text =
        kind === 'quote'
          ? await stage.builder.quote({ ...signerOf(trader), marketAddress: market, orders: [order] })
          : await build(trader, { ...order, timeInForce: kind })
      const request: TxRequest =
        kind === 'quote'
          ? { kind, address: market, orders: [order], ...signerOf(trader) }
          : { kind: 'placeOrder', address: market, ...order, timeInForce: kind, ...signerOf(trader) }
      believe(request, text, marketNumber)
      gasOf[kind]?.push(parseAnswer(text).gasAmount)
      expect(await isOk(await stage.send(trader, text))).toBe(true)
      const marketId = marketIdOf(stage.deployment.contracts.voting.id, marketNumber)
      const stands = async (orderId: number) =>
        (await stage.chain.findContractState(contractAddressOf(orderEntryId(marketId, orderId)))) !== null
      expect(await Promise.all(orderIds.map(stands))).toEqual(orderIds.map(() => false))
      expect(await stands(3 + count)).toBe(true)
    }
  expect(gasOf).toEqual({
    quote: [376_060, 1_156_060, 1_536_060],
    'post-only': [311_060, 991_060, 1_491_060],
  })
})

test('behavior: the largest quote behind a hundred dead orders fits into a transaction and is believed', async () => {
  const { market, marketNumber, build } = await openMarket()
  const maker = wallet()
  const kept: number[] = []
  const quoteOf = (prices: readonly number[], cancel: readonly number[]) => ({
    cancel,
    orders: prices.map((price) => ({
      side: 'buy' as const,
      outcome: 'no' as const,
      price: 1000 - price,
      quantity: String(ONE),
    })),
  })
  for (let i = 0; i < 2; i += 1) {
    const quote = quoteOf(Array(20).fill(990), [])
    await stage.send(maker, stage.builder.quote({ ...signerOf(maker), marketAddress: market, ...quote }))
    kept.push(...Array.from({ length: 20 }, (_, n) => 3 + 20 * i + n))
  }
  // A hundred sells of no, each of another owner and on a level of its own: the dearest to clear.
  const expiresAt = new Date(stage.devnet.clock.nowMs() + HOUR / 2).toISOString()
  for (let i = 0; i < 100; i += 1) {
    const owner = wallet()
    const quantity = String(ONE)
    await stage.send(owner, stage.builder.split({ ...signerOf(owner), marketAddress: market, quantity }))
    const sell = { side: 'sell', outcome: 'no', price: 950 - 9 * i, timeInForce: 'gtd', expiresAt } as const
    await stage.send(owner, build(owner, sell))
  }
  pass(HOUR / 2)
  await stage.index()
  const prices = Array.from({ length: 20 }, (_, i) => 49 + 47 * i)
  const quote = quoteOf(prices, kept)
  const text = await stage.builder.quote({ ...signerOf(maker), marketAddress: market, ...quote })
  believe({ kind: 'quote', address: market, ...quote, ...signerOf(maker) }, text, marketNumber, {
    orderLocks: new Map(kept.map((id) => [id, ONE / 100n])),
  })
  // 4,750,000 and two coins: with a fifth more and the rest it would be above 5,000,000.
  expect(parseAnswer(text).gasAmount).toBe(4_766_060)
  expect(await isOk(await stage.send(maker, text))).toBe(true)
})

test.each(['own', 'dead'] as const)(
  'behavior: six %s orders in the way count as fills, and the order rests behind them',
  async (way) => {
    const { marketNumber, place } = await openMarket()
    const trader = wallet()
    const expiresAt = new Date(stage.devnet.clock.nowMs() + MINUTE).toISOString()
    const ask = { outcome: 'no', price: 600, timeInForce: 'gtd', expiresAt } as const
    const facing = way === 'own' ? trader : wallet()
    for (let i = 0; i < 6; i += 1) await place(facing, ask)
    pass(way === 'own' ? 1_000 : MINUTE + 1)
    const orderId = await place(trader, { price: 450 })
    const marketId = marketIdOf(stage.deployment.contracts.voting.id, marketNumber)
    expect(
      await stage.chain.findContractState(contractAddressOf(orderEntryId(marketId, orderId))),
    ).not.toBeNull()
  },
)

test('behavior: a post-only order of a new trader that clears five dead ones is believed and goes through', async () => {
  const { market, marketNumber, leaveDead, build } = await openMarket()
  const marketId = marketIdOf(stage.deployment.contracts.voting.id, marketNumber)
  const dead = await leaveDead()
  const trader = wallet()
  const terms = {
    side: 'buy',
    outcome: 'no',
    price: 300,
    quantity: String(ONE),
    timeInForce: 'post-only',
  } as const
  const text = await build(trader, terms)
  const request: TxRequest = { kind: 'placeOrder', address: market, ...terms, ...signerOf(trader) }
  believe(request, text, marketNumber)
  expect(await isOk(await stage.send(trader, text))).toBe(true)
  const standing = await Promise.all(
    dead.map((orderId) => stage.chain.findContractState(contractAddressOf(orderEntryId(marketId, orderId)))),
  )
  expect(standing).toEqual([null, null, null, null, null])
})
