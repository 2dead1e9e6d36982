import { caseEntryId, commitEntryId, roundEntryId } from '../../../src/bindings/index.ts'
import { bondAt, type VoteChoice } from '../../../src/domain/index.ts'
import { legsOf } from './calls.ts'
import { endPeriod, endsSoon, lastProposal } from './period.ts'
import type { Receipt, Venue } from './venue.ts'
import type { Wallet } from './wallet.ts'

/** Deploys the markets of one linked proposal and returns their numbers; they trade until endsAtMs. */
export async function openMarkets(
  venue: Venue,
  count: number,
): Promise<{ readonly numbers: number[]; readonly endsAtMs: number }> {
  await endPeriod(venue)
  const proposer = await venue.staker(60_000n)
  const endsAtMs = endsSoon(venue) + venue.host.periods.votingMs
  await venue.send(proposer, venue.calls.proposeLinked({ endsAtMs, legs: legsOf(count) }))
  const proposalId = await lastProposal(venue)
  await venue.send(proposer, venue.calls.vote(proposalId))
  await venue.send(venue.bank, venue.calls.freeze(await endPeriod(venue)))
  const numbers: number[] = []
  for (let i = 0; i < count; i++) {
    const { events } = await venue.send(venue.bank, venue.calls.deploy(proposalId))
    for (const event of events) if (event.type === 'MarketDeployed') numbers.push(event.marketId)
  }
  return { numbers, endsAtMs }
}

/** What one voter does in a round; a null vote is a commit that is never revealed (it was for yes). */
export interface VoterPlan {
  readonly voter: Wallet
  readonly vote: VoteChoice | null
}

export const saltOf = (round: number): string => round.toString(16).padStart(64, '0')

/** Plays the running round of a disputed market to its end and finalises it. */
export async function playRound(
  venue: Venue,
  marketNumber: number,
  plans: readonly VoterPlan[],
): Promise<Receipt> {
  const { round, entry } = await runningRound(venue, marketNumber)
  const ballot = ({ voter, vote }: VoterPlan) => ({
    marketNumber,
    round,
    voter: voter.address,
    vote: vote ?? 1,
    salt: saltOf(round),
  })
  for (const plan of plans) await venue.send(plan.voter, venue.calls.commit(ballot(plan)))
  await venue.host.passTimeUntil(Number(entry.commitEndsAt))
  for (const plan of plans)
    if (plan.vote !== null) await venue.send(venue.bank, venue.calls.reveal(ballot(plan)))
  await venue.host.passTimeUntil(Number(entry.revealEndsAt))
  return venue.send(venue.bank, venue.calls.finalize(marketNumber))
}

export async function runningRound(venue: Venue, marketNumber: number) {
  const { id } = venue.deployment.contracts.oracle
  const running = await venue.entry('Case', caseEntryId(id, marketNumber))
  const round = Number(running?.rounds)
  const entry = await venue.entry('Round', roundEntryId(id, marketNumber, round))
  if (running === null || entry === null) throw new Error(`market ${marketNumber} has no running round`)
  return { round, entry, running }
}

/** Submits and disputes, so that the first round runs. */
export async function openDispute(
  venue: Venue,
  marketNumber: number,
  sides: { readonly submitter: Wallet; readonly disputer: Wallet; readonly outcome: 'yes' | 'no' },
): Promise<void> {
  const { events } = await venue.send(sides.submitter, venue.calls.submit(marketNumber, sides.outcome))
  const submitted = events.find((event) => event.type === 'OutcomeSubmitted')
  if (submitted?.type !== 'OutcomeSubmitted') throw new Error('nothing was submitted')
  const outcome = submitted.outcome
  const { rounds } = (await venue.entry(
    'Case',
    caseEntryId(venue.deployment.contracts.oracle.id, marketNumber),
  ))!
  const call = venue.calls.dispute(marketNumber, submitted.submission, { outcome, round: Number(rounds) })
  await venue.send(sides.disputer, call)
}

export const commitEntry = (
  venue: Venue,
  commit: { readonly marketNumber: number; readonly round: number; readonly voter: string },
) => venue.entry('Commit', commitEntryId(venue.deployment.contracts.oracle.id, commit))

/** Appeals what stands after a round. */
export async function appeal(venue: Venue, marketNumber: number, appellant: Wallet): Promise<Receipt> {
  const running = await venue.entry('Case', caseEntryId(venue.deployment.contracts.oracle.id, marketNumber))
  if (running === null) throw new Error(`market ${marketNumber} has no case`)
  return venue.send(
    appellant,
    venue.calls.dispute(marketNumber, Number(running.submissions), {
      round: Number(running.rounds),
      outcome: Number(running.standing) as VoteChoice,
      maxBond: bondAt(running.bond, Number(running.bonds)),
    }),
  )
}

/** Waits until nobody may appeal any more, and ends the case. */
export async function letStand(venue: Venue, marketNumber: number): Promise<Receipt> {
  const running = await venue.entry('Case', caseEntryId(venue.deployment.contracts.oracle.id, marketNumber))
  await venue.host.passTimeUntil(Number(running?.windowEndsAt))
  return venue.send(venue.bank, venue.calls.finalize(marketNumber))
}
