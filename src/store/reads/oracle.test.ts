import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { putRows } from '../../../test/support/rows.ts'
import { markets } from '../chain/market-tables.ts'
import { bonds, commits, rounds, submissions } from '../chain/oracle-tables.ts'
import { findDispute } from './find-dispute.ts'
import { listDisputeVotes } from './list-dispute-votes.ts'

describeOnBothDatabases('what the oracle did', (context) => {
  test('default: a vote shows what it cost and what it brought, each by its own name', async () => {
    const { database } = context
    await putRows(database, markets, [{ id: 1, marketAddress: 'voted' }])
    await putRows(database, commits, [
      {
        ...{ id: 5, marketId: 1, round: 2, voter: 'ann', weight: 3, stake: 900n, vote: 1 },
        ...{ commitTxId: 'c', revealTxId: 'r', committedAtMs: 1, revealedAtMs: 2 },
        ...{ slashed: 40n, stakeReward: 50n, bondReward: 60n },
      },
    ])
    const page = { limit: 2, after: null, offset: 0n }
    const found = await listDisputeVotes(database, { marketAddress: 'voted', round: undefined }, page)
    expect(JSON.parse(`[${found?.records}]`)).toEqual([
      {
        ...{ voteRound: 2, voter: 'ann', weight: 3, stake: '900', voteChoice: 1 },
        ...{ committedAt: '1970-01-01T00:00:00.001Z', revealedAt: '1970-01-01T00:00:00.002Z' },
        ...{ slashed: '40', stakeReward: '50', bondReward: '60', commitTxId: 'c', revealTxId: 'r' },
      },
    ])
  })

  test('behavior: an appeal doubles the bond of its own submission, whatever earlier ones came to', async () => {
    const { database } = context
    await putRows(database, markets, [{ id: 2, marketAddress: 'appealed', state: 'disputed' }])
    const submitted = { marketId: 2, bond: 10n, outcome: 1 }
    await putRows(database, submissions, [
      { ...submitted, submission: 1, closedAtMs: 5 },
      { ...submitted, submission: 2, disputer: 'bob', disputedAtMs: 6 },
    ])
    const posted = { marketId: 2, holder: 'bob', bond: 10n }
    await putRows(database, bonds, [
      ...[0, 1, 2, 3, 4, 5].map((place) => ({ ...posted, submission: 1, place })),
      ...[0, 1].map((place) => ({ ...posted, submission: 2, place })),
    ])
    await putRows(database, rounds, [
      { marketId: 2, round: 1, submission: 2, result: 2, finalizedAtMs: 7, appealEndsAtMs: 9 },
    ])
    const limits = { bond: 1n, bondMax: 1_000n, quorumWeight: 1 }
    const { text } = await findDispute(database, 'appealed', limits)
    const { bondFor, bond, standing, windowEndsAt, submissions: shown } = JSON.parse(text!)
    expect({ bondFor, bond, standing, windowEndsAt }).toEqual({
      ...{ bondFor: 'appeal', bond: '20', standing: 2, windowEndsAt: '1970-01-01T00:00:00.009Z' },
    })
    expect(shown.map((one: { bonds: unknown[] }) => one.bonds.length)).toEqual([6, 2])
  })
})
