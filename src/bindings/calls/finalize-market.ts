import { type ContractCall, callScript } from '../call-script.ts'
import { ENTRY_DEPOSIT } from '../deposit.ts'

/** A void pays submitter, disputer and treasury in collateral, and the treasury in stake tokens. */
const PAYMENTS_MAX = 4

/**
 * Ends an undisputed submission or a dispute's round that has run its time; anybody may call it. It brings the deposit
 * of the round it may have to open.
 */
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
