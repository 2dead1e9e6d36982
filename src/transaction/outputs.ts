import { CannotBuild } from './cannot-build.ts'
import { DUST } from './limits.ts'
import type { AssetOutput, Lock, Spendable, Token } from './model.ts'

/** What somebody is to receive, before it is cut into outputs. */
export interface Payment {
  readonly lock: Lock
  readonly alph: bigint
  readonly tokens: readonly Token[]
  readonly lockTimeMs?: bigint
  readonly additionalData?: Uint8Array
}

const NO_DATA = new Uint8Array(0)

/**
 * A payment as the chain stores it: one output per token holding exactly the dust amount, then one for the ALPH that is
 * left, never below dust.
 */
export function toOutputs(payment: Payment): AssetOutput[] {
  const { lock, lockTimeMs = 0n, additionalData = NO_DATA } = payment
  const output = (amount: bigint, tokens: readonly Token[]): AssetOutput => ({
    kind: 'asset',
    amount,
    lock,
    tokens,
    lockTimeMs,
    additionalData,
  })
  const outputs = payment.tokens.map((token) => output(DUST, [token]))
  const left = payment.alph - DUST * BigInt(payment.tokens.length)
  if (left >= DUST) outputs.push(output(left, []))
  else if (left > 0n) outputs.push(output(DUST, []))
  return outputs
}

/** Adds tokens up by id, in order of first appearance. */
export function sumTokens(tokens: readonly Token[]): Token[] {
  const sums = new Map<string, bigint>()
  for (const { id, amount } of tokens) sums.set(id, (sums.get(id) ?? 0n) + amount)
  return [...sums].map(([id, amount]) => ({ id, amount }))
}

/** What is left of the inputs after outputs and fee. */
export function remainderOf(
  inputs: readonly Spendable[],
  outputs: readonly AssetOutput[],
  fee: bigint,
): { readonly alph: bigint; readonly tokens: readonly Token[] } {
  const alphIn = inputs.reduce((sum, input) => sum + input.amount, 0n)
  const alphOut = outputs.reduce((sum, output) => sum + output.amount, 0n)
  if (alphIn < alphOut) throw new CannotBuild('not-enough-balance', 'Not enough balance')
  if (alphIn < alphOut + fee) throw new CannotBuild('not-enough-for-fee', 'Not enough balance for gas fee')
  const tokensIn = sumTokens(inputs.flatMap((input) => input.tokens))
  const tokensOut = new Map(
    sumTokens(outputs.flatMap((output) => output.tokens)).map(({ id, amount }) => [id, amount]),
  )
  const foreign = [...tokensOut.keys()].filter((id) => !tokensIn.some((token) => token.id === id))
  if (foreign.length > 0)
    throw new CannotBuild(
      'not-enough-balance',
      `New tokens found in outputs: Set(${foreign.map((id) => `TokenId(hex"${id}")`).join(', ')})`,
    )
  const tokens = tokensIn.map(({ id, amount }) => {
    const left = amount - (tokensOut.get(id) ?? 0n)
    if (left < 0n) throw new CannotBuild('not-enough-balance', `Not enough balance for token ${id}`)
    return { id, amount: left }
  })
  return { alph: alphIn - alphOut - fee, tokens: tokens.filter((token) => token.amount > 0n) }
}

/** The remainder as outputs back to the payer: it must be splittable, dust for each token and dust or nothing beside. */
export function changeOutputs(
  lock: Lock,
  remainder: { readonly alph: bigint; readonly tokens: readonly Token[] },
): AssetOutput[] {
  const { alph, tokens } = remainder
  if (alph === 0n && tokens.length === 0) return []
  const forTokens = DUST * BigInt(tokens.length)
  if (alph === forTokens || alph >= forTokens + DUST) return toOutputs({ lock, alph, tokens })
  const short = (what: string, expected: bigint) =>
    new CannotBuild(
      'change-too-small',
      `Not enough ALPH for ${what} change output, expected ${expected}, got ${alph}`,
    )
  if (tokens.length === 0) throw short('ALPH', DUST)
  if (alph < forTokens) throw short('token', forTokens)
  throw short('ALPH and token', forTokens + DUST)
}
