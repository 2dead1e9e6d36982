import type { ContractCall } from '../bindings/index.ts'
import { scriptGasWithMargin } from '../transaction/index.ts'
import { fromFailure } from './contract-refusal.ts'
import type { Context, Prepared } from './kind.ts'
import { dustFor, simulate } from './simulate.ts'

export interface CallTerms {
  readonly collateralRequired?: bigint
  /** Outputs the script may make, each of which needs dust. */
  readonly outputs?: number
  /** Gas that another state of the chain at inclusion may need on top of what the dry run used. */
  readonly slackGas?: number
  /** Added to the refusal when the contract says no. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Change of the caller's own tokens and one payment: what most calls make. */
const OUTPUTS_DEFAULT = 2

/** Simulates a call and prepares it, or refuses with the contract's own reason. */
export async function prepareCall(
  context: Context,
  call: ContractCall,
  terms: CallTerms = {},
): Promise<Prepared> {
  const dustAtto = dustFor(terms.outputs ?? OUTPUTS_DEFAULT)
  const simulation = await simulate(context, call, dustAtto)
  if (!simulation.ok) throw fromFailure(simulation.failure, terms.details)
  return {
    call,
    scriptGas: scriptGasWithMargin(simulation.scriptGas + (terms.slackGas ?? 0)),
    dustAtto,
    collateralRequired: terms.collateralRequired ?? 0n,
    effects: simulation.events,
  }
}
