import { type ContractCall, callScript } from '../../src/bindings/index.ts'

/** Takes tokens out of the devnet's token contract; on other networks there is none. */
export function takeTokens(call: {
  readonly tokenId: string
  readonly to: string
  readonly amount: bigint
}): ContractCall {
  return callScript({
    contract: 'DevToken',
    contractId: call.tokenId,
    method: 'take',
    args: { to: call.to, amount: call.amount },
    outputs: 1,
  })
}
