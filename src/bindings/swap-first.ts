import { codec } from '../alephium/index.ts'
import { bytesToHex, hexToBytes, maxBigint } from '../kit/index.ts'
import type { ContractCall } from './call-script.ts'
import { buyNative } from './calls/desk.ts'

export interface NativeSwap {
  readonly deskId: string
  readonly collateralId: string
  /** Collateral it may cost at most. */
  readonly maxIn: bigint
  readonly deadlineMs: number
}

/** What the gas of such a transaction costs, with room: 400,000 at the lowest price. */
const GAS_COSTS = 4n * 10n ** 16n

/**
 * What a swap before a call buys: what the call brings in native coin, and what replaces the gas, which only the wallet's own
 * coins can pay. So a wallet that has it once can go on. A call that brings nothing buys nothing.
 */
export const nativeFor = ({ attoAlph }: ContractCall): bigint => (attoAlph === 0n ? 0n : attoAlph + GAS_COSTS)

/**
 * Buys what the call brings in native coin first, in the same script: what a call was paid is the caller's for the calls
 * after it. The transaction then brings collateral in its place.
 */
export function swapFirst(call: ContractCall, swap: NativeSwap): ContractCall {
  const bought = buyNative({ ...swap, amount: nativeFor(call) })
  const [first, second] = [instrsOf(bought), instrsOf(call)]
  const script = codec.script.scriptCodec.encode({
    methods: [{ ...first, instrs: [...first.instrs, ...second.instrs] }],
  })
  const tokens = new Map<string, bigint>([[swap.collateralId, swap.maxIn]])
  for (const { id, amount } of call.tokens) tokens.set(id, (tokens.get(id) ?? 0n) + amount)
  return {
    script: bytesToHex(script),
    attoAlph: maxBigint(call.attoAlph - nativeFor(call), bought.attoAlph),
    tokens: [...tokens].map(([id, amount]) => ({ id, amount })),
  }
}

function instrsOf({ script }: ContractCall) {
  const [method] = codec.script.scriptCodec.decode(hexToBytes(script)).methods
  return method! // callScript makes exactly one
}
