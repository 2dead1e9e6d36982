import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { devnetPeriods, finalizeMarket } from '../../src/bindings/index.ts'
import { ONE } from '../../src/domain/index.ts'
import { Fault, hexToBytes, Refusal } from '../../src/kit/index.ts'
import { decodeUnsignedTx } from '../../src/transaction/index.ts'
import { createTestDatabase, describeOnBothDatabases } from '../support/database.ts'
import { type BuildStage, openBuildStage, parseAnswer, signerOf } from '../support/venue/build-stage.ts'
import { absentNode } from '../support/venue/paper-venue.ts'
import type { Wallet } from '../support/venue/wallet.ts'

const MINUTE = 60_000

/** Keys of the coins a build spends. */
const inputsOf = (text: string): string[] =>
  decodeUnsignedTx(hexToBytes(parseAnswer(text).unsignedTx)).inputs.map((input) => input.ref.key)

const common = (a: string, b: string): string[] => inputsOf(a).filter((key) => inputsOf(b).includes(key))

async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('was not refused')
}

async function faultOf(promise: Promise<unknown>): Promise<Fault> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error('did not fail')
}

describeOnBothDatabases('builds are idempotent by body', (context) => {
  let stage: BuildStage
  let marketAddress: string
  beforeAll(async () => {
    stage = await openBuildStage(context.database, 'idempotency')
    marketAddress = (await stage.openMarkets({ endsInMs: 365 * 24 * 60 * MINUTE }))[0] ?? ''
  })
  afterAll(() => stage.close())
  beforeEach(() => stage.devnet.controls.setMining({ mode: 'instant' }))

  const order = (wallet: Wallet, change: object = {}) => ({
    ...signerOf(wallet),
    marketAddress,
    side: 'buy' as const,
    outcome: 'yes' as const,
    price: 300,
    quantity: String(2n * ONE),
    ...change,
  })
  const rich = (coins = 1) => stage.wallet({ collateral: 100n * ONE, alph: 50n * ONE, coins })
  const countBuilds = async (wallet: Wallet): Promise<number> => {
    const [row] = await context.database.query<{ n: number }>({
      label: 'test-count-builds',
      sql: 'select count(*) as n from builds where signer_address = $1',
      values: [wallet.address],
    })
    return row?.n ?? 0
  }

  describe('while a build lives', () => {
    test('default: the same body gets the same bytes, also from a builder that has seen nothing', async () => {
      const wallet = rich()
      const first = await stage.builder.placeOrder(order(wallet))
      expect(await stage.builder.placeOrder(order(wallet))).toBe(first)
      expect(await stage.builder.placeOrder(order(wallet, { type: 'limit', timeInForce: 'gtc' }))).toBe(first)
      expect(await stage.anotherBuilder().placeOrder(order(wallet))).toBe(first)
      expect(await countBuilds(wallet)).toBe(1)
    })

    test('F22 behavior: fifty at once, on two replicas, give one row and fifty equal answers', async () => {
      const wallet = rich()
      const replica = stage.anotherBuilder()
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) => (i % 2 ? replica : stage.builder).placeOrder(order(wallet))),
      )
      expect(new Set(answers).size).toBe(1)
      expect(await countBuilds(wallet)).toBe(1)
    })

    test('behavior: another body gets other bytes, and other coins when the wallet has them', async () => {
      const wallet = rich(4)
      const first = await stage.builder.placeOrder(order(wallet))
      const second = await stage.builder.placeOrder(order(wallet, { price: 301 }))
      expect(parseAnswer(second).txId).not.toBe(parseAnswer(first).txId)
      expect(common(first, second)).toEqual([])
      await stage.send(wallet, first)
      await stage.send(wallet, second)
    })

    test('behavior: a wallet of one coin builds on that coin again rather than not at all', async () => {
      const wallet = rich()
      const first = await stage.builder.placeOrder(order(wallet))
      const second = await stage.builder.placeOrder(order(wallet, { price: 302 }))
      expect(common(first, second)).not.toEqual([])
    })

    test('behavior: a retry while its own transaction waits in the mempool is answered, not refused for the coins it spent', async () => {
      const wallet = rich()
      stage.devnet.controls.setMining({ mode: 'manual' })
      const first = await stage.builder.placeOrder(order(wallet))
      await stage.send(wallet, first)
      expect(await stage.builder.placeOrder(order(wallet))).toBe(first)
      stage.devnet.controls.mine()
    })

    test('behavior: it ends ten minutes after it was built, to the millisecond', async () => {
      const wallet = rich()
      const first = await stage.builder.placeOrder(order(wallet))
      const builtAtMs = stage.devnet.clock.nowMs()
      stage.devnet.controls.setTime({ setToMs: builtAtMs + 10 * MINUTE - 1 })
      expect(await stage.builder.placeOrder(order(wallet))).toBe(first)
      stage.devnet.controls.setTime({ setToMs: builtAtMs + 10 * MINUTE })
      expect(await stage.builder.placeOrder(order(wallet))).not.toBe(first)
    })
  })

  describe('rebuilds', () => {
    test('behavior: of all builds of one body over time only one can land', async () => {
      const wallet = rich(3)
      const texts: string[] = []
      for (let i = 0; i < 4; i++) {
        texts.push(await stage.builder.placeOrder(order(wallet)))
        // More coins come in between, larger than those before: a fresh choice would take them.
        stage.fund(wallet, { alph: BigInt(100 + i) * ONE, collateral: BigInt(500 + i) * ONE })
        stage.devnet.controls.setTime({ advanceMs: 10 * MINUTE })
      }
      // The last one's time is over, too, before anybody sends it.
      texts.push(await stage.builder.placeOrder(order(wallet)))
      expect(new Set(texts).size).toBeGreaterThan(1)
      for (const [i, a] of texts.entries())
        for (const b of texts.slice(i + 1)) if (a !== b) expect(common(a, b)).not.toEqual([])
      const last = texts.at(-1) ?? ''
      await stage.send(wallet, last)
      for (const text of texts.filter((item) => item !== last))
        await expect(stage.send(wallet, text)).rejects.toThrow(/NonExistInput/)
    })

    test('behavior: an input spent by another transaction in a block means a fresh build', async () => {
      const wallet = rich()
      const first = await stage.builder.placeOrder(order(wallet))
      await stage.send(wallet, stage.builder.placeOrder(order(wallet, { price: 303 })))
      const second = await stage.builder.placeOrder(order(wallet))
      expect(common(first, second)).toEqual([])
      await stage.send(wallet, second)
    })

    test('behavior: so does one spent in the mempool', async () => {
      const wallet = rich()
      const first = await stage.builder.placeOrder(order(wallet))
      stage.devnet.controls.setMining({ mode: 'manual' })
      await stage.send(wallet, stage.builder.placeOrder(order(wallet, { price: 304 })))
      expect(await stage.builder.placeOrder(order(wallet))).not.toBe(first)
      stage.devnet.controls.mine()
    })

    test('behavior: after its inclusion the same body is a new intent', async () => {
      const wallet = rich()
      const first = await stage.send(wallet, stage.builder.placeOrder(order(wallet)))
      const second = await stage.send(wallet, stage.builder.placeOrder(order(wallet)))
      expect(second.txId).not.toBe(first.txId)
    })

    test('behavior: a build that was reorganised out is live again while its ten minutes last', async () => {
      const wallet = rich()
      const first = await stage.builder.placeOrder(order(wallet))
      await stage.send(wallet, first)
      stage.devnet.controls.reorg({ depth: 1, replay: false })
      expect(await stage.builder.placeOrder(order(wallet))).toBe(first)
      await stage.send(wallet, first)
    })
  })

  describe('clientRef', () => {
    test('behavior: keeps the build for a day, its inclusion notwithstanding', async () => {
      const wallet = rich()
      const body = order(wallet, { clientRef: 'payment-1' })
      const first = await stage.builder.placeOrder(body)
      const builtAtMs = stage.devnet.clock.nowMs()
      await stage.send(wallet, first)
      stage.devnet.controls.setTime({ setToMs: builtAtMs + 24 * 60 * MINUTE - 1 })
      expect(await stage.builder.placeOrder(body)).toBe(first)
      expect(await stage.builder.placeOrder({ ...body, clientRef: 'payment-2' })).not.toBe(first)
      stage.devnet.controls.setTime({ setToMs: builtAtMs + 24 * 60 * MINUTE })
      expect(await stage.builder.placeOrder(body)).not.toBe(first)
    })

    test('behavior: an input spent by another transaction still means a rebuild', async () => {
      const wallet = rich()
      const body = order(wallet, { clientRef: 'payment-3' })
      const first = await stage.builder.placeOrder(body)
      await stage.send(wallet, stage.builder.placeOrder(order(wallet, { price: 305 })))
      expect(await stage.builder.placeOrder(body)).not.toBe(first)
    })

    test('behavior: what its own transaction caused is no failed precondition', async () => {
      const wallet = rich()
      const { txId } = await stage.send(wallet, stage.builder.placeOrder(order(wallet, { price: 5 })))
      await stage.index()
      const { orders } = await stage.builder.getTransaction(txId)
      const cancel = {
        ...signerOf(wallet),
        marketAddress,
        orderId: Number(orders[0]?.orderId ?? 0),
        method: 'POST' as const,
      }
      const kept = await stage.builder.cancelOrder({ ...cancel, clientRef: 'c' })
      stage.devnet.controls.setTime({ advanceMs: 1 })
      await stage.send(wallet, kept)
      await stage.index()
      expect(await stage.builder.cancelOrder({ ...cancel, clientRef: 'c' })).toBe(kept)
      const refusal = await refusalOf(stage.builder.cancelOrder(cancel))
      expect([refusal.code, refusal.details.reason]).toEqual(['STATE_CONFLICT', 'order_not_open'])
    })
  })

  describe('when the node is in trouble', () => {
    test('behavior: stored builds are answered, new ones fail as the node’s fault', async () => {
      const wallet = rich()
      const first = await stage.builder.placeOrder(order(wallet))
      const cutOff = stage.anotherBuilder({ chain: absentNode() })
      expect(await cutOff.placeOrder(order(wallet))).toBe(first)
      expect((await faultOf(cutOff.placeOrder(order(wallet, { price: 306 })))).kind).toBe('upstream_error')
      expect(await stage.builder.placeOrder(order(wallet))).toBe(first)
    })

    test('behavior: but not past their ten minutes', async () => {
      const wallet = rich()
      await stage.builder.placeOrder(order(wallet))
      stage.devnet.controls.setTime({ advanceMs: 10 * MINUTE })
      const cutOff = stage.anotherBuilder({ chain: absentNode() })
      expect((await faultOf(cutOff.placeOrder(order(wallet)))).kind).toBe('upstream_error')
    })

    test('behavior: a node that answers too late is a timeout, and the next call finds it well again', async () => {
      const wallet = rich()
      const builder = stage.anotherBuilder({ chain: stage.connect({ deadlineMs: 1_500 }) })
      stage.devnet.controls.fault({
        route: '/contracts/call-tx-script',
        kind: 'delay',
        count: 1,
        delayMs: 5_000,
      })
      expect((await faultOf(builder.placeOrder(order(wallet)))).kind).toBe('upstream_timeout')
      expect(await builder.placeOrder(order(wallet))).toContain('unsignedTx')
    })
  })

  // Last, because it ends the market.
  describe('when the state has moved on', () => {
    test('F25 behavior: a market that closed wins over a stored build, and an expired one is not answered without a node', async () => {
      const [market = ''] = await stage.openMarkets({ endsInMs: 5 * MINUTE })
      const wallet = rich()
      const body = order(wallet, { marketAddress: market })
      await stage.builder.placeOrder(body)
      stage.devnet.controls.setTime({ advanceMs: 6 * 60 * MINUTE })
      expect((await refusalOf(stage.builder.placeOrder(body))).code).toBe('MARKET_CLOSED')
      const cutOff = stage.anotherBuilder({ chain: absentNode() })
      expect((await faultOf(cutOff.placeOrder(body))).kind).toBe('upstream_error')
    })

    test('F25 behavior: so does one that resolved, while the build’s ten minutes last', async () => {
      // Its periods are minutes: by the protocol's own no build outlives a resolution.
      const own = await createTestDatabase(context.engine)
      const database = await own.open()
      const quick = await openBuildStage(database, 'resolved', { periods: devnetPeriods })
      const { builder, deployment, devnet } = quick
      const [market = ''] = await quick.openMarkets({ endsInMs: MINUTE })
      const wallet = quick.wallet({ collateral: 100n * ONE, alph: 50n * ONE })
      const submitter = quick.wallet({ collateral: 200n * ONE, alph: 50n * ONE })
      const body = order(wallet, { marketAddress: market })
      const first = await builder.placeOrder(body)
      const builtAtMs = devnet.clock.nowMs()
      devnet.controls.setTime({ advanceMs: devnetPeriods.minTradingMs + MINUTE })
      const of = { ...signerOf(submitter), marketAddress: market }
      await quick.send(submitter, builder.oracleSubmit({ ...of, outcome: 'yes' }))
      devnet.controls.setTime({ advanceMs: devnetPeriods.disputeMs })
      await quick.call(finalizeMarket({ oracleId: deployment.contracts.oracle.id, marketNumber: 1 }))
      await quick.index()

      expect(devnet.clock.nowMs()).toBeLessThan(builtAtMs + 10 * MINUTE)
      const cutOff = quick.anotherBuilder({ chain: absentNode() })
      for (const replica of [builder, quick.anotherBuilder(), cutOff]) {
        const { code, details } = await refusalOf(replica.placeOrder(body))
        expect([code, details.state]).toEqual(['MARKET_CLOSED', 'resolved'])
      }
      await expect(quick.send(wallet, first)).rejects.toThrow()
      await quick.close()
      await database.close()
      await own.drop()
    })

    test('behavior: with the node away the index says that the market is closed', async () => {
      const [market = ''] = await stage.openMarkets({ endsInMs: 5 * MINUTE })
      const wallet = rich()
      const body = order(wallet, { marketAddress: market, clientRef: 'kept' })
      const first = await stage.builder.placeOrder(body)
      const cutOff = stage.anotherBuilder({ chain: absentNode() })
      expect(await cutOff.placeOrder(body)).toBe(first)
      stage.devnet.controls.setTime({ advanceMs: 6 * 60 * MINUTE })
      expect((await refusalOf(cutOff.placeOrder(body))).code).toBe('MARKET_CLOSED')
      expect((await refusalOf(stage.builder.placeOrder(body))).code).toBe('MARKET_CLOSED')
    })
  })
})
