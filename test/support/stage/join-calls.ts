import { codec } from '@alephium/web3'
import type { ContractCall } from '../../../src/bindings/index.ts'
import type { TokenAmount } from '../../../src/domain/index.ts'
import { bytesToHex, hexToBytes } from '../../../src/kit/index.ts'

/** Several calls in one transaction, one after the other: what no builder of ours makes and anybody else can. */
export function joinCalls(...calls: readonly ContractCall[]): ContractCall {
  const methods = calls.map((call) => codec.script.scriptCodec.decode(hexToBytes(call.script)).methods[0]!)
  const script = codec.script.scriptCodec.encode({
    methods: [{ ...methods[0]!, instrs: methods.flatMap((method) => method.instrs) }],
  })
  const tokens = new Map<string, bigint>()
  for (const token of calls.flatMap((call) => call.tokens))
    tokens.set(token.id, (tokens.get(token.id) ?? 0n) + token.amount)
  return {
    script: bytesToHex(script),
    attoAlph: calls.reduce((sum, call) => sum + call.attoAlph, 0n),
    tokens: [...tokens].map(([id, amount]): TokenAmount => ({ id, amount })),
  }
}
