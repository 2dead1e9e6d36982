import { assert } from '../kit/index.ts'
import { CannotBuild } from './cannot-build.ts'
import { DUST, GAS_MIN, INPUTS_MAX, OUTPUTS_MAX } from './limits.ts'
import type { AssetOutput, Payer, Spendable, TxInput, UnsignedTx } from './model.ts'
import { changeOutputs, type Payment, remainderOf, sumTokens, toOutputs } from './outputs.ts'

const SAME_AS_PREVIOUS = '03'

export interface Terms {
  readonly networkId: number
  readonly payer: Payer
  readonly inputs: readonly Spendable[]
  readonly gasAmount: number
  readonly gasPrice: bigint
}

/** Payments to others plus change to the payer; also says how many of the outputs are payments. */
export function assembleTransfer(
  terms: Terms,
  payments: readonly Payment[],
): { readonly tx: UnsignedTx; readonly paymentOutputs: number } {
  checkInputs(terms.inputs)
  if (payments.some((payment) => payment.alph < DUST))
    throw new CannotBuild('bad-outputs', 'Tx output value is too small, avoid spreading dust')
  if (payments.some((payment) => payment.tokens.some((token) => token.amount === 0n)))
    throw new CannotBuild('bad-outputs', 'Value is Zero for one or many tokens in the transaction output')
  const paid = payments.flatMap(toOutputs)
  const change = changeOutputs(terms.payer.lock, remainderOf(terms.inputs, paid, feeOf(terms)))
  const outputs = [...paid, ...change]
  if (outputs.length > OUTPUTS_MAX)
    throw new CannotBuild(
      'too-many-outputs',
      'Too many outputs for the transfer, consider to reduce the amount to send.',
    )
  const tx = unsignedTx(terms, undefined, outputs)
  assertConserved(terms.inputs, outputs, { alph: feeOf(terms), tokens: [] })
  return { tx, paymentOutputs: paid.length }
}

export interface ScriptCall {
  /** Hex of the bytecode. */
  readonly script: string
  /** Whether the entry method takes approved assets; otherwise everything is change. */
  readonly isPayable: boolean
  readonly approved: Pick<Payment, 'alph' | 'tokens'>
  /** Dust the script will draw for outputs it makes, on top of what is approved. */
  readonly extraAlph: bigint
}

/**
 * A script call: what is approved is left out of the outputs and becomes the script's starting balance, the rest goes
 * back as change.
 */
export function assembleScriptCall(terms: Terms, call: ScriptCall): UnsignedTx {
  checkInputs(terms.inputs)
  const approved = call.isPayable ? toOutputs({ lock: terms.payer.lock, ...call.approved }) : []
  const fee = feeOf(terms) + call.extraAlph
  const change = changeOutputs(terms.payer.lock, remainderOf(terms.inputs, approved, fee))
  const left = {
    alph: fee + approved.reduce((sum, output) => sum + output.amount, 0n),
    tokens: approved.flatMap((output) => output.tokens),
  }
  assertConserved(terms.inputs, change, left)
  return unsignedTx(terms, call.script, change)
}

export function inputsOf(coins: readonly Spendable[], unlock: string): TxInput[] {
  return coins.map(({ hint, key }, index) => ({
    ref: { hint, key },
    unlock: index === 0 ? unlock : SAME_AS_PREVIOUS,
  }))
}

const feeOf = (terms: Terms): bigint => terms.gasPrice * BigInt(terms.gasAmount)

function unsignedTx(
  terms: Terms,
  script: string | undefined,
  fixedOutputs: readonly AssetOutput[],
): UnsignedTx {
  const { networkId, gasAmount, gasPrice } = terms
  assert(gasAmount >= GAS_MIN, `gas ${gasAmount} is below what any transaction needs`)
  const inputs = inputsOf(terms.inputs, terms.payer.unlock)
  return { version: 0, networkId, script, gasAmount, gasPrice, inputs, fixedOutputs }
}

function checkInputs(inputs: readonly Spendable[]): void {
  if (inputs.length > INPUTS_MAX)
    throw new CannotBuild(
      'too-many-inputs',
      'Too many inputs for the transfer, consider to reduce the amount to send, or use the `sweep-address` endpoint to consolidate the inputs first',
    )
  if (new Set(inputs.map((input) => input.key)).size < inputs.length)
    throw new CannotBuild('bad-outputs', 'Inputs not unique')
}

/**
 * Every unit that goes in comes out, or is meant to stay inside. The chain does not check this for tokens: one that is
 * in the inputs and in no output is burnt without a word.
 */
function assertConserved(
  inputs: readonly Spendable[],
  outputs: readonly AssetOutput[],
  left: Pick<Payment, 'alph' | 'tokens'>,
): void {
  const alphIn = inputs.reduce((sum, input) => sum + input.amount, 0n)
  const alphOut = outputs.reduce((sum, output) => sum + output.amount, 0n)
  assert(alphIn === alphOut + left.alph, 'a transaction must not create or lose ALPH')
  const tokensIn = sumTokens(inputs.flatMap((input) => input.tokens))
  const out = sumTokens([...outputs.flatMap((output) => output.tokens), ...left.tokens])
  const amounts = new Map(out.map(({ id, amount }) => [id, amount]))
  assert(
    tokensIn.length === amounts.size && tokensIn.every(({ id, amount }) => amounts.get(id) === amount),
    'a transaction must not create or lose tokens',
  )
}
