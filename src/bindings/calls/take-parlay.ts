import { type ContractCall, callScript } from '../call-script.ts'

/** Takes the other side of an offer; takerAmount is what the offer's event named. */
export function takeParlay(call: {
  readonly parlaysId: string
  readonly collateralId: string
  readonly parlayId: number
  readonly takerAmount: bigint
}): ContractCall {
  return callScript({
    contract: 'Parlays',
    contractId: call.parlaysId,
    method: 'take',
    args: { parlayId: BigInt(call.parlayId) },
    tokens: [{ id: call.collateralId, amount: call.takerAmount }],
    outputs: 2,
  })
}
