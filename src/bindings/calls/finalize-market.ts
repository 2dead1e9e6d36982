import { type ContractCall, callScript } from '../call-script.ts'
import { ENTRY_DEPOSIT } from '../deposit.ts'

/** Four bonds, and the market pays the submitter. */
const PAYMENTS_MAX = 5

/** Ends a window or a round that has run its time; anybody may call it. It brings the deposit of the second round. */
export function finalizeMarket(call: {
  readonly oracleId: string
  readonly marketNumber: number
}): ContractCall {
  return callScript({
    contract: 'Oracle',
    contractId: call.oracleId,
    method: 'finalize',
    args: { marketId: BigInt(call.marketNumber) },
    attoAlph: ENTRY_DEPOSIT,
    outputs: PAYMENTS_MAX,
  })
}
