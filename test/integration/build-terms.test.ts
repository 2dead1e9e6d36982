import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finalizeMarket } from '../../src/bindings/index.ts'
import type { Builder, PlaceOrderRequest } from '../../src/builder/index.ts'
import { ONE } from '../../src/domain/index.ts'
import { hexToBytes, Refusal } from '../../src/kit/index.ts'
import type { Database } from '../../src/store/index.ts'
import {
  decodeUnsignedTx,
  scriptGasOf as gasOfScript,
  scriptGasWithMargin,
} from '../../src/transaction/index.ts'
import { createTestDatabase, quickestEngine, type TestDatabase } from '../support/database.ts'
import { type BuildStage, openBuildStage, parseAnswer, signerOf } from '../support/venue/build-stage.ts'
import type { Wallet } from '../support/venue/wallet.ts'

type QuoteRequest = Parameters<Builder['quote']>[0]

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** What a build brings, how much gas it has, and what a refusal says besides its code. */
let own: TestDatabase
let database: Database
let stage: BuildStage
beforeAll(async () => {
  own = await createTestDatabase(quickestEngine())
  database = await own.open()
  stage = await openBuildStage(database, 'build-terms')
})
afterAll(async () => {
  await stage.close()
  await database.close()
  await own.drop()
})

const pass = (ms: number) => stage.devnet.controls.setTime({ advanceMs: ms })
/** The code and the facts of a refusal. */
const refusalOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'ok',
    (error: unknown) =>
      error instanceof Refusal ? { code: error.code, ...error.details } : Promise.reject(error),
  )
/** Gas of a build beside what its inputs, its outputs and one signature cost. */
function scriptGasOf(text: string): number {
  const { inputs, fixedOutputs, gasAmount } = decodeUnsignedTx(hexToBytes(parseAnswer(text).unsignedTx))
  return gasAmount - 1_000 - 2_000 * inputs.length - 4_500 * fixedOutputs.length - 2_060
}
/** Gas of a build's script, run on the chain as it is. */
async function usedBy({ address }: Wallet, text: string): Promise<number> {
  const answer = parseAnswer(text)
  const { script = '' } = decodeUnsignedTx(hexToBytes(answer.unsignedTx))
  const tokens = answer.tokens.map(({ id, amount }) => ({ id, amount: BigInt(amount) }))
  const attoAlph = BigInt(answer.attoNativeAmount)
  const run = await stage.chain.dryRunScript({
    bytecode: script,
    inputAssets: [{ address, attoAlph, tokens }],
  })
  return run.ok ? gasOfScript(script, run.gasUsed) : Promise.reject(new Error('the script fails'))
}
const broughtBy = (text: string): bigint => BigInt(parseAnswer(text).collateralRequired)

async function newestBlockMs(): Promise<number> {
  await stage.index()
  const [row] = await database.query<{ atMs: number }>({
    label: 'test-newest',
    sql: 'select max(timestamp_ms) as "atMs" from blocks',
    values: [],
  })
  return Number(row?.atMs)
}

let asked = 0
/** A request no earlier build answers. */
const anew = (wallet: Wallet, marketAddress: string) => {
  asked += 1
  return { ...signerOf(wallet), marketAddress, clientRef: String(asked) }
}
const trader = () => stage.wallet({ collateral: 1_000n * ONE, coins: 4 })
const place = (wallet: Wallet, market: string, change: Partial<PlaceOrderRequest> = {}) => {
  const terms = { side: 'buy', outcome: 'yes', price: 400, quantity: String(10n * ONE) } as const
  return stage.builder.placeOrder({ ...anew(wallet, market), ...terms, ...change })
}
const quote = (wallet: Wallet, market: string, change: Partial<QuoteRequest> = {}) => {
  const bid = { side: 'buy', outcome: 'yes', price: 400, quantity: String(10n * ONE) } as const
  return stage.builder.quote({ ...anew(wallet, market), orders: [bid], ...change })
}
/** Ids of a wallet's orders that rest, oldest first. */
async function idsOf(wallet: Wallet): Promise<number[]> {
  await stage.index()
  const rows = await database.query<{ id: number }>({
    label: 'test-orders',
    sql: `select order_id as id from orders where trader = $1 and status = 'open' order by order_id`,
    values: [wallet.address],
  })
  return rows.map(({ id }) => Number(id))
}

describe('orders', () => {
  test('default: a buy brings its lock and the fee on it, a sell nothing; each has gas for five others it may meet', async () => {
    const [market = ''] = await stage.openMarkets()
    const [alice, bob] = [trader(), trader()]
    const resting = await place(alice, market)
    expect([scriptGasOf(resting), broughtBy(resting)]).toEqual([270_000, (41n * ONE) / 10n])
    await stage.send(alice, resting)
    // One is met: six, at 24,000 each.
    const meeting = await place(bob, market, { outcome: 'no', price: 600 })
    expect([scriptGasOf(meeting), broughtBy(meeting)]).toEqual([294_000, (615n * ONE) / 100n])
    await stage.send(bob, meeting)
    const sell = await place(alice, market, { side: 'sell', price: 700 })
    expect([scriptGasOf(sell), broughtBy(sell)]).toEqual([270_000, 0n])
    const postOnly = await place(alice, market, { timeInForce: 'post-only', price: 100 })
    expect([scriptGasOf(postOnly), broughtBy(postOnly)]).toEqual([270_000, (1_025n * ONE) / 1_000n])
  })

  test('behavior: in the closing window each has 25,000 more, for dead orders it may look at', async () => {
    const [market = ''] = await stage.openMarkets({ endsInMs: HOUR })
    const wallet = trader()
    expect(scriptGasOf(await place(wallet, market))).toBe(295_000)
    await stage.send(wallet, place(wallet, market))
    const cancel = { ...anew(wallet, market), orderId: 1, method: 'POST' } as const
    expect(scriptGasOf(await stage.builder.cancelOrder(cancel))).toBe(90_000)
    await stage.index()
    expect(scriptGasOf(await stage.builder.cancelAll(anew(wallet, market)))).toBe(90_000)
  })

  test('behavior: behind dead orders each has what a dry run of it takes, and gas for five more', async () => {
    const [market = ''] = await stage.openMarkets({ endsInMs: DAY })
    const [alice, bob, eve] = [trader(), trader(), trader()]
    await stage.send(alice, place(alice, market, { price: 500 }))
    await stage.send(bob, place(bob, market, { outcome: 'no', price: 500 }))
    pass(DAY - 3 * HOUR)
    const expiresAt = new Date(stage.devnet.clock.nowMs() + HOUR).toISOString()
    for (const price of [970, 910, 850])
      await stage.send(eve, place(eve, market, { price, timeInForce: 'gtd', expiresAt }))
    pass(HOUR + 1)
    const sell = { side: 'sell', outcome: 'yes', price: 900, quantity: String(ONE) } as const
    const resting = await place(alice, market, { ...sell, timeInForce: 'post-only' })
    const quoted = await quote(alice, market, { orders: [sell] })
    // What was dead stays dead; the closing window may hold five others. Its bound of fills takes two bytes less in the end.
    expect(scriptGasOf(resting)).toBe((await usedBy(alice, resting)) + 2 + 25_000 + 120_000)
    expect(scriptGasOf(quoted)).toBe(
      scriptGasWithMargin((await usedBy(alice, quoted)) + 40_000 + 25_000) + 120_000,
    )
    const met = { outcome: 'no', price: 600, timeInForce: 'ioc' } as const
    expect(scriptGasOf(await place(alice, market, met))).toBe(175_000 + 24_000 * 8)
  })

  test('error: what the clock says has ended is closed, though the newest block is from before', async () => {
    const begunMs = stage.devnet.clock.nowMs()
    const [market = ''] = await stage.openMarkets({ endsInMs: HOUR })
    const { votingMs, minTradingMs } = stage.deployment.periods
    const endsAtMs = begunMs + votingMs + minTradingMs + HOUR
    const wallet = trader()
    const orders = [{ side: 'buy', outcome: 'yes', price: 400, quantity: String(ONE) }] as const
    const outcomesAt = async (nowMs: number) => {
      const { placeOrder, quote } = stage.anotherBuilder({ clock: { nowMs: () => nowMs } })
      return [
        await refusalOf(placeOrder({ ...anew(wallet, market), ...orders[0] })),
        await refusalOf(quote({ ...anew(wallet, market), orders })),
      ]
    }
    expect(await outcomesAt(endsAtMs - 1)).toEqual(['ok', 'ok'])
    const endsAt = new Date(endsAtMs).toISOString()
    const closed = { code: 'MARKET_CLOSED', marketAddress: market, state: 'closed', endsAt }
    expect(await outcomesAt(endsAtMs)).toEqual([closed, closed])
  })

  test('error: what would only be cancelled, and what is not held, with the figures', async () => {
    const [market = ''] = await stage.openMarkets()
    const [alice, bob] = [trader(), trader()]
    expect(await refusalOf(place(bob, market, { quantity: String(ONE - 1n) }))).toEqual({
      ...{ code: 'STATE_CONFLICT', reason: 'would_not_rest' },
      ...{ marketAddress: market, minimum: String(ONE) },
    })
    await stage.send(alice, place(alice, market))
    const crossing = place(bob, market, { outcome: 'no', price: 600, timeInForce: 'post-only' })
    expect(await refusalOf(crossing)).toEqual({
      ...{ code: 'STATE_CONFLICT', reason: 'would_cross', marketAddress: market },
    })
    const short = { code: 'INSUFFICIENT_BALANCE', required: String(10n * ONE) }
    expect(await refusalOf(place(bob, market, { side: 'sell', outcome: 'no' }))).toEqual({
      ...{ ...short, token: 'shares:no', available: '0', shortfall: String(10n * ONE) },
    })
    const quantity = String(4n * ONE)
    await stage.send(bob, stage.builder.split({ ...anew(bob, market), quantity }))
    await stage.send(bob, place(bob, market, { side: 'sell', price: 900, quantity: String(ONE) }))
    expect(await refusalOf(place(bob, market, { side: 'sell' }))).toEqual({
      ...{ ...short, token: 'shares:yes', available: String(3n * ONE), shortfall: String(7n * ONE) },
    })
    expect(await refusalOf(place(bob, market, { side: 'sell', outcome: 'no' }))).toMatchObject({
      ...{ token: 'shares:no', available: quantity },
    })
    expect(
      await refusalOf(place(bob, market, { side: 'sell', price: 900, quantity: String(3n * ONE) })),
    ).toBe('ok')
  })
})

describe('cancels', () => {
  test('default: an order of the newest block is cancelled with the gas of the dearest case, each further with 20,000', async () => {
    const [market = ''] = await stage.openMarkets()
    const [alice, bob] = [trader(), trader()]
    const cancelAll = () => stage.builder.cancelAll(anew(alice, market))
    await stage.send(alice, place(alice, market, { price: 100 }))
    await stage.send(alice, place(alice, market, { price: 200 }))
    await stage.send(alice, place(alice, market, { price: 300 }))
    const [first = 0, , last = 0] = await idsOf(alice)
    const cancel = (wallet: Wallet, orderId: number) =>
      stage.builder.cancelOrder({ ...anew(wallet, market), orderId, method: 'DELETE' })
    expect(scriptGasOf(await cancel(alice, last))).toBe(65_000)
    expect(scriptGasOf(await cancelAll())).toBe(105_000)
    pass(1)
    expect(scriptGasOf(await cancelAll())).toBe(105_000)
    expect(broughtBy(await cancelAll())).toBe(0n)
    expect(await refusalOf(cancel(bob, last))).toEqual({ code: 'NOT_FOUND', orderId: last })
    await stage.send(alice, cancel(alice, first))
    expect(await idsOf(alice)).toHaveLength(2)
    expect(await refusalOf(cancel(alice, first))).toEqual({
      ...{ code: 'STATE_CONFLICT', reason: 'order_not_open', orderId: first },
    })
    expect(await refusalOf(cancel(bob, first))).toEqual({ code: 'NOT_FOUND', orderId: first })
    expect(await refusalOf(stage.builder.cancelAll(anew(bob, market)))).toEqual({
      ...{ code: 'STATE_CONFLICT', reason: 'no_open_orders', marketAddress: market },
    })
  })

  test('error: on a market that is resolved nothing is cancelled', async () => {
    const [market = ''] = await stage.openMarkets({ endsInMs: HOUR })
    const [alice, submitter] = [trader(), trader()]
    await stage.send(alice, place(alice, market))
    const [orderId = 0] = await idsOf(alice)
    pass(DAY)
    await stage.send(submitter, stage.builder.oracleSubmit({ ...anew(submitter, market), outcome: 'yes' }))
    pass(stage.deployment.periods.disputeMs)
    const [row] = await database.query<{ id: number }>({
      label: 'test-market',
      sql: 'select id from markets where market_address = $1',
      values: [market],
    })
    const oracleId = stage.deployment.contracts.oracle.id
    await stage.call(finalizeMarket({ oracleId, marketNumber: Number(row?.id) }))
    const closed = { code: 'MARKET_CLOSED', marketAddress: market, state: 'resolved' }
    const cancel = { ...anew(alice, market), orderId, method: 'POST' } as const
    expect(await refusalOf(stage.builder.cancelOrder(cancel))).toEqual(closed)
    expect(await refusalOf(stage.builder.cancelAll(anew(alice, market)))).toEqual(closed)
    expect(await refusalOf(stage.builder.merge({ ...anew(alice, market), quantity: '1' }))).toMatchObject(
      closed,
    )
    expect(await refusalOf(stage.builder.split({ ...anew(alice, market), quantity: '1' }))).toMatchObject(
      closed,
    )
    expect(await refusalOf(quote(alice, market))).toMatchObject(closed)
  })
})

describe('pairs', () => {
  test('default: a split brings its quantity; a merge says of which shares there are too few', async () => {
    const [market = ''] = await stage.openMarkets()
    const wallet = trader()
    const pairs = (units: bigint) => ({ ...anew(wallet, market), quantity: String(units * ONE) })
    const short = { code: 'INSUFFICIENT_BALANCE', required: String(4n * ONE) }
    expect(await refusalOf(stage.builder.merge({ ...pairs(4n), quantity: '1' }))).toMatchObject({
      ...{ code: 'INSUFFICIENT_BALANCE', token: 'shares:yes', available: '0', shortfall: '1' },
    })
    expect(await refusalOf(stage.builder.merge(pairs(4n)))).toEqual({
      ...{ ...short, token: 'shares:yes', available: '0', shortfall: String(4n * ONE) },
    })
    const split = await stage.builder.split(pairs(4n))
    expect(broughtBy(split)).toBe(4n * ONE)
    await stage.send(wallet, split)
    await stage.send(
      wallet,
      place(wallet, market, { side: 'sell', outcome: 'no', price: 900, quantity: String(ONE) }),
    )
    expect(await refusalOf(stage.builder.merge(pairs(4n)))).toEqual({
      ...{ ...short, token: 'shares:no', available: String(3n * ONE), shortfall: String(ONE) },
    })
    const merge = await stage.builder.merge(pairs(3n))
    expect(broughtBy(merge)).toBe(0n)
    await stage.send(wallet, merge)
    expect(await refusalOf(stage.builder.merge(pairs(1n)))).toMatchObject({
      ...{ token: 'shares:no', available: '0', required: String(ONE) },
    })
  })
})

describe('quotes', () => {
  test('default: the locks of its buys, less what it cancels gives back', async () => {
    const [market = ''] = await stage.openMarkets()
    const wallet = trader()
    const order = (price: number) =>
      ({ side: 'buy', outcome: 'yes', price, quantity: String(10n * ONE) }) as const
    const first = await quote(wallet, market, { orders: [order(400), order(300)] })
    expect(broughtBy(first)).toBe(7n * ONE)
    await stage.send(wallet, first)
    const [one = 0, two = 0] = await idsOf(wallet)
    pass(1)
    const brought = async (cancel: QuoteRequest['cancel'] & {}, ...prices: number[]) =>
      broughtBy(await quote(wallet, market, { cancel, orders: prices.map(order) }))
    expect(await brought([], 500)).toBe(5n * ONE)
    expect(await brought([one], 500)).toBe(ONE)
    expect(await brought([one], 400)).toBe(0n)
    expect(await brought([one, two], 100)).toBe(0n)
    expect(await brought('all', 400, 350)).toBe(ONE / 2n)
    const replaced = await quote(wallet, market, { cancel: 'all', orders: [order(350)] })
    await stage.send(wallet, replaced)
    expect(await idsOf(wallet)).toEqual([3])
  })

  test('behavior: it has gas for what is skipped now and may rest then, for five dead orders and for the closing window', async () => {
    const [market = ''] = await stage.openMarkets()
    const [closing = ''] = await stage.openMarkets({ endsInMs: HOUR })
    const wallet = trader()
    const bid = { side: 'buy', outcome: 'yes', price: 400, quantity: String(10n * ONE) } as const
    const dust = { ...bid, quantity: '1' }
    const gasOf = async (at: string, change: Partial<QuoteRequest> = {}) =>
      scriptGasOf(await quote(wallet, at, change))
    const alone = await gasOf(market)
    // Five that may be met at 24,000, and 40,000 with its margin of a fifth, beside what the dry run used.
    expect(alone).toBeGreaterThan(120_000 + 48_000 + 100_000)
    // Two that were skipped at 60,000, with the same margin.
    expect((await gasOf(market, { orders: [bid, dust, dust] })) - alone).toBeGreaterThanOrEqual(144_000)
    // Two cancels that met nothing, at 12,000.
    expect((await gasOf(market, { cancel: [4_711, 4_712] })) - alone).toBeGreaterThanOrEqual(25_000)
    expect((await gasOf(closing)) - alone).toBeGreaterThanOrEqual(25_000)
  })

  test('behavior: a cancel that was met brings the gas it used and no more', async () => {
    const [market = ''] = await stage.openMarkets()
    const wallet = trader()
    const order = (price: number) =>
      ({ side: 'buy', outcome: 'yes', price, quantity: String(10n * ONE) }) as const
    await stage.send(wallet, quote(wallet, market, { orders: [order(400), order(300)] }))
    const own = await idsOf(wallet)
    pass(1)
    const gasOf = async (cancel: readonly number[]) =>
      scriptGasOf(await quote(wallet, market, { cancel: [...cancel], orders: [order(350)] }))
    const ofTwo = (await gasOf(own)) - (await gasOf([]))
    // The dry run has seen them: nothing is added for what it might not have seen, and nothing taken away.
    expect(ofTwo).toBeGreaterThan(25_000)
    expect(ofTwo).toBeLessThan(45_000)
  })

  test('error: none of its orders would rest, and it cancels nothing', async () => {
    const [market = ''] = await stage.openMarkets()
    const [alice, bob] = [trader(), trader()]
    await stage.send(alice, place(alice, market))
    const crossing = { side: 'buy', outcome: 'no', price: 600, quantity: String(ONE) } as const
    const dust = { ...crossing, price: 500, quantity: String(ONE - 1n) }
    expect(await refusalOf(quote(bob, market, { orders: [crossing, dust] }))).toEqual({
      ...{ code: 'STATE_CONFLICT', reason: 'nothing_would_rest', reasons: ['post-only', 'dust'] },
    })
    await stage.send(bob, place(bob, market, { price: 100 }))
    const [own = 0] = await idsOf(bob)
    pass(1)
    expect(await refusalOf(quote(bob, market, { cancel: [own], orders: [crossing] }))).toBe('ok')
    expect(await refusalOf(quote(bob, market, { orders: [crossing, { ...crossing, price: 599 }] }))).toBe(
      'ok',
    )
  })
})

describe('the oracle', () => {
  test('behavior: each window is open to its last millisecond, and the refusal says until when', async () => {
    const [market = ''] = await stage.openMarkets()
    const { builder, deployment, devnet } = stage
    const { disputeMs, commitMs, revealMs } = deployment.periods
    const [submitter, disputer] = [trader(), trader()]
    const at = (ms: number) => devnet.controls.setTime({ setToMs: ms })
    const dispute = () => refusalOf(builder.oracleDispute(anew(disputer, market)))
    const commit = () =>
      refusalOf(builder.oracleCommit({ ...anew(submitter, market), commitHash: '5a'.repeat(32) }))
    const reveal = () =>
      refusalOf(
        builder.oracleReveal({
          ...{ ...anew(submitter, market), voterAddress: submitter.address },
          ...{ vote: 1, salt: '5a'.repeat(32) },
        }),
      )
    const closed = (window: string, endsAtMs: number) => ({
      ...{ code: 'STATE_CONFLICT', reason: `${window}_window_closed` },
      [`${window}EndsAt`]: new Date(endsAtMs).toISOString(),
    })
    pass(30 * DAY)
    await stage.send(submitter, builder.oracleSubmit({ ...anew(submitter, market), outcome: 'yes' }))
    const disputeEndsAtMs = (await newestBlockMs()) + disputeMs
    const late = stage.anotherBuilder({ clock: { nowMs: () => disputeEndsAtMs } })
    const tooLate = refusalOf(late.oracleDispute(anew(disputer, market)))
    expect(await tooLate).toEqual(closed('dispute', disputeEndsAtMs))
    at(disputeEndsAtMs - 1)
    await stage.send(disputer, builder.oracleDispute(anew(disputer, market)))
    expect(await dispute()).toEqual({
      ...{ code: 'STATE_CONFLICT', reason: 'not_proposed', marketAddress: market, state: 'disputed' },
    })
    const commitEndsAtMs = (await newestBlockMs()) + commitMs
    at(commitEndsAtMs - 1)
    expect(await commit()).toMatchObject({ reason: 'party_to_dispute', marketAddress: market })
    const commitEndsAt = new Date(commitEndsAtMs).toISOString()
    expect(await reveal()).toEqual({ code: 'STATE_CONFLICT', reason: 'reveal_not_open', commitEndsAt })
    at(commitEndsAtMs)
    expect(await commit()).toEqual(closed('commit', commitEndsAtMs))
    expect(await reveal()).toMatchObject({ reason: 'no_commit', marketAddress: market })
    at(commitEndsAtMs + revealMs)
    expect(await reveal()).toEqual(closed('reveal', commitEndsAtMs + revealMs))
  })
})

test('error: an address of no market is not found, whatever is asked of it', async () => {
  const marketAddress = stage.deployment.contracts.vault.address
  const at = anew(trader(), marketAddress)
  const { builder } = stage
  const askings = [builder.settle(at), builder.cancelAll(at), builder.oracleDispute(at)]
  const notFound = { code: 'NOT_FOUND', marketAddress }
  expect(await Promise.all(askings.map(refusalOf))).toEqual([notFound, notFound, notFound])
})

describe('a market whose number a reorganisation gave to another question', () => {
  test.each(['order', 'quote'] as const)(
    'behavior: %s: what still asks for the old one is refused once, and the next is for the new one',
    async (kind) => {
      await stage.openMarkets()
      const wallet = trader()
      const builder = stage.anotherBuilder()
      const terms = { side: 'buy', outcome: 'yes', price: 300, quantity: String(ONE) } as const
      const ask = (market: string) =>
        kind === 'order'
          ? builder.placeOrder({ ...anew(wallet, market), ...terms })
          : builder.quote({ ...anew(wallet, market), orders: [terms] })
      const { id } = stage.devnet.controls.snapshot()
      const [before = ''] = await stage.openMarkets()
      await ask(before)
      stage.devnet.controls.revert(id)
      await stage.index()
      const [after = ''] = await stage.openMarkets({ endsInMs: 8 * DAY })
      expect(after).toBe(before)
      expect(await refusalOf(ask(after))).toMatchObject({
        code: 'STATE_CONFLICT',
        reason: 'subject_changed',
      })
      await stage.send(wallet, ask(after))
    },
  )
})

describe('parlays, stakes and proposals', () => {
  test('default: an offer of the newest block is taken back with 50,000', async () => {
    const markets = await stage.openMarkets({ legs: 2 })
    const maker = trader()
    const legs = markets.map((marketAddress) => ({ marketAddress, outcome: 'yes' as const }))
    const offer = await stage.builder.offerParlay({
      ...{ ...signerOf(maker), amount: String(7n * ONE), combinedOdds: '1001', legs },
    })
    expect(broughtBy(offer)).toBe(7n * ONE)
    await stage.send(maker, offer)
    await stage.index()
    const [row] = await database.query<{ id: number }>({
      label: 'test-parlay',
      sql: 'select id from parlays where maker = $1',
      values: [maker.address],
    })
    const parlayId = Number(row?.id)
    const back = await stage.builder.cancelParlay({ ...signerOf(maker), parlayId })
    expect([scriptGasOf(back), broughtBy(back)]).toEqual([50_000, 0n])
    const taker = trader()
    const take = await stage.builder.takeParlay({ ...signerOf(taker), parlayId })
    expect(broughtBy(take)).toBe((7n * ONE) / 1_000n)
    await stage.send(taker, take)
    await stage.index()
    const gone = await refusalOf(stage.builder.takeParlay({ ...signerOf(trader()), parlayId }))
    expect(gone).toEqual({ code: 'STATE_CONFLICT', reason: 'already_taken', parlayId })
  })

  test('behavior: a stake is a holding: what is short of it has figures; its entry is made anew with 70,000', async () => {
    const wallet = stage.wallet({ stake: 100n * ONE })
    const of = (units: bigint) => ({
      ...{ ...signerOf(wallet), amount: String(units * ONE), clientRef: String(units) },
    })
    const token = stage.deployment.tokens.stake.id
    const required = String(3n * ONE)
    expect(await refusalOf(stage.builder.vaultUnlock(of(3n)))).toEqual({
      ...{ code: 'INSUFFICIENT_BALANCE', token, required, available: '0', shortfall: required },
    })
    await stage.send(wallet, stage.builder.vaultDeposit(of(2n)))
    expect(await refusalOf(stage.builder.vaultUnlock(of(3n)))).toEqual({
      ...{
        code: 'INSUFFICIENT_BALANCE',
        token,
        required,
        available: String(2n * ONE),
        shortfall: String(ONE),
      },
    })
    await stage.send(wallet, stage.builder.vaultUnlock(of(2n)))
    const unlockAtMs = stage.devnet.clock.nowMs() + stage.deployment.periods.unlockMs
    const running = (await refusalOf(stage.builder.vaultUnlock(of(1n)))) as { readonly unlockAt: string }
    expect(running).toMatchObject({ code: 'STATE_CONFLICT', reason: 'unlock_running' })
    expect(Math.abs(Date.parse(running.unlockAt) - unlockAtMs)).toBeLessThan(HOUR)
    pass(stage.deployment.periods.unlockMs)
    await stage.send(wallet, stage.builder.vaultWithdraw(signerOf(wallet)))
    expect(scriptGasOf(await stage.builder.vaultDeposit(of(4n)))).toBe(70_000)
    expect(await refusalOf(stage.builder.vaultWithdraw({ ...signerOf(wallet), clientRef: 'again' }))).toEqual(
      {
        ...{ code: 'STATE_CONFLICT', reason: 'no_stake' },
      },
    )
  })

  test('error: a vote for what never was is not found, for one whose period is over a conflict', async () => {
    await stage.openMarkets()
    await stage.index()
    const vote = (proposalId: number) => stage.builder.votingVote({ ...signerOf(trader()), proposalId })
    expect(await refusalOf(vote(4_711))).toEqual({ code: 'NOT_FOUND', proposalId: 4_711 })
    expect(await refusalOf(vote(1))).toEqual({
      ...{ code: 'STATE_CONFLICT', reason: 'period_over', proposalId: 1 },
    })
  })
})
