import {
  commits,
  type Database,
  findPeriod,
  listCounts,
  loadRows,
  markets,
  periods,
  proposals,
  rounds,
  stakes,
  submissions,
  votes,
} from '../store/index.ts'
import { type ChoreView, choreVoters } from './trickle-chore.ts'

/** Markets that may wait for the oracle: a few periods' worth. */
const newestMax = 24

/** What the demo's people see of the venue's questions: the index, as everybody sees it. */
export async function lookForChores(
  database: Database,
  terms: Pick<ChoreView, 'nowMs' | 'periods'>,
): Promise<ChoreView & { readonly marketCount: number }> {
  const newest = (await findPeriod(database)).text
  const id = newest === null ? null : (JSON.parse(newest) as { id: number }).id // the record names its columns
  const [period = null] = id === null ? [] : await loadRows(database, periods, ['id'], [{ id }])
  const proposed = id === null ? [] : await loadRows(database, proposals, ['periodId'], [{ periodId: id }])
  const ballots = proposed.flatMap(({ id: proposalId }) =>
    choreVoters.map((voter) => ({ proposalId, voter })),
  )

  const statuses = ['open', 'resolved'].map((key) => ({ scope: 'markets', key }))
  const counts = await loadRows(database, listCounts, ['scope', 'key'], statuses)
  const marketCount = counts.reduce((sum, { n }) => sum + n, 0)
  const ids = Array.from({ length: Math.min(newestMax, marketCount) }, (_, i) => ({ id: marketCount - i }))
  const newestMarkets = await loadRows(database, markets, ['id'], ids)
  const disputed = newestMarkets
    .filter(({ state }) => state === 'disputed')
    .map(({ id: marketId }) => ({ marketId }))
  const disputedRounds = await loadRows(database, rounds, ['marketId'], disputed)
  const running = disputedRounds.filter(({ finalizedAtMs }) => finalizedAtMs === null)
  return {
    ...terms,
    marketCount,
    period,
    proposals: proposed,
    votes: await loadRows(database, votes, ['proposalId', 'voter'], ballots),
    stakes: await loadRows(
      database,
      stakes,
      ['wallet'],
      choreVoters.map((wallet) => ({ wallet })),
    ),
    markets: newestMarkets,
    submissions: await loadRows(
      database,
      submissions,
      ['marketId'],
      ids.map(({ id: marketId }) => ({ marketId })),
    ),
    rounds: disputedRounds,
    commits: await loadRows(
      database,
      commits,
      ['marketId', 'round'],
      running.map(({ marketId, round }) => ({ marketId, round })),
    ),
  }
}
