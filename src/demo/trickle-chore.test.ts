import { describe, expect, test } from 'vitest'
import { addressFromContractId } from '../alephium/index.ts'
import { commitHash } from '../bindings/index.ts'
import { ONE } from '../domain/index.ts'
import { createSeededRandom } from '../kit/index.ts'
import type {
  CommitRow,
  MarketRow,
  PeriodRow,
  ProposalRow,
  RoundRow,
  StakeRow,
  SubmissionRow,
  VoteRow,
} from '../store/index.ts'
import { demoWallet, jurors, stakeOf } from './demo-cast.ts'
import { type ChoreView, chooseChore, chooseUrgent } from './trickle-chore.ts'
import { trickleQuestions } from './trickle-plot.ts'

const nowMs = Date.UTC(2030, 0, 1, 12)
const minute = 60_000
const [anna, jana, karl, visitor] = (['anna', 'jana', 'karl', 'demo'] as const).map(
  (name) => demoWallet(name).address,
)
const periodEnding = (endsAtMs: number) => ({ id: 3, endsAtMs }) as PeriodRow
const proposalOf = (id: number, proposer = anna, demo: string | boolean | null = 'trickle') =>
  ({ id, proposer, metadata: { demo } }) as unknown as ProposalRow
const stakes = jurors.map(
  (name) => ({ wallet: demoWallet(name).address, staked: stakeOf(name) * ONE }) as StakeRow,
)
const empty: ChoreView = {
  nowMs,
  periods: { votingMs: 4 * minute, minTradingMs: minute, appealMs: 2 * minute },
  period: periodEnding(nowMs - minute),
  proposals: [],
  votes: [],
  stakes,
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
    const chore = choose({ period: periodEnding(nowMs - 2 * minute) })
    if (chore?.kind !== 'propose') throw new Error('nothing was proposed')
    const { question, endsAt, metadata } = chore.proposal
    expect(question).toContain(endsAt.slice(11, 16))
    expect(Date.parse(endsAt)).toBe(nowMs + 10 * minute)
    expect(metadata).toEqual({ demo: 'trickle' })
    expect(choose({ period: null })).toMatchObject({ kind: 'propose' })
  })
  test('behavior: a juror that lost stake puts it back, to the unit, before it does anything else', () => {
    const slashed = stakes.map((stake, at) => ({ ...stake, staked: stake.staked - (at >= 1 ? 7n : 0n) }))
    const bert = demoWallet('bert').address
    for (const view of [{}, { period: null }])
      expect(choose({ ...view, stakes: slashed })).toMatchObject({
        kind: 'stake',
        wallet: { address: bert },
        amount: 7n,
      })
    expect(choose({ stakes: stakes.slice(1) })).toMatchObject({
      kind: 'stake',
      wallet: { address: anna },
      amount: 1_000_000n * ONE,
    })
    const richer = stakes.map((stake) => ({ ...stake, staked: stake.staked + 1n }))
    expect(choose({ stakes: richer })).toBeNull()
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
  test('behavior: a period’s first question trades five minutes, the others up to fifteen', () => {
    const running = { period: periodEnding(nowMs + minute), proposals: [proposalOf(7)] }
    const tradesMinutes = (view: Partial<ChoreView>) =>
      new Set(
        Array.from({ length: 30 }, (_, seed) => {
          const chore = choose(view, String(seed))
          if (chore?.kind !== 'propose') throw new Error('nothing was proposed')
          return (Date.parse(chore.proposal.endsAt) - nowMs) / minute - 5
        }),
      )
    expect([tradesMinutes({ period: null }), tradesMinutes(running)]).toEqual([
      new Set([5]),
      new Set([5, 10, 15]),
    ])
  })

  const market = (id: number, more: Partial<MarketRow> = {}) =>
    ({
      id,
      marketAddress: `m${id}`,
      state: 'open',
      endsAtMs: nowMs - (30 - id) * minute,
      metadata: { demo: 'trickle' },
      ...more,
    }) as MarketRow
  const urgent = (view: Partial<ChoreView>) =>
    chooseUrgent(createSeededRandom('chore'), { ...empty, ...view })

  test('behavior: the oracle is told about its own markets only, and some are kept for disputes', () => {
    const four = [25, 26, 27, 28].map((id) => market(id))
    expect(choose({ markets: four })).toBeNull()
    expect(choose({ markets: [...four, market(24)] })).toMatchObject({
      kind: 'submit',
      wallet: { address: jana },
      marketAddress: 'm24',
    })
    const others = [
      market(29),
      market(24, { metadata: { demo: true } }),
      market(24, { metadata: null }),
      market(24, { state: 'proposed' }),
    ]
    for (const other of others) expect(choose({ markets: [...four, other] })).toBeNull()
  })
  test('behavior: a dispute begins before the last one can end: the first market that ended is told, then doubted', () => {
    const submit = { kind: 'submit', wallet: { address: jana }, marketAddress: 'm20' }
    const markets = [
      market(29, { endsAtMs: nowMs + 1 }),
      market(21),
      market(20),
      market(19, { metadata: null }),
    ]
    expect(urgent({ markets })).toMatchObject(submit)
    expect(urgent({ markets: [market(29, { endsAtMs: nowMs })] })).toMatchObject({ marketAddress: 'm29' })
    expect(urgent({ markets: [market(29, { endsAtMs: nowMs + 1 })] })).toBeNull()

    const round = (revealEndsAtMs: number, appealEndsAtMs: number | null = null) =>
      ({
        marketId: 4,
        round: 1,
        finalizedAtMs: 1,
        commitEndsAtMs: 0,
        revealEndsAtMs,
        appealEndsAtMs,
      }) as RoundRow
    expect(urgent({ markets, rounds: [round(nowMs - minute)] })).toMatchObject(submit)
    expect(urgent({ markets, rounds: [round(nowMs - minute + 1)] })).toBeNull()
    expect(urgent({ markets, rounds: [round(0, nowMs + minute)] })).toMatchObject(submit)
    expect(urgent({ markets, rounds: [round(0, nowMs + minute), round(0, nowMs + minute + 1)] })).toBeNull()

    const submission = (more: Partial<SubmissionRow> = {}) =>
      ({
        marketId: 21,
        submitter: jana,
        disputer: null,
        closedAtMs: null,
        disputeEndsAtMs: nowMs + 1,
        ...more,
      }) as SubmissionRow
    const told = [market(21, { state: 'proposed' }), market(20)]
    expect(urgent({ markets: told, submissions: [submission()] })).toMatchObject({
      kind: 'dispute',
      wallet: { address: karl },
      marketAddress: 'm21',
    })
    const unfit: Partial<SubmissionRow>[] = [
      { submitter: demoWallet('demo').address },
      { disputer: demoWallet('demo').address },
      { disputeEndsAtMs: nowMs },
      { closedAtMs: nowMs },
      { marketId: 9 },
    ]
    for (const more of unfit)
      expect(urgent({ markets: told, submissions: [submission(more)] })).toMatchObject(submit)
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
      expect(chooseUrgent(createSeededRandom('open'), { ...empty, ...view })).toBeNull()
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
      const chore = chooseUrgent(createSeededRandom('open'), { ...view, commits: rest })
      if (chore?.kind !== 'reveal') throw new Error('nobody opened a vote')
      const { vote, salt, wallet } = chore
      const secret = { marketId: '0a'.repeat(32), round: 2, voter: wallet.address, vote, salt }
      expect([wallet.address, commitHash(secret)]).toEqual([sealed.voter, sealed.commitHash])
      votes.add(vote)
    }
    expect(votes.size).toBe(1)
    expect(chooseUrgent(createSeededRandom('open'), { ...view, nowMs: nowMs + minute })).toBeNull()
    expect(chooseUrgent(createSeededRandom('open'), { ...view, commits: [] })).toBeNull()
  })
  test('behavior: questions fit into what a proposal may hold', () => {
    for (const { ask, category, tags } of trickleQuestions) {
      expect(ask('12:00').length).toBeLessThan(100)
      expect([category, ...tags].every((text) => text.length < 30)).toBe(true)
    }
  })
})
