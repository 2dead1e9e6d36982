import { type ContractCall, callScript } from '../call-script.ts'
import { ENTRY_DEPOSIT } from '../deposit.ts'

interface DeskCall {
  readonly deskId: string
  readonly collateralId: string
  readonly deadlineMs: number
}

/** Buys exactly this much native coin for at most `maxIn` collateral. */
export function buyNative(
  call: DeskCall & { readonly amount: bigint; readonly maxIn: bigint },
): ContractCall {
  return callScript({
    contract: 'Desk',
    contractId: call.deskId,
    method: 'buyNative',
    args: { amount: call.amount, maxIn: call.maxIn, deadline: BigInt(call.deadlineMs) },
    tokens: [{ id: call.collateralId, amount: call.maxIn }],
    outputs: 1,
  })
}

/**
 * Adds both coins in the reserves' proportion, with collateral between both limits; the first liquidity brings exactly
 * `maxCollateral` and sets it. Who means a price gives limits close to it, or loses to whoever moved it.
 */
export function addLiquidity(
  call: DeskCall & {
    readonly amount: bigint
    readonly minCollateral: bigint
    readonly maxCollateral: bigint
    readonly minShares: bigint
  },
): ContractCall {
  const { amount, minCollateral, maxCollateral, minShares } = call
  return callScript({
    contract: 'Desk',
    contractId: call.deskId,
    method: 'addLiquidity',
    args: { amount, minCollateral, maxCollateral, minShares, deadline: BigInt(call.deadlineMs) },
    attoAlph: amount + ENTRY_DEPOSIT,
    tokens: [{ id: call.collateralId, amount: maxCollateral }],
    outputs: 1,
  })
}
