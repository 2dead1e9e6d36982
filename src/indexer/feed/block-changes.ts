import type { MarketRow, PositionRow, TradeRow } from '../../store/index.ts'
import type { Workspace } from '../workspace.ts'
import type { Change, Changes } from './changes.ts'

/**
 * What the block the workspace is in has changed. `ending`: open markets that may close by this block's time though
 * nothing happened in them.
 */
export function blockChanges(
  rows: Workspace,
  trades: readonly TradeRow[],
  ending: readonly MarketRow[],
): Changes {
  const markets = rows.markets.blockChanges()
  const known = new Map(ending.map((row) => [row.id, row]))
  const marketOf = (id: number): MarketRow | null => rows.markets.find(String(id)) ?? known.get(id) ?? null
  const touched = new Set(markets.map(({ before, after }) => (after ?? before)!.id))
  for (const { id } of ending) {
    const row = marketOf(id)
    if (!touched.has(id)) markets.push({ before: row, after: row })
  }
  const ofMarkets = {
    priceLevels: rows.priceLevels.blockChanges(),
    orders: rows.orders.blockChanges(),
    positions: withResolved(rows.positions.blockChanges(), markets, (id) =>
      rows.positions.listGroup(String(id)),
    ),
    submissions: rows.submissions.blockChanges(),
    rounds: rows.rounds.blockChanges(),
    commits: rows.commits.blockChanges(),
  }
  // As they are after this block: the messages are made later.
  const owners = new Map<number, MarketRow | null>()
  const kinds: readonly (readonly Change<{ readonly marketId: number }>[])[] = Object.values(ofMarkets)
  for (const changes of kinds) for (const { before, after } of changes) keep(after ?? before)
  for (const trade of trades) keep(trade)
  function keep(row: { readonly marketId: number } | null): void {
    if (row !== null && !owners.has(row.marketId)) owners.set(row.marketId, marketOf(row.marketId))
  }
  return {
    ...ofMarkets,
    markets,
    parlays: rows.parlays.blockChanges(),
    stakes: rows.stakes.blockChanges(),
    votes: rows.votes.blockChanges(),
    proposals: rows.proposals.blockChanges(),
    trades,
    marketOf: (id) => owners.get(id) ?? null,
  }
}

/** A position is shown with what it may pay, or after resolution with what it was paid: that change is told too. */
export function withResolved(
  changed: readonly Change<PositionRow>[],
  markets: readonly Change<MarketRow>[],
  listPositions: (marketId: number) => readonly PositionRow[],
): Change<PositionRow>[] {
  const touched = new Set(changed.map(({ before, after }) => (after ?? before)!.id))
  const others = markets
    .filter(({ before, after }) => before !== null && after !== null && before.resolved !== after.resolved)
    .flatMap(({ after }) => listPositions(after!.id))
    .filter(({ id, isSettled }) => !isSettled && !touched.has(id))
    // Not as a database happened to find them: the same blocks are told in the same words.
    .sort((a, b) => a.id - b.id)
  return [...changed, ...others.map((row) => ({ before: row, after: row }))]
}
