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
  const facts: BuildFacts = { venue: pinOf(stage), marketNumber, nowMs: stage.devnet.clock.nowMs() }
  expect(verifyBuild(request, parseAnswer(text) as Parameters<typeof verifyBuild>[1], facts).request).toBe(
    request,
  )
  expect(await isOk(await stage.send(trader, text))).toBe(true)
  const standing = await Promise.all(
    dead.map((orderId) => stage.chain.findContractState(contractAddressOf(orderEntryId(marketId, orderId)))),
  )
  expect(standing).toEqual([null, null, null, null, null])
})
