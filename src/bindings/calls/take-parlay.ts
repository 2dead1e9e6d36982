import { type ContractCall, callScript } from '../call-script.ts'

/** Takes the other side of an offer; takerAmount is what the offer's event named. */
export function takeParlay(call: {
  readonly parlaysId: string
  readonly collateralId: string
  readonly parlayId: number
  readonly takerAmount: bigint
  /** What the id stands for: the offer's terms. */
  readonly terms: string
  readonly deadlineMs: number
}): ContractCall {
  return callScript({
    contract: 'Parlays',
    contractId: call.parlaysId,
    method: 'take',
    args: { parlayId: BigInt(call.parlayId), said: call.terms, deadline: BigInt(call.deadlineMs) },
    tokens: [{ id: call.collateralId, amount: call.takerAmount }],
    outputs: 2,
  })
}
