import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addLiquidity, buyNative, readState } from '../../src/bindings/index.ts'
import { type TxRequest, UntrustedBuild, verifyBuild } from '../../src/client/index.ts'
import { ONE } from '../../src/domain/index.ts'
import { blake2b256, bytesToHex, hexToBytes, Refusal } from '../../src/kit/index.ts'
import type { Database } from '../../src/store/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type Answer, type BuildStage, openBuildStage, signerOf } from '../support/venue/build-stage.ts'
import { pinOf } from '../support/venue/genuine-builds.ts'
import type { Wallet } from '../support/venue/wallet.ts'

const DAY = 24 * 60 * 60_000

async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('was not refused')
}

/** Native coin out of the collateral, in the transaction that needs it. */
describe('nativeFrom', () => {
  let own: TestDatabase
  let database: Database
  let stage: BuildStage
  let market: string
  beforeAll(async () => {
    own = await createTestDatabase('embedded')
    database = await own.open()
    stage = await openBuildStage(database, 'native-from')
    market = (await stage.openMarkets({ endsInMs: 10 * DAY }))[0] ?? ''
  })
  afterAll(async () => {
    await stage.close()
    await database.close()
    await own.drop()
  })

  const poor = (alph = ONE / 20n) => stage.wallet({ alph, collateral: 50n * ONE })
  const order = (wallet: Wallet, change: object = {}) => ({
    ...signerOf(wallet),
    marketAddress: market,
    side: 'buy' as const,
    outcome: 'yes' as const,
    price: 400,
    quantity: String(10n * ONE),
    ...change,
  })
  const seed = async (native: bigint, collateral: bigint) => {
    const { contracts, tokens } = stage.deployment
    const bank = stage.wallet({ alph: native + 10n * ONE, collateral })
    const call = addLiquidity({
      deskId: contracts.desk.id,
      collateralId: tokens.collateral.id,
      amount: native,
      minCollateral: 1n,
      maxCollateral: collateral,
      minShares: 1n,
      deadlineMs: Number.MAX_SAFE_INTEGER,
    })
    const built = await stage.chain.buildScript({
      publicKey: bank.publicKey,
      bytecode: call.script,
      attoAlph: call.attoAlph,
      tokens: call.tokens,
    })
    await stage.chain.submit({ unsignedTx: built.unsignedTx, signature: bank.sign(built.txId) })
  }
  const isOk = async ({ txId }: Answer) => (await stage.chain.findTransaction(txId))?.scriptExecutionOk

  test('error: without liquidity a wallet without coins is told what it lacks, and a swap is refused', async () => {
    expect((await refusalOf(stage.builder.placeOrder(order(poor())))).code).toBe('INSUFFICIENT_BALANCE')
    const refusal = await refusalOf(stage.builder.placeOrder(order(poor(), { nativeFrom: 'collateral' })))
    expect([refusal.code, refusal.details.reason]).toEqual(['STATE_CONFLICT', 'no_liquidity'])
  })

  test('error: more than the desk has', async () => {
    await seed(10n * ONE, ONE)
    const wallet = poor()
    const orders = Array.from({ length: 20 }, (_, i) => ({
      side: 'buy' as const,
      outcome: 'yes' as const,
      price: 1 + 49 * i,
      quantity: String(ONE),
    }))
    const quote = { ...signerOf(wallet), marketAddress: market, orders }
    expect((await refusalOf(stage.builder.quote(quote))).code).toBe('INSUFFICIENT_BALANCE')
  })

  test('default: 0.05 ALPH and 50 collateral place an order, cancel it and stake', async () => {
    await seed(1_000n * ONE, 250n * ONE)
    const wallet = stage.wallet({ alph: ONE / 20n, collateral: 50n * ONE, stake: 60_000n * ONE })
    const from = signerOf(wallet)
    const placed = await stage.send(wallet, stage.builder.placeOrder(order(wallet)))
    expect(await isOk(placed)).toBe(true)
    const swap = BigInt(placed.collateralRequired) - 4_100_000_000_000_000_000n
    expect(swap).toBeGreaterThan(0n)
    expect(placed.tokens).toEqual([
      { id: stage.deployment.tokens.collateral.id, amount: placed.collateralRequired },
    ])
    await stage.index()
    const report = await stage.builder.getTransaction(placed.txId)
    expect(report.build?.effects[0]).toMatchObject({ type: 'NativeBought', trader: wallet.address })
    stage.devnet.controls.setTime({ advanceMs: 10_000 })
    const cancel = stage.builder.cancelOrder({ ...from, marketAddress: market, orderId: 1, method: 'POST' })
    expect(await isOk(await stage.send(wallet, cancel))).toBe(true)
    const deposit = stage.builder.vaultDeposit({ ...from, amount: String(60_000n * ONE) })
    expect(await isOk(await stage.send(wallet, deposit))).toBe(true)
  })

  test('behavior: auto takes the wallet’s coins when it has enough; collateral and wallet do as they say', async () => {
    const rich = stage.wallet({ alph: 10n * ONE, collateral: 50n * ONE })
    const auto = JSON.parse(await stage.builder.placeOrder(order(rich))) as Answer
    expect(auto.collateralRequired).toBe('4100000000000000000')
    const bought = JSON.parse(
      await stage.builder.placeOrder(order(rich, { nativeFrom: 'collateral' })),
    ) as Answer
    expect(BigInt(bought.collateralRequired)).toBeGreaterThan(4_100_000_000_000_000_000n)
    expect(bought.gasAmount - auto.gasAmount).toBe(60_000)
    expect(BigInt(bought.attoNativeAmount) - BigInt(bought.gasAmount) * BigInt(bought.gasPrice)).toBe(
      BigInt(auto.attoNativeAmount) - BigInt(auto.gasAmount) * BigInt(auto.gasPrice),
    )
    const refusal = await refusalOf(stage.builder.placeOrder(order(poor(), { nativeFrom: 'wallet' })))
    expect(refusal.code).toBe('INSUFFICIENT_BALANCE')
  })

  test('error: who has too little collateral is told of the order’s alone', async () => {
    const short = stage.wallet({ alph: 10n * ONE, collateral: ONE })
    const refusal = await refusalOf(stage.builder.placeOrder(order(short)))
    expect([refusal.code, refusal.details]).toMatchObject([
      'INSUFFICIENT_BALANCE',
      {
        token: stage.deployment.tokens.collateral.id,
        required: '4100000000000000000',
        available: String(ONE),
      },
    ])
  })

  test('error: a price above maxSwap, and a wallet that cannot pay the gas', async () => {
    const refusal = await refusalOf(stage.builder.placeOrder(order(poor(), { maxSwap: '1' })))
    expect([refusal.code, refusal.details.reason]).toEqual(['STATE_CONFLICT', 'swap_too_dear'])
    const broke = await refusalOf(stage.builder.placeOrder(order(poor(ONE / 500n))))
    expect([broke.code, broke.details.token]).toEqual(['INSUFFICIENT_BALANCE', '00'.repeat(32)])
    expect(BigInt(String(broke.details.required))).toBeLessThan(ONE / 10n)
  })

  test('error: verifyBuild refuses another desk, a dearer swap and one that was not asked for', async () => {
    const wallet = poor()
    const build = JSON.parse(await stage.builder.placeOrder(order(wallet))) as Answer
    const { marketAddress: address, ...input } = order(wallet)
    const request = { kind: 'placeOrder', address, ...input } as TxRequest
    const facts = { venue: pinOf(stage), marketNumber: 1, nowMs: stage.devnet.clock.nowMs() }
    expect(verifyBuild(request, build, facts).txId).toBe(build.txId)
    expect(() => verifyBuild(request, build, { ...facts, maxSwap: 1n })).toThrow(/a swap of up to/)
    // The request's limit counts where the caller has none of its own.
    expect(() => verifyBuild({ ...request, maxSwap: '1' }, build, facts)).toThrow(/a swap of up to/)
    const generous = { ...request, maxSwap: String(ONE) }
    expect(() => verifyBuild(generous, build, { ...facts, maxSwap: 1n })).toThrow(/a swap of up to/)
    expect(() => verifyBuild({ ...request, nativeFrom: 'wallet' }, build, facts)).toThrow(/not asked for/)
    const elsewhere = { ...facts.venue, venueId: `${'aa'.repeat(31)}00` }
    expect(() => verifyBuild(request, build, { ...facts, venue: elsewhere })).toThrow()

    // The same transaction with somebody else's desk in it, under the id that it has then.
    const { id: deskId } = stage.deployment.contracts.desk
    expect(build.unsignedTx.split(deskId)).toHaveLength(2)
    const unsignedTx = build.unsignedTx.replace(deskId, `${'bb'.repeat(31)}00`)
    const txId = bytesToHex(blake2b256(hexToBytes(unsignedTx)))
    expect(() => verifyBuild(request, { ...build, unsignedTx, txId }, facts)).toThrow(UntrustedBuild)
  })

  test('behavior: the price may move by what maxSwap allows, and not by a unit more', async () => {
    const wallet = poor()
    const dry = JSON.parse(await stage.builder.placeOrder(order(wallet))) as Answer
    const cap = BigInt(dry.collateralRequired) - 4_100_000_000_000_000_000n
    // The default cap is the price and 3 % of it, rounded up.
    const price = (cap * 100n) / 103n
    const exact = await stage.builder.placeOrder(order(poor(), { maxSwap: String(price) }))
    expect((JSON.parse(exact) as Answer).collateralRequired).toBe(String(4_100_000_000_000_000_000n + price))
    const refusal = await refusalOf(stage.builder.placeOrder(order(poor(), { maxSwap: String(price - 1n) })))
    expect(refusal.details).toMatchObject({ reason: 'swap_too_dear', price: String(price) })
  })

  test('error: no_liquidity once others have bought what the desk had', async () => {
    const { contracts, tokens } = stage.deployment
    const state = await stage.chain.findContractState(contracts.desk.address)
    const desk = state === null ? null : readState('Desk', state)
    const amount = (desk?.nativeReserve ?? 0n) - ONE / 100n
    const whale = stage.wallet({ alph: 10n * ONE, collateral: 10n ** 9n * ONE })
    const call = buyNative({
      deskId: contracts.desk.id,
      collateralId: tokens.collateral.id,
      amount,
      maxIn: 10n ** 9n * ONE,
      deadlineMs: Number.MAX_SAFE_INTEGER,
    })
    const built = await stage.chain.buildScript({
      publicKey: whale.publicKey,
      bytecode: call.script,
      attoAlph: call.attoAlph,
      tokens: call.tokens,
    })
    await stage.chain.submit({ unsignedTx: built.unsignedTx, signature: whale.sign(built.txId) })
    for (const nativeFrom of ['auto', 'collateral'] as const) {
      const refusal = await refusalOf(stage.builder.placeOrder(order(poor(), { nativeFrom })))
      expect(refusal.details).toMatchObject({ reason: 'no_liquidity', available: String(ONE / 100n) })
    }
  })
})
