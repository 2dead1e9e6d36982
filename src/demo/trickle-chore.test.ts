import { describe, expect, test } from 'vitest'
import { createSeededRandom } from '../kit/index.ts'
import type { MarketRow, PeriodRow, ProposalRow, SubmissionRow, VoteRow } from '../store/index.ts'
import { demoWallet } from './demo-cast.ts'
import { type ChoreView, chooseChore } from './trickle-chore.ts'
import { trickleQuestions } from './trickle-plot.ts'

const nowMs = Date.UTC(2030, 0, 1, 12)
const minute = 60_000
const [anna, jana, karl, visitor] = (['anna', 'jana', 'karl', 'demo'] as const).map(
  (name) => demoWallet(name).address,
)
const periodEnding = (endsAtMs: number) => ({ id: 3, endsAtMs }) as PeriodRow
const proposalOf = (id: number, proposer = anna) => ({ id, proposer }) as ProposalRow
const empty: ChoreView = {
  nowMs,
  periods: { votingMs: 4 * minute, minTradingMs: minute },
  period: periodEnding(nowMs - minute),
  proposals: [],
  votes: [],
  markets: [],
  submissions: [],
}
const choose = (view: Partial<ChoreView>, seed = 'chore') =>
  chooseChore(createSeededRandom(seed), { ...empty, ...view })

describe('chooseChore', () => {
  test('default: some time after a period’s end the next is opened, with a question nobody asked before', () => {
    expect(choose({})).toBeNull()
    const chore = choose({ period: periodEnding(nowMs - 10 * minute) })
    if (chore?.kind !== 'propose') throw new Error('nothing was proposed')
    const { question, endsAt, metadata } = chore.proposal
    expect(question).toContain(endsAt.slice(11, 16))
    expect(Date.parse(endsAt)).toBeGreaterThanOrEqual(nowMs + 20 * minute)
    expect(Date.parse(endsAt)).toBeLessThanOrEqual(nowMs + 51 * minute)
    expect(metadata).toEqual({ demo: 'trickle' })
    expect(choose({ period: null })).toMatchObject({ kind: 'propose' })
  })
  test('behavior: the same block gives the same chore', () =>
    expect(JSON.stringify(choose({ period: null }, 'a'))).toBe(JSON.stringify(choose({ period: null }, 'a'))))
  test('behavior: an open period gets two proposals, then votes until everybody has voted', () => {
    const period = periodEnding(nowMs + minute)
    expect(choose({ period, proposals: [proposalOf(7)] })).toMatchObject({ kind: 'propose' })
    const proposals = [proposalOf(7), proposalOf(8), proposalOf(9, visitor)]
    const votes: VoteRow[] = []
    for (let count = 0; count < 8; count++) {
      const chore = choose({ period, proposals, votes }, String(count))
      if (chore?.kind !== 'vote') throw new Error('nobody voted')
      expect([7, 8]).toContain(chore.proposalId)
      votes.push({ proposalId: chore.proposalId, voter: chore.wallet.address } as VoteRow)
    }
    expect(new Set(votes.map(({ proposalId, voter }) => `${proposalId} ${voter}`)).size).toBe(8)
    expect(choose({ period, proposals, votes })).toBeNull()
  })
  test('behavior: the oracle is told about its own markets only, and one in three is disputed', () => {
    const market = (id: number, more: Partial<MarketRow> = {}) =>
      ({
        id,
        marketAddress: `m${id}`,
        state: 'open',
        endsAtMs: nowMs - 2 * minute,
        metadata: { demo: 'trickle' },
        ...more,
      }) as MarketRow
    expect(choose({ markets: [market(20)] })).toMatchObject({
      kind: 'submit',
      wallet: { address: jana },
      marketAddress: 'm20',
    })
    expect(choose({ markets: [market(20, { endsAtMs: nowMs - minute })] })).toBeNull()
    expect(choose({ markets: [market(20, { metadata: { demo: true } })] })).toBeNull()

    const submission = (marketId: number, submitter = jana) =>
      ({
        marketId,
        submitter,
        disputer: null,
        closedAtMs: null,
        disputeEndsAtMs: nowMs + minute,
      }) as SubmissionRow
    const proposed = (id: number, running: SubmissionRow) =>
      choose({ markets: [market(id, { state: 'proposed' })], submissions: [running] })
    expect(proposed(21, submission(21))).toMatchObject({ kind: 'dispute', wallet: { address: karl } })
    expect(proposed(22, submission(22))).toBeNull()
    expect(proposed(21, submission(21, visitor))).toBeNull()
    expect(proposed(21, { ...submission(21), disputeEndsAtMs: nowMs })).toBeNull()
  })
  test('behavior: questions fit into what a proposal may hold', () => {
    for (const { ask, category, tags } of trickleQuestions) {
      expect(ask('12:00').length).toBeLessThan(100)
      expect([category, ...tags].every((text) => text.length < 30)).toBe(true)
    }
  })
})
