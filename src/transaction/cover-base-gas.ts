import { CannotBuild } from './cannot-build.ts'
import { baseGasOf } from './gas.ts'
import type { Spendable } from './model.ts'
import type { Selection } from './select-coins.ts'

export interface BaseGasTerms {
  /** What the coins must cover besides the base gas. */
  readonly alph: bigint
  readonly outputs: number
  readonly unlockGas: number
  readonly gasPrice: bigint
}

/** Adds coins until they also pay for themselves: every input costs gas, and may bring less than it costs. */
export function coverBaseGas<C extends Spendable>(
  selection: Selection<C>,
  terms: BaseGasTerms,
): { readonly selection: Selection<C>; readonly gas: number } {
  let alph = selection.alph
  for (let extra = 0; ; extra++) {
    const gas = baseGasOf(selection.selected.length + extra, terms.outputs, terms.unlockGas)
    if (alph >= terms.alph + terms.gasPrice * BigInt(gas)) {
      const selected = selection.selected.concat(selection.rest.slice(0, extra))
      return { selection: { selected, rest: selection.rest.slice(extra), alph }, gas }
    }
    const next = selection.rest[extra]
    if (next === undefined)
      throw new CannotBuild(
        'not-enough-for-fee',
        'Not enough balance for fee, maybe transfer a smaller amount',
      )
    alph += next.amount
  }
}
