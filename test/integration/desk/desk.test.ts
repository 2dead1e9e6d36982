import { beforeAll, describe, expect, test } from 'vitest'
import {
  addLiquidity,
  buyNative,
  callScript,
  decodeDeskEvent,
  readState,
} from '../../../src/bindings/index.ts'
import { ONE } from '../../../src/domain/index.ts'
import { removeLiquidity, sellNative } from '../../support/stage/desk-calls.ts'
import type { Receipt, StageWallet } from '../../support/stage/host.ts'
import { joinCalls } from '../../support/stage/join-calls.ts'
import { FAR_MS, openStage, refusalOf, type Stage } from '../../support/stage/stage.ts'
import { createVmHost } from '../../support/stage/vm-host.ts'

/** The desk on a chain of its own each time: what it charges, who owns what, and every refusal. */
let stage: Stage
let a: StageWallet
let b: StageWallet
let runs = 0

async function open() {
  runs += 1
  stage = await openStage(createVmHost({ seed: `desk ${runs}`, startMs: 1_800_000_000_000 }), 'desk')
  ;[a, b] = (await stage.wallets(2, { alph: 1_000n * ONE })) as [StageWallet, StageWallet]
}
beforeAll(open)

const terms = () => ({ deskId: stage.deskId, collateralId: stage.collateralId, deadlineMs: FAR_MS })
const add = (wallet: StageWallet, amount: bigint, maxCollateral: bigint, changes: object = {}) =>
  stage.send(
    wallet,
    addLiquidity({ ...terms(), amount, minCollateral: 0n, maxCollateral, minShares: 1n, ...changes }),
  )
const remove = (wallet: StageWallet, shares: bigint, changes: object = {}) =>
  stage.send(wallet, removeLiquidity({ ...terms(), shares, minNative: 0n, minCollateral: 0n, ...changes }))
const buy = (wallet: StageWallet, amount: bigint, maxIn: bigint, deadlineMs = FAR_MS) =>
  stage.send(wallet, buyNative({ ...terms(), amount, maxIn, deadlineMs }))
const sell = (wallet: StageWallet, amount: bigint, minOut: bigint, deadlineMs = FAR_MS) =>
  stage.send(wallet, sellNative({ ...terms(), amount, minOut, deadlineMs }))
const said = (receipt: Receipt) => receipt.events.map((event) => decodeDeskEvent(event))
const state = async () => {
  const raw = await stage.host.contract(stage.deskId)
  const fields = raw === null ? null : readState('Desk', raw)
  if (raw === null || fields === null) throw new Error('no desk here')
  return {
    native: fields.nativeReserve,
    collateral: fields.collateralReserve,
    shares: fields.totalShares,
    heldNative: raw.attoAlph,
    heldCollateral: raw.tokens.get(stage.collateralId) ?? 0n,
  }
}

describe('liquidity', () => {
  test('default: the first sets the price and leaves a thousandth to nobody', async () => {
    await open()
    const [event] = said(await add(a, 100n * ONE, 25n * ONE))
    expect(event).toEqual({
      type: 'LiquidityAdded',
      provider: a.address,
      nativeAmount: 100n * ONE,
      collateralAmount: 25n * ONE,
      shares: 100n * ONE - ONE / 10n,
    })
    expect(await state()).toEqual({
      native: 100n * ONE,
      collateral: 25n * ONE,
      shares: 100n * ONE,
      heldNative: 100n * ONE + ONE / 10n,
      heldCollateral: 25n * ONE,
    })
  })

  test('behavior: more of it brings the reserves’ proportion, rounded up, and gets shares, rounded down', async () => {
    await open()
    await add(a, 100n * ONE, 25n * ONE)
    await sell(b, 7n * ONE, 1n)
    const before = await state()
    const [event] = said(await add(b, 3n * ONE, 100n * ONE))
    const brought = (3n * ONE * before.collateral + before.native - 1n) / before.native
    const shares = (3n * ONE * before.shares) / before.native
    expect(event).toMatchObject({ nativeAmount: 3n * ONE, collateralAmount: brought, shares })
  })

  test('behavior: all of a wallet’s shares pay no more than they brought, and its deposit comes back', async () => {
    await open()
    await add(a, 100n * ONE, 25n * ONE)
    const before = { alph: await stage.alphOf(b), collateral: await stage.collateralOf(b) }
    const [added] = said(await add(b, 3n * ONE + 1n, 100n * ONE))
    await remove(b, added?.type === 'LiquidityAdded' ? added.shares : 0n)
    const lost = before.collateral - (await stage.collateralOf(b))
    expect(lost).toBeGreaterThanOrEqual(0n)
    expect(lost).toBeLessThanOrEqual(2n)
    const { native, heldNative, collateral, heldCollateral } = await state()
    expect(heldNative - native).toBe(ONE / 10n)
    expect(heldCollateral).toBe(collateral)
  })

  test('behavior: the locked thousandth keeps the desk from ever being empty', async () => {
    await open()
    await add(a, 10n * ONE, ONE)
    await remove(a, 10n * ONE - ONE / 100n)
    expect(await state()).toMatchObject({ native: ONE / 100n, collateral: ONE / 1000n, shares: ONE / 100n })
  })

  test('error: too little at first, no shares, above or below the limits, more than is owned', async () => {
    await open()
    expect(await refusalOf(add(a, 10n * ONE - 1n, ONE))).toBe('Desk.FirstTooSmall')
    expect(await refusalOf(add(a, 10n * ONE, ONE - 1n))).toBe('Desk.FirstTooSmall')
    expect(await refusalOf(add(a, 10n * ONE, ONE, { minShares: 10n * ONE - ONE / 100n + 1n }))).toBe(
      'Desk.TooLittle',
    )
    expect(await refusalOf(add(a, 10n * ONE, ONE, { minCollateral: ONE + 1n }))).toBe('Desk.TooLittle')
    await add(a, 10n * ONE, ONE, { minCollateral: ONE })
    expect(await refusalOf(add(b, 10n * ONE, ONE - 1n))).toBe('Desk.TooDear')
    expect(await refusalOf(add(b, 10n * ONE, ONE, { minShares: 10n * ONE + 1n }))).toBe('Desk.TooLittle')
    expect(await refusalOf(add(b, 10n * ONE, 2n * ONE, { minCollateral: ONE + 1n }))).toBe('Desk.TooLittle')
    expect(await refusalOf(add(b, 0n, ONE))).toBe('Desk.AmountZero')
    expect(await refusalOf(remove(b, 1n))).toBe('Desk.NoShares')
    expect(await refusalOf(remove(a, 0n))).toBe('Desk.AmountZero')
    expect(await refusalOf(remove(a, 10n * ONE))).toBe('Desk.NotEnoughShares')
    expect(await refusalOf(remove(a, ONE, { minNative: ONE + 1n }))).toBe('Desk.TooLittle')
    expect(await refusalOf(remove(a, ONE, { minCollateral: ONE / 10n + 1n }))).toBe('Desk.TooLittle')
  })

  test('error: who opened the desk at another price takes nothing from who means one', async () => {
    await open()
    ;[a] = (await stage.wallets(1, { alph: 5_000n * ONE })) as [StageWallet]
    ;[b] = (await stage.wallets(1, { alph: 5_000n * ONE })) as [StageWallet]
    // A coin costs a quarter; b is first, with a four-thousandth.
    await add(b, 4_000n * ONE, ONE)
    const meant = { minCollateral: 250n * ONE, minShares: 999n * ONE }
    expect(await refusalOf(add(a, 1_000n * ONE, 250n * ONE, meant))).toBe('Desk.TooLittle')
    // Without the bound it would have brought a quarter of a unit for a thousand coins, and b could buy them for a song.
    const [event] = said(await add(a, 1_000n * ONE, 250n * ONE, { ...meant, minCollateral: ONE / 4n }))
    expect(event).toMatchObject({ collateralAmount: ONE / 4n, shares: 1_000n * ONE })
  })

  test('error: an entry is not removed in the block that made it, nor made in the block that removed it', async () => {
    await open()
    await add(a, 10n * ONE, ONE)
    const adding = addLiquidity({
      ...terms(),
      amount: ONE,
      minCollateral: 0n,
      maxCollateral: ONE,
      minShares: 1n,
    })
    const removing = removeLiquidity({ ...terms(), shares: ONE, minNative: 0n, minCollateral: 0n })
    expect(await refusalOf(stage.send(b, joinCalls(adding, removing)))).toBe('Desk.AddedInThisBlock')
    await add(b, ONE, ONE)
    expect(await refusalOf(stage.send(b, joinCalls(removing, adding)))).toBe('Desk.EntryRemovedInThisBlock')
  })
})

describe('trading', () => {
  test('default: exactly so much native coin for the product’s price and one percent, rounded up', async () => {
    await open()
    await add(a, 100n * ONE, 25n * ONE)
    const before = { alph: await stage.alphOf(b), collateral: await stage.collateralOf(b) }
    const cost = (25n * ONE * ONE * 100n + 99n * 99n * ONE - 1n) / (99n * 99n * ONE)
    const [event] = said(await buy(b, ONE, cost))
    expect(event).toEqual({
      type: 'NativeBought',
      trader: b.address,
      nativeAmount: ONE,
      collateralAmount: cost,
    })
    expect(before.collateral - (await stage.collateralOf(b))).toBe(cost)
    expect(await state()).toMatchObject({ native: 99n * ONE, collateral: 25n * ONE + cost })
  })

  test('behavior: the product never shrinks, to the unit, whoever trades what', async () => {
    await open()
    await add(a, 100n * ONE + 7n, 25n * ONE + 3n)
    const product = async () => {
      const { native, collateral } = await state()
      return native * collateral
    }
    for (const amount of [1n, 2n, 3n, 999n, ONE + 1n, 17n * ONE + 5n]) {
      let before = await product()
      await buy(b, amount, 100n * ONE)
      expect(await product()).toBeGreaterThanOrEqual(before)
      before = await product()
      if (amount > 3n) await sell(b, amount, 1n)
      expect(await product()).toBeGreaterThanOrEqual(before)
    }
  })

  test('error: above or below the limit, by one; nothing; all there is; without liquidity; late', async () => {
    await open()
    expect(await refusalOf(buy(b, 1n, ONE))).toBe('Desk.NoLiquidity')
    expect(await refusalOf(sell(b, ONE, 1n))).toBe('Desk.NoLiquidity')
    await add(a, 100n * ONE, 25n * ONE)
    const cost = (25n * ONE * ONE * 100n + 99n * 99n * ONE - 1n) / (99n * 99n * ONE)
    expect(await refusalOf(buy(b, ONE, cost - 1n))).toBe('Desk.TooDear')
    expect(await refusalOf(buy(b, 0n, ONE))).toBe('Desk.AmountZero')
    expect(await refusalOf(buy(b, 100n * ONE, 1000n * ONE))).toBe('Desk.NoLiquidity')
    const proceeds = (25n * ONE * ONE * 99n) / (100n * ONE * 100n + ONE * 99n)
    expect(await refusalOf(sell(b, ONE, proceeds + 1n))).toBe('Desk.TooLittle')
    expect(await refusalOf(sell(b, 0n, 0n))).toBe('Desk.AmountZero')
    expect(await refusalOf(sell(b, ONE, proceeds))).toBe('accepted')
    for (const callBy of [
      (deadlineMs: number) => buy(b, 1n, ONE, deadlineMs),
      (deadlineMs: number) => sell(b, ONE, 1n, deadlineMs),
      (deadlineMs: number) => add(b, ONE, ONE, { deadlineMs }),
      (deadlineMs: number) => remove(a, ONE, { deadlineMs }),
    ]) {
      const { nowMs, blockMs } = stage.host
      expect(await refusalOf(callBy(nowMs() + blockMs))).toBe('Desk.Expired')
      expect(await refusalOf(callBy(nowMs() + blockMs + 1))).toBe('accepted')
    }
  })

  test('error: NotAWallet for a contract', async () => {
    await open()
    await add(a, 100n * ONE, 25n * ONE)
    const { collateralId: token, deskId: desk } = stage
    const through = stage.act(
      'buyNative',
      { desk, token, amount: 1n, maxIn: ONE },
      { tokens: [{ id: token, amount: ONE }] },
    )
    expect(await refusalOf(stage.send(b, through))).toBe('Desk.NotAWallet')
  })

  test('error: the amount is taken from the caller, not believed', async () => {
    await open()
    await add(a, 100n * ONE, 25n * ONE)
    const nothing = callScript({
      contract: 'Desk',
      contractId: stage.deskId,
      method: 'buyNative',
      args: { amount: ONE, maxIn: ONE, deadline: BigInt(FAR_MS) },
    })
    expect(await refusalOf(stage.send(b, nothing))).toMatch(/Not enough approved balance/)
  })
})
