import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { putRows } from '../../../test/support/rows.ts'
import { putCheckpoint } from '../chain/checkpoint.ts'
import { markets } from '../chain/market-tables.ts'
import { rounds, submissions } from '../chain/oracle-tables.ts'
import { listDisputes } from './list-disputes.ts'

const nowMs = 10_000
const at = (ms: number): string => new Date(ms).toISOString()

describeOnBothDatabases('cases that jurors look for', (context) => {
  test('default: every phase, the newest first, with the question of its event and its newest round', async () => {
    const { database } = context
    const line = { networkId: 4, genesisHash: 'g', startHeight: 0, finalHeight: 0, hash: 'h' }
    await putCheckpoint(database, { ...line, height: 7, timestampMs: nowMs, revision: 3 })
    const market = (id: number, state: 'open' | 'proposed' | 'disputed', masterQuestion: string | null) => ({
      id,
      marketAddress: `market ${id}`,
      question: `question ${id}`,
      masterQuestion,
      state,
    })
    await putRows(database, markets, [
      market(1, 'proposed', 'Who wins?'),
      market(2, 'disputed', null),
      market(3, 'disputed', null),
      market(4, 'disputed', null),
      market(5, 'disputed', null),
      market(6, 'open', null),
    ])
    const submission = { submittedAtMs: 1_000, disputeEndsAtMs: 20_000 }
    await putRows(database, submissions, [
      { marketId: 1, submission: 1, outcome: 1, submittedAtMs: 500, disputeEndsAtMs: 900 },
      { marketId: 1, submission: 2, outcome: 2, ...submission },
      ...[2, 3, 4, 5].map((marketId) => ({
        ...{ marketId, submission: 1, outcome: 1, disputedAtMs: 2_000 },
        ...submission,
      })),
    ])
    const round = { round: 1, submission: 1, openedAtMs: 2_000, revealEndsAtMs: 30_000 }
    await putRows(database, rounds, [
      { marketId: 2, ...round, commitEndsAtMs: nowMs + 1 },
      { marketId: 3, ...round, commitEndsAtMs: nowMs },
      { marketId: 4, ...round, commitEndsAtMs: 5_000, revealEndsAtMs: nowMs },
      { marketId: 5, ...round, commitEndsAtMs: 3_000, revealEndsAtMs: 4_000 },
      {
        ...{ marketId: 5, ...round, round: 2, commitEndsAtMs: 5_000, revealEndsAtMs: 6_000 },
        ...{ finalizedAtMs: 7_000, appealEndsAtMs: 40_000 },
      },
    ])
    const found = async (state: Parameters<typeof listDisputes>[1]) => {
      const { records, total, view } = await listDisputes(database, state, {
        limit: 10,
        after: null,
        offset: 0n,
      })
      const cases = JSON.parse(`[${records}]`) as Record<string, unknown>[]
      return { cases, total, view }
    }
    const { cases, total, view } = await found('all')
    expect([total, view]).toEqual([5, { height: 7, revision: 3 }])
    expect(
      cases.map(
        ({ marketId, question, masterQuestion, submission: nth, outcome, phase, phaseEndsAt, round }) => [
          ...[marketId, question, masterQuestion, nth, outcome, phase, phaseEndsAt],
          (round as { voteRound: number } | null)?.voteRound ?? null,
        ],
      ),
    ).toEqual([
      [5, 'question 5', null, 1, 1, 'appeal', at(40_000), 2],
      [4, 'question 4', null, 1, 1, 'count', null, 1],
      [3, 'question 3', null, 1, 1, 'reveal', at(30_000), 1],
      [2, 'question 2', null, 1, 1, 'commit', at(nowMs + 1), 1],
      [1, 'question 1', 'Who wins?', 2, 2, 'dispute', at(20_000), null],
    ])
    expect((await found('proposed')).cases.map(({ marketId }) => marketId)).toEqual([1])
    expect((await found('disputed')).total).toBe(4)
  })
})
