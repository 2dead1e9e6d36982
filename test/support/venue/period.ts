import type { Venue } from './venue.ts'

/** The earliest legal end of trading, with time to spare for the transaction that names it. */
export function endsSoon(venue: Venue): number {
  const { votingMs, minTradingMs } = venue.host.periods
  return venue.host.nowMs() + votingMs + 2 * minTradingMs
}

/** Waits for the end of the running period, if there is one, so that the next proposal opens another. */
export async function endPeriod(venue: Venue): Promise<number> {
  const { periodCount, periodEndsAt } = await venue.state('Voting', venue.deployment.contracts.voting.id)
  await venue.host.passTimeUntil(Number(periodEndsAt))
  return Number(periodCount)
}

/** The number of the newest proposal. */
export const lastProposal = async (venue: Venue): Promise<number> =>
  Number((await venue.state('Voting', venue.deployment.contracts.voting.id)).proposalCount)
