import { type ContractCall, callScript } from '../../../src/bindings/index.ts'

/** What people can do at the desk and the venue builds no transaction for. */
interface DeskCall {
  readonly deskId: string
  readonly deadlineMs: number
}

/** Sells this much native coin for at least `minOut` collateral. */
export function sellNative(
  call: DeskCall & { readonly amount: bigint; readonly minOut: bigint },
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

/** Pays a part of both reserves for shares. */
export function removeLiquidity(
  call: DeskCall & {
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
