import { findContractId } from '../bindings/index.ts'
import { ONE, type Outcome, type VoteChoice } from '../domain/index.ts'
import { createSeededRandom, type Random, randomBelow } from '../kit/index.ts'
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
import { ballotOf } from './ballot.ts'
import { type DemoWallet, demoWallet, jurors, stakeOf } from './demo-cast.ts'
import { trickleMark, trickleQuestions } from './trickle-plot.ts'

/** What one of the demo's people does so that the venue never runs out of questions. */
export type TrickleChore = { readonly wallet: DemoWallet } & (
  | { readonly kind: 'propose'; readonly proposal: ChoreProposal }
  | { readonly kind: 'vote'; readonly proposalId: number }
  | { readonly kind: 'stake'; readonly amount: bigint }
  | { readonly kind: 'submit'; readonly marketAddress: string; readonly outcome: Outcome }
  | { readonly kind: 'dispute'; readonly marketAddress: string }
  | ({ readonly kind: 'commit'; readonly commitHash: string } & InRound)
  | ({ readonly kind: 'reveal'; readonly vote: VoteChoice; readonly salt: string } & InRound)
)

interface InRound {
  readonly marketAddress: string
  readonly voteRound: number
}

interface ChoreProposal {
  readonly question: string
  readonly category: string
  readonly tags: readonly string[]
  readonly rules: string
  readonly resolutionSources: string
  readonly endsAt: string
  readonly metadata: { readonly demo: string }
}

export interface ChoreView {
  readonly nowMs: number
  readonly periods: { readonly votingMs: number; readonly minTradingMs: number; readonly appealMs: number }
  /** The newest voting period, running or over, with its proposals and the votes of the demo's people. */
  readonly period: PeriodRow | null
  readonly proposals: readonly ProposalRow[]
  readonly votes: readonly VoteRow[]
  /** What the demo's people have staked. */
  readonly stakes: readonly StakeRow[]
  /** The newest markets, and what the oracle was told about them. */
  readonly markets: readonly MarketRow[]
  readonly submissions: readonly SubmissionRow[]
  /** Rounds of those that are disputed, and who has sealed a vote in one that runs. */
  readonly rounds: readonly RoundRow[]
  readonly commits: readonly CommitRow[]
}

const minuteMs = 60_000
/** Between the end of a voting period and the next. */
const pauseMs = 2 * minuteMs
const proposalsPerPeriod = 2
/** How long its markets trade at least; all but a period's first may trade three times as long. */
const tradingMs = 5 * minuteMs
/** A visitor may be first to tell the oracle. */
const submitAfterMs = 2 * minuteMs
/** So many markets whose trading is over are kept for the disputes to come; the oracle is told about the others. */
const reserve = 4
/** The next dispute begins that long before the last one can end: a submission comes first, and beats are seconds apart. */
const overlapMs = minuteMs

const voters = jurors.map(demoWallet)
const submitter = demoWallet('jana')
const disputer = demoWallet('karl')

/** Those whose votes a view should hold. */
export const choreVoters: readonly string[] = voters.map(({ address }) => address)

/** Null: nothing is due. */
export function chooseChore(random: Random, view: ChoreView): TrickleChore | null {
  const { nowMs, period } = view
  const told = topUp(view) ?? tellOracle(random, view) ?? judge(random, view, 'commit')
  if (told !== null) return told
  if (period === null || nowMs >= period.endsAtMs + pauseMs) return propose(random, view)
  if (nowMs >= period.endsAtMs) return null
  const asked = view.proposals.filter(({ metadata }) => metadata?.demo === trickleMark)
  if (asked.length < proposalsPerPeriod) return propose(random, view)
  return vote(
    random,
    view,
    view.proposals.filter(({ proposer }) => choreVoters.includes(proposer)),
  )
}

/** Before all else: the time to open votes is short, and who misses it loses stake; and a dispute is always under way. */
export const chooseUrgent = (random: Random, view: ChoreView): TrickleChore | null =>
  judge(random, view, 'reveal') ?? beginDispute(random, view)

/** Its own markets only, the first that ended first: those of the history are left for the visitor to resolve. */
const endedBefore = (ms: number, { markets }: ChoreView): readonly MarketRow[] =>
  markets
    .filter(({ metadata, endsAtMs }) => metadata?.demo === trickleMark && endsAtMs <= ms)
    .sort((a, b) => a.endsAtMs - b.endsAtMs || a.id - b.id)

function beginDispute(random: Random, view: ChoreView): TrickleChore | null {
  const { nowMs, submissions } = view
  if (nowMs < disputedUntilMs(view) - overlapMs) return null
  const ended = endedBefore(nowMs, view)
  const doubted = ended.find(({ id }) => {
    const running = submissions.find(({ marketId, closedAtMs }) => marketId === id && closedAtMs === null)
    const isOurs = running?.submitter === submitter.address && running.disputer === null
    return isOurs && nowMs < running.disputeEndsAtMs
  })
  if (doubted === undefined) return submit(random, ended)
  return { kind: 'dispute', wallet: disputer, marketAddress: doubted.marketAddress }
}

/** When the last of the disputes that run can end, whatever its jurors say; 0 without any. */
const disputedUntilMs = ({ periods, rounds }: ChoreView): number =>
  Math.max(0, ...rounds.map((round) => round.appealEndsAtMs ?? round.revealEndsAtMs + periods.appealMs))

/**
 * A juror who missed its time to reveal (the machine slept) lost some of its stake, and with it its tier: left at that,
 * no dispute would ever find its quorum again.
 */
function topUp({ stakes }: ChoreView): TrickleChore | null {
  for (const [at, wallet] of voters.entries()) {
    const staked = stakes.find((stake) => stake.wallet === wallet.address)?.staked ?? 0n
    const amount = stakeOf(jurors[at]!) * ONE - staked
    if (amount > 0n) return { kind: 'stake', wallet, amount }
  }
  return null
}

function tellOracle(random: Random, view: ChoreView): TrickleChore | null {
  const waiting = endedBefore(view.nowMs - submitAfterMs, view).filter(({ state }) => state === 'open')
  return waiting.length > reserve ? submit(random, waiting) : null
}

function submit(random: Random, ended: readonly MarketRow[]): TrickleChore | null {
  const market = ended.find(({ state }) => state === 'open')
  if (market === undefined) return null
  const outcome = randomBelow(random, 2) === 0 ? 'yes' : 'no'
  return { kind: 'submit', wallet: submitter, marketAddress: market.marketAddress, outcome }
}

/** Of whatever is disputed: alone a visitor is no quorum. */
function judge(random: Random, view: ChoreView, deed: 'commit' | 'reveal'): TrickleChore | null {
  const { nowMs, markets, rounds, commits } = view
  const due = markets.flatMap(({ id, marketAddress }) => {
    const round = rounds.find(({ marketId, finalizedAtMs }) => marketId === id && finalizedAtMs === null)
    if (round === undefined || nowMs >= round.revealEndsAtMs) return []
    if (deed !== (nowMs < round.commitEndsAtMs ? 'commit' : 'reveal')) return []
    const contractId = findContractId(marketAddress)
    if (contractId === null) return []
    const inRound = { marketAddress, voteRound: round.round }
    const vote = randomBelow(createSeededRandom(`demo verdict ${id}`), 2) === 0 ? 1 : 2
    return voters.flatMap((wallet): TrickleChore[] => {
      const sealed = commits.find(
        ({ marketId, round: of, voter }) => marketId === id && of === round.round && voter === wallet.address,
      )
      if (deed === 'commit' ? sealed !== undefined : sealed === undefined || sealed.revealedAtMs !== null)
        return []
      const { salt, commitHash } = ballotOf(wallet.name, {
        marketId: contractId,
        round: round.round,
        voter: wallet.address,
        vote,
      })
      return [
        deed === 'commit'
          ? { kind: 'commit', wallet, commitHash, ...inRound }
          : { kind: 'reveal', wallet, vote, salt, ...inRound },
      ]
    })
  })
  return due[randomBelow(random, Math.max(1, due.length))] ?? null
}

function propose(random: Random, { nowMs, periods, period, proposals }: ChoreView): TrickleChore | null {
  const count = (period?.id ?? 0) * proposalsPerPeriod + proposals.length
  const question = trickleQuestions[count % trickleQuestions.length]
  const wallet = voters[count % voters.length]
  if (question === undefined || wallet === undefined) return null
  const isFirst = period === null || nowMs >= period.endsAtMs
  const tradesMs = tradingMs * (isFirst ? 1 : 1 + randomBelow(random, 3))
  const leastMs = periods.votingMs + periods.minTradingMs + tradesMs
  const endsAt = new Date(Math.ceil((nowMs + leastMs) / minuteMs) * minuteMs).toISOString()
  const { ask, category, tags, rules, sources } = question
  const proposal = {
    question: ask(endsAt.slice(11, 16)),
    category,
    tags,
    rules,
    resolutionSources: sources,
    endsAt,
    metadata: { demo: trickleMark },
  }
  return { kind: 'propose', wallet, proposal }
}

function vote(random: Random, { votes }: ChoreView, proposals: readonly ProposalRow[]): TrickleChore | null {
  const open = proposals.flatMap(({ id }) =>
    voters
      .filter(({ address }) => !votes.some(({ proposalId, voter }) => proposalId === id && voter === address))
      .map((wallet) => ({ kind: 'vote', wallet, proposalId: id }) as const),
  )
  return open[randomBelow(random, Math.max(1, open.length))] ?? null
}
