import type { ContractCall, Deployment } from '../bindings/index.ts'
import { scriptGasWithMargin } from '../transaction/index.ts'
import { fromFailure, nameOfFailure } from './contract-refusal.ts'
import { invalid } from './invalid.ts'
import type { Context, Prepared } from './kind.ts'
import { simulate } from './simulate.ts'
import { readTime } from './time-field.ts'

/** Five years of 365 days, as the voting contract counts them. */
const ENDS_AT_AHEAD_MAX_MS = 5 * 365 * 24 * 60 * 60_000

/** When trading ends: after voting and the minimum trading time, within five years. */
export function readEndsAt(text: string, { venue, nowMs }: { venue: Deployment; nowMs: number }): number {
  const endsAtMs = readTime('endsAt', text)
  const earliestMs = nowMs + venue.periods.votingMs + venue.periods.minTradingMs
  if (endsAtMs < earliestMs) throw tooSoon(text, earliestMs)
  const latestMs = nowMs + ENDS_AT_AHEAD_MAX_MS
  if (endsAtMs > latestMs)
    throw invalid('endsAt', text, `endsAt must be at most ${new Date(latestMs).toISOString()}`)
  return endsAtMs
}

const tooSoon = (received: string, earliestMs: number) =>
  invalid('endsAt', received, `endsAt must be at least ${new Date(earliestMs).toISOString()}`)

/** A proposal may find no period open when it is included although there was one when it was built: it then opens one. */
const PERIOD_SLACK_GAS = 60_000

/** Prepares a proposal; times that the node's next block finds too soon are the body's fault, as they are here. */
export async function prepareProposal(
  context: Context,
  call: ContractCall,
  endsAt: string,
): Promise<Prepared> {
  const simulation = await simulate(context, call)
  if (!simulation.ok) {
    const name = nameOfFailure(simulation.failure)
    if (name === 'Voting.EndsAtTooSoon')
      throw tooSoon(
        endsAt,
        context.nowMs + context.venue.periods.votingMs + context.venue.periods.minTradingMs,
      )
    throw fromFailure(simulation.failure, { signerAddress: context.signer.wallet.address })
  }
  return {
    call,
    scriptGas: scriptGasWithMargin(simulation.scriptGas + PERIOD_SLACK_GAS),
    collateralRequired: 0n,
    effects: simulation.events,
  }
}
