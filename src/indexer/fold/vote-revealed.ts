import type { VoteRevealed } from '../../domain/index.ts'
import { keys } from '../workspace.ts'
import type { Fold } from './fold.ts'

const weightField = { 1: 'weightYes', 2: 'weightNo', 3: 'weightEarly' } as const

export const foldVoteRevealed: Fold<VoteRevealed> = (event, place, rows) => {
  rows.commits.put({
    ...rows.commits.get(keys.commit(event.marketId, event.round, event.voter)),
    vote: event.vote,
    salt: event.salt,
    revealTxId: place.txId,
    revealedAtMs: place.timestampMs,
  })
  const round = rows.rounds.get(keys.ofMarket(event.marketId, event.round))
  const field = weightField[event.vote]
  rows.rounds.put({ ...round, revealCount: round.revealCount + 1, [field]: round[field] + event.weight })
}
