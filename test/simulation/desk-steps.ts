import assert from 'node:assert/strict'
import { addressFromContractId } from '@alephium/web3'
import { addLiquidity, buyNative, type ContractCall, readState } from '../../src/bindings/index.ts'
import { ONE } from '../../src/domain/index.ts'
import { maxBigint, minBigint, type Random, randomBelow } from '../../src/kit/index.ts'
import { removeLiquidity, sellNative } from '../support/stage/desk-calls.ts'
import { FAR_MS, type Stage } from '../support/stage/stage.ts'
import { createDeskModel, type DeskAnswer, type DeskModel } from './models/desk-model.ts'

/** A desk of a life's own, and its model. */
export interface PlayedDesk {
  readonly id: string
  readonly address: string
  readonly model: DeskModel
  /** The contract keeps the model's reserves, and holds exactly those beside its own storage deposit. */
  readonly compare: () => Promise<void>
}

export async function openDesk(stage: Stage): Promise<PlayedDesk> {
  const id = await stage.openDesk()
  const model = createDeskModel({ unit: stage.unit })
  return {
    id,
    address: addressFromContractId(id),
    model,
    async compare() {
      const raw = await stage.host.contract(id)
      assert.ok(raw !== null)
      const { nativeReserve, collateralReserve, totalShares } = readState('Desk', raw)!
      const { native, collateral } = model.reserves()
      assert.deepEqual(
        [nativeReserve, collateralReserve, totalShares],
        [native, collateral, model.totalShares()],
      )
      assert.equal(raw.attoAlph, native + ONE / 10n)
      assert.equal(raw.tokens.get(stage.collateralId) ?? 0n, collateral)
    },
  }
}

/** What a desk begins with. */
export function firstLiquidity(
  provider: string,
  stage: Stage,
  { id, model }: PlayedDesk,
): { readonly call: ContractCall; readonly expect: () => DeskAnswer } {
  const terms = { deskId: id, collateralId: stage.collateralId, deadlineMs: FAR_MS }
  const liquidity = {
    amount: 20n * ONE + 7n,
    minCollateral: 0n,
    maxCollateral: 5n * stage.unit + 3n,
    minShares: 1n,
  }
  return {
    call: addLiquidity({ ...terms, ...liquidity }),
    expect: () => model.add(provider, liquidity),
  }
}

/** One call of the desk by somebody, with limits that hold, hold exactly, or miss by one. */
export function randomDeskCall(
  random: Random,
  trader: string,
  stage: Stage,
  { id, model }: PlayedDesk,
): { readonly call: ContractCall; readonly expect: () => DeskAnswer } {
  const pick = <T>(items: readonly T[]): T => items[randomBelow(random, items.length)]!
  const terms = { deskId: id, collateralId: stage.collateralId, deadlineMs: FAR_MS }
  const { unit } = stage
  const { native, collateral } = model.reserves()
  /** What the model would answer, and nothing of it stays. */
  const foresee = (play: () => DeskAnswer) => {
    const takeBack = model.mark()
    const answer = play()
    takeBack()
    return answer.ok ? answer.events[0]! : null
  }
  /** At most, or at least, around what it will be. */
  const around = (amount: bigint): bigint => pick([amount, amount + 1n, maxBigint(amount - 1n, 0n)])
  const action = model.totalShares() === 0n ? pick([0, 1, 2, 2, 2, 2]) : randomBelow(random, 4)
  if (action === 0) {
    const amount = pick([ONE / 2n, ONE + 7n, native / 3n, maxBigint(native - 1n, 0n), native, 1n, 0n])
    const bought = foresee(() => model.buy(trader, { amount, maxIn: 10n ** 60n }))
    const cost = bought?.collateralAmount ?? 0n
    // Nobody has more than that.
    const maxIn = minBigint(1_000n * unit, pick([cost, cost, cost + unit, around(cost)]))
    const call = { amount, maxIn }
    return { call: buyNative({ ...terms, ...call }), expect: () => model.buy(trader, call) }
  }
  if (action === 1) {
    const amount = pick([ONE, 3n * ONE + 1n, 20n * ONE, 1n, 0n])
    const sold = foresee(() => model.sell(trader, { amount, minOut: 0n }))
    const call = { amount, minOut: pick([0n, around(sold?.collateralAmount ?? 0n)]) }
    return { call: sellNative({ ...terms, ...call }), expect: () => model.sell(trader, call) }
  }
  if (action === 2) {
    const amount = pick([10n * ONE, 25n * ONE + 7n, 10n * ONE - 1n, ONE / 3n, 1n, 0n])
    const roomy = { amount, minCollateral: 0n, maxCollateral: 10n ** 60n, minShares: 0n }
    const added = model.totalShares() === 0n ? null : foresee(() => model.add(trader, roomy))
    const shares = added?.type === 'LiquidityAdded' ? added.shares : 0n
    const cost = added?.collateralAmount ?? pick([unit, 5n * unit + 3n, unit - 1n])
    const maxCollateral = pick([cost, cost, cost + unit, around(cost)])
    const minCollateral = pick([0n, 0n, cost, around(cost)])
    const call = { amount, minCollateral, maxCollateral, minShares: pick([0n, 0n, around(shares)]) }
    return { call: addLiquidity({ ...terms, ...call }), expect: () => model.add(trader, call) }
  }
  const owned = model.sharesOf(trader)
  const shares = pick([owned, owned, owned / 2n, owned + 1n, 1n, 0n])
  const paid = foresee(() => model.remove(trader, { shares, minNative: 0n, minCollateral: 0n }))
  const call = {
    shares,
    minNative: pick([0n, 0n, around(paid?.nativeAmount ?? 0n)]),
    minCollateral: pick([0n, 0n, around(paid?.collateralAmount ?? collateral)]),
  }
  return { call: removeLiquidity({ ...terms, ...call }), expect: () => model.remove(trader, call) }
}
