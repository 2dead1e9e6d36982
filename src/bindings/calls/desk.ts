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

/** Sells this much native coin for at least `minOut` collateral. */
export function sellNative(
  call: Omit<DeskCall, 'collateralId'> & { readonly amount: bigint; readonly minOut: bigint },
): ContractCall {
  return callScript({
    contract: 'Desk',
    contractId: call.deskId,
    method: 'sellNative',
    args: { amount: call.amount, minOut: call.minOut, deadline: BigInt(call.deadlineMs) },
    attoAlph: call.amount,
    outputs: 1,
  })
}

/** Adds both coins in the reserves' proportion; the first liquidity brings exactly `maxCollateral` and sets it. */
export function addLiquidity(
  call: DeskCall & { readonly amount: bigint; readonly maxCollateral: bigint; readonly minShares: bigint },
): ContractCall {
  const { amount, maxCollateral, minShares } = call
  return callScript({
    contract: 'Desk',
    contractId: call.deskId,
    method: 'addLiquidity',
    args: { amount, maxCollateral, minShares, deadline: BigInt(call.deadlineMs) },
    attoAlph: amount + ENTRY_DEPOSIT,
    tokens: [{ id: call.collateralId, amount: maxCollateral }],
    outputs: 1,
  })
}

/** Pays a part of both reserves for shares. */
export function removeLiquidity(
  call: Omit<DeskCall, 'collateralId'> & {
    readonly shares: bigint
    readonly minNative: bigint
    readonly minCollateral: bigint
  },
): ContractCall {
  const { shares, minNative, minCollateral } = call
  return callScript({
    contract: 'Desk',
    contractId: call.deskId,
    method: 'removeLiquidity',
    args: { shares, minNative, minCollateral, deadline: BigInt(call.deadlineMs) },
    outputs: 1,
  })
}
