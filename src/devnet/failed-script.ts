import { type AssetOutput, limits, toOutputs, type UnsignedTx } from '../transaction/index.ts'

const { DUST } = limits

/**
 * What a payable script that fails in a block gives back: everything left to it, minus the fee, as outputs of its owners.
 * Undefined when that cannot be cut into valid outputs; such a transaction is refused beforehand, because its failed form
 * would not exist.
 */
export function refundOutputs(
  unsigned: UnsignedTx,
  inputs: readonly AssetOutput[],
): AssetOutput[] | undefined {
  const alph = new Map<string, bigint>()
  const tokens = new Map<string, Map<string, bigint>>()
  const move = (output: AssetOutput, sign: bigint) => {
    alph.set(output.lock, (alph.get(output.lock) ?? 0n) + sign * output.amount)
    const ofLock = tokens.get(output.lock) ?? new Map<string, bigint>()
    for (const { id, amount } of output.tokens) ofLock.set(id, (ofLock.get(id) ?? 0n) + sign * amount)
    tokens.set(output.lock, ofLock)
  }
  for (const input of inputs) move(input, 1n)
  for (const output of unsigned.fixedOutputs) {
    if (!alph.has(output.lock)) return undefined
    move(output, -1n)
  }
  const payer = inputs[0]!.lock
  alph.set(payer, (alph.get(payer) ?? 0n) - unsigned.gasPrice * BigInt(unsigned.gasAmount))
  const outputs: AssetOutput[] = []
  for (const [lock, amount] of alph) {
    const left = [...(tokens.get(lock) ?? [])].filter(([, tokenAmount]) => tokenAmount !== 0n)
    if (amount < 0n || left.some(([, tokenAmount]) => tokenAmount < 0n)) return undefined
    const forTokens = DUST * BigInt(left.length)
    if (amount !== forTokens && amount < forTokens + DUST) return undefined
    const sorted = left
      .sort(([a], [b]) => compareSigned(a, b))
      .map(([id, tokenAmount]) => ({ id, amount: tokenAmount }))
    outputs.push(...toOutputs({ lock, alph: amount, tokens: sorted }))
  }
  return outputs
}

/** The chain orders token ids by signed bytes: 80..ff come before 00..7f. */
export function compareSigned(a: string, b: string): number {
  for (let i = 0; i < a.length; i += 2) {
    const byteA = (Number.parseInt(a.slice(i, i + 2), 16) << 24) >> 24
    const byteB = (Number.parseInt(b.slice(i, i + 2), 16) << 24) >> 24
    if (byteA !== byteB) return byteA - byteB
  }
  return 0
}
