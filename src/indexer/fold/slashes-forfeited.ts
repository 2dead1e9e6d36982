import type { SlashesForfeited } from '../../domain/index.ts'
import { keys } from '../workspace.ts'
import type { Fold } from './fold.ts'

export const foldSlashesForfeited: Fold<SlashesForfeited> = (event, _place, rows) => {
  const round = rows.rounds.get(keys.ofMarket(event.marketId, event.round))
  rows.rounds.put({ ...round, forfeited: round.forfeited + event.amount })
}
