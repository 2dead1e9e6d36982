import { describe, expect, test } from 'vitest'
import { addressFromContractId } from '../alephium/index.ts'
import { commitHash } from '../bindings/index.ts'
import { createSeededRandom } from '../kit/index.ts'
import type {
  CommitRow,
  MarketRow,
  PeriodRow,
  ProposalRow,
  RoundRow,
  SubmissionRow,
  VoteRow,
} from '../store/index.ts'
import { demoWallet, jurors } from './demo-cast.ts'
import { type ChoreView, chooseChore, chooseReveal } from './trickle-chore.ts'
import { trickleQuestions } from './trickle-plot.ts'

const nowMs = Date.UTC(2030, 0, 1, 12)
const minute = 60_000
const [anna, jana, karl, visitor] = (['anna', 'jana', 'karl', 'demo'] as const).map(
  (name) => demoWallet(name).address,
)
const periodEnding = (endsAtMs: number) => ({ id: 3, endsAtMs }) as PeriodRow
const proposalOf = (id: number, proposer = anna, demo: string | boolean | null = 'trickle') =>
  ({ id, proposer, metadata: { demo } }) as unknown as ProposalRow
const empty: ChoreView = {
  nowMs,
  periods: { votingMs: 4 * minute, minTradingMs: minute },
  period: periodEnding(nowMs - minute),
  proposals: [],
  votes: [],
  markets: [],
  submissions: [],
  rounds: [],
  commits: [],
}
const choose = (view: Partial<ChoreView>, seed = 'chore') =>
  chooseChore(createSeededRandom(seed), { ...empty, ...view })

describe('chooseChore', () => {
  test('default: some time after a period’s end the next is opened, with a question nobody asked before', () => {
    expect(choose({})).toBeNull()
    const chore = choose({ period: periodEnding(nowMs - 3 * minute) })
    if (chore?.kind !== 'propose') throw new Error('nothing was proposed')
    const { question, endsAt, metadata } = chore.proposal
    expect(question).toContain(endsAt.slice(11, 16))
    expect(Date.parse(endsAt)).toBeGreaterThanOrEqual(nowMs + 10 * minute)
    expect(Date.parse(endsAt)).toBeLessThanOrEqual(nowMs + 21 * minute)
    expect(metadata).toEqual({ demo: 'trickle' })
    expect(choose({ period: null })).toMatchObject({ kind: 'propose' })
  })
  test('behavior: the same block gives the same chore', () =>
    expect(JSON.stringify(choose({ period: null }, 'a'))).toBe(JSON.stringify(choose({ period: null }, 'a'))))
  test('behavior: an open period gets two proposals, then votes until everybody has voted', () => {
    const period = periodEnding(nowMs + minute)
    const foreign = [proposalOf(5, anna, true), proposalOf(9, visitor, null)]
    expect(choose({ period, proposals: [proposalOf(7), ...foreign] })).toMatchObject({ kind: 'propose' })
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
  test('behavior: the oracle is told about its own markets only, and one of them at a time is disputed', () => {
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
    const proposed = (id: number, running: SubmissionRow, others: MarketRow[] = []) =>
      choose({ markets: [market(id, { state: 'proposed' }), ...others], submissions: [running] })
    expect(proposed(21, submission(21))).toMatchObject({ kind: 'dispute', wallet: { address: karl } })
    expect(proposed(21, submission(21), [market(3, { state: 'disputed', metadata: null })])).toBeNull()
    expect(proposed(21, submission(21, visitor))).toBeNull()
    expect(proposed(21, { ...submission(21), disputeEndsAtMs: nowMs })).toBeNull()
  })
  test('behavior: jurors seal the same vote on whatever is disputed, each once, and open it before all else', () => {
    const marketAddress = addressFromContractId('0a'.repeat(32))
    const disputed = { id: 4, marketAddress, state: 'disputed', endsAtMs: 0, metadata: null } as MarketRow
    const round = (open: boolean) =>
      ({
        marketId: 4,
        round: 2,
        finalizedAtMs: null,
        commitEndsAtMs: open ? nowMs : nowMs + 1,
        revealEndsAtMs: nowMs + minute,
      }) as RoundRow
    const commits: CommitRow[] = []
    for (const name of jurors) {
      const view = { markets: [disputed], rounds: [round(false)], commits: [...commits] }
      expect(chooseReveal(createSeededRandom('open'), { ...empty, ...view })).toBeNull()
      const chore = choose(view, name)
      if (chore?.kind !== 'commit') throw new Error('nobody voted')
      expect([chore.marketAddress, chore.voteRound]).toEqual([marketAddress, 2])
      const { wallet, commitHash: hash } = chore
      commits.push({
        marketId: 4,
        round: 2,
        voter: wallet.address,
        commitHash: hash,
        revealedAtMs: null,
      } as CommitRow)
    }
    expect(new Set(commits.map(({ voter }) => voter)).size).toBe(jurors.length)
    expect(choose({ markets: [disputed], rounds: [round(false)], commits })).toBeNull()

    const view = { ...empty, markets: [disputed], rounds: [round(true)], commits }
    const votes = new Set<number>()
    for (const sealed of commits) {
      const rest = commits.map((commit) => (commit === sealed ? commit : { ...commit, revealedAtMs: nowMs }))
      const chore = chooseReveal(createSeededRandom('open'), { ...view, commits: rest })
      if (chore?.kind !== 'reveal') throw new Error('nobody opened a vote')
      const { vote, salt, wallet } = chore
      const secret = { marketId: '0a'.repeat(32), round: 2, voter: wallet.address, vote, salt }
      expect([wallet.address, commitHash(secret)]).toEqual([sealed.voter, sealed.commitHash])
      votes.add(vote)
    }
    expect(votes.size).toBe(1)
    expect(chooseReveal(createSeededRandom('open'), { ...view, nowMs: nowMs + minute })).toBeNull()
    expect(chooseReveal(createSeededRandom('open'), { ...view, commits: [] })).toBeNull()
  })
  test('behavior: questions fit into what a proposal may hold', () => {
    for (const { ask, category, tags } of trickleQuestions) {
      expect(ask('12:00').length).toBeLessThan(100)
      expect([category, ...tags].every((text) => text.length < 30)).toBe(true)
    }
  })
})
