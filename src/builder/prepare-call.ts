import type { ContractCall } from '../bindings/index.ts'
import { CONTRACT_LIMIT } from '../domain/index.ts'
import { scriptGasWithMargin } from '../transaction/index.ts'
import { fromFailure, nameOfFailure } from './contract-refusal.ts'
import type { Context, Prepared } from './kind.ts'
import { simulate } from './simulate.ts'

export interface CallTerms {
  readonly collateralRequired?: bigint
  /** Gas that another state of the chain at inclusion may need on top of what the dry run used. */
  readonly slackGas?: number
  /** Script gas for a call that fails now only because its entry was made or removed in the newest block: see below. */
  readonly gasUnseen?: number
  /** Added to the refusal when the contract says no. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Simulates a call and prepares it, or refuses with the contract's own reason. */
export async function prepareCall(
  context: Context,
  call: ContractCall,
  terms: CallTerms = {},
): Promise<Prepared> {
  const collateralRequired = terms.collateralRequired ?? 0n
  // More than the contracts count is more than anybody holds: the balance, which is looked at next, says so.
  if (collateralRequired >= CONTRACT_LIMIT) return { call, scriptGas: 0, collateralRequired, effects: [] }
  const simulation = await simulate(context, call)
  if (simulation.ok) {
    const scriptGas = scriptGasWithMargin(simulation.scriptGas + (terms.slackGas ?? 0))
    return { call, scriptGas, collateralRequired, effects: simulation.events }
  }
  if (terms.gasUnseen !== undefined && onlyNeedsNextBlock.has(nameOfFailure(simulation.failure) ?? ''))
    return { call, scriptGas: terms.gasUnseen, collateralRequired, effects: [] }
  throw fromFailure(simulation.failure, terms.details ?? { signerAddress: context.signer.wallet.address })
}

/**
 * Refusals that a dry run can meet when the node's clock has not moved past its newest block, and the transaction
 * itself never will: it comes in a later block, and times along a chain strictly grow.
 */
const onlyNeedsNextBlock: ReadonlySet<string> = new Set([
  'Market.PlacedInThisBlock',
  'Parlays.OfferedInThisBlock',
  'Vault.EntryRemovedInThisBlock',
])
