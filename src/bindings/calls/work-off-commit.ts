import { type ContractCall, callScript } from '../call-script.ts'

/** A reward in stake tokens and one in collateral. */
const PAYMENTS_MAX = 2

/** Slashes or rewards one voter of a submission that is over; anybody may call it. */
export function workOffCommit(call: {
  readonly oracleId: string
  readonly marketNumber: number
  readonly round: number
  readonly voter: string
}): ContractCall {
  return callScript({
    contract: 'Oracle',
    contractId: call.oracleId,
    method: 'workOff',
    args: { marketId: BigInt(call.marketNumber), round: BigInt(call.round), voter: call.voter },
    outputs: PAYMENTS_MAX,
  })
}
