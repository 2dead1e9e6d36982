import type { SlashesForfeited } from '../../domain/index.ts'
import { keys } from '../workspace.ts'
import type { Fold } from './fold.ts'

export const foldSlashesForfeited: Fold<SlashesForfeited> = (event, _place, rows) =>
  rows.submissions.put({
    ...rows.submissions.get(keys.ofMarket(event.marketId, event.submission)),
    forfeited: event.amount,
  })
