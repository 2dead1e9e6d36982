import type { ChainTable } from './define-table.ts'
import { periods, proposals, stakes, vaultTotals, votes } from './governance-tables.ts'
import {
  activity,
  blocks,
  idCounters,
  listCounts,
  searchWords,
  trades,
  transactions,
} from './index-tables.ts'
import {
  candles,
  events,
  markets,
  orders,
  parlays,
  positions,
  priceLevels,
  walletTotals,
} from './market-tables.ts'
import { bonds, commits, rounds, submissions } from './oracle-tables.ts'

/** Rows here never change and carry their height: undoing a block deletes them by it, no images needed. */
export const appendTables: readonly ChainTable<unknown>[] = [blocks, transactions, trades, activity]

/** Rows here change; undoing a block restores the images it left in the undo log. */
export const foldedTables: readonly ChainTable<unknown>[] = [
  stakes,
  vaultTotals,
  periods,
  proposals,
  votes,
  events,
  markets,
  priceLevels,
  candles,
  walletTotals,
  orders,
  positions,
  parlays,
  submissions,
  bonds,
  rounds,
  commits,
  idCounters,
  listCounts,
  searchWords,
]
