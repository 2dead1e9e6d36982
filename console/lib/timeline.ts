import type { Dispute, Market } from 'sibyl/client'

/** One thing that happened, happens or comes next on the way to a market's outcome. */
export interface Step {
  readonly title: string
  readonly words: string
  readonly state: 'done' | 'now' | 'next'
  /** When it happened, or until when it lasts. */
  readonly at: string | null
  readonly who?: string
}

const outcomeNames = ['', 'yes', 'no', 'too early']
const finalNames = ['', 'Yes', 'No', 'Void']
export const outcomeName = (outcome: number): string => outcomeNames[outcome] ?? '?'

type Submission = Dispute['submissions'][number]
type Round = Dispute['rounds'][number]

/** How a market gets from trading to its outcome, as far as the chain has told. */
export function timelineOf(
  market: Pick<Market, 'state' | 'createdAt' | 'endsAt' | 'finalOutcome'>,
  { submissions, rounds }: Pick<Dispute, 'submissions' | 'rounds'>,
  nowMs: number,
): Step[] {
  const isTrading = market.state === 'open' && Date.parse(market.endsAt) > nowMs
  const steps: Step[] = [
    isTrading
      ? { title: 'Trading', words: 'Anybody may trade until', state: 'now', at: market.endsAt }
      : { title: 'Trading ended', words: '', state: 'done', at: market.endsAt },
  ]
  if (submissions.length === 0)
    steps.push({
      title: 'Outcome is submitted',
      words: isTrading
        ? 'Then anybody may say how it turned out, with a bond.'
        : 'Anybody may now say how it turned out, with a bond.',
      state: isTrading ? 'next' : 'now',
      at: null,
    })
  for (const submission of submissions) {
    steps.push(...submissionSteps(submission, nowMs))
    for (const round of rounds.filter(({ submission: of }) => of === submission.submission))
      steps.push(roundStep(round, nowMs))
  }
  steps.push(
    market.finalOutcome === null
      ? { title: 'Resolved', words: 'Shares of the right outcome pay one each.', state: 'next', at: null }
      : { title: `Resolved: ${finalNames[market.finalOutcome]}`, words: '', state: 'done', at: null },
  )
  return steps
}

function submissionSteps(submission: Submission, nowMs: number): Step[] {
  const { outcome, submitter, submittedAt, disputer, disputedAt, disputeEndsAt, closedAt } = submission
  const said: Step = {
    title: `Submitted: ${outcomeName(outcome)}`,
    words: 'with a bond',
    state: 'done',
    at: submittedAt,
    who: submitter,
  }
  if (disputer !== null && disputedAt !== null)
    return [
      said,
      {
        title: 'Disputed',
        words: 'with a bond of the same size; jurors decide',
        state: 'done',
        at: disputedAt,
        who: disputer,
      },
    ]
  if (closedAt !== null || Date.parse(disputeEndsAt) <= nowMs)
    return [said, { title: 'Nobody disputed', words: '', state: 'done', at: closedAt ?? disputeEndsAt }]
  return [
    said,
    {
      title: 'May be disputed',
      words: 'Who doubts it puts up a bond until',
      state: 'now',
      at: disputeEndsAt,
    },
  ]
}

function roundStep(round: Round, nowMs: number): Step {
  const { voteRound, commitCount, revealCount, commitEndsAt, revealEndsAt, finalizedAt, result } = round
  const title = `Vote, round ${voteRound}`
  if (finalizedAt !== null)
    return {
      title,
      words: result === null ? 'ended without a result' : `decided ${outcomeName(result)}`,
      state: 'done',
      at: finalizedAt,
    }
  if (Date.parse(commitEndsAt) > nowMs)
    return {
      title,
      words: `${commitCount} sealed ${commitCount === 1 ? 'vote' : 'votes'} so far. Jurors commit until`,
      state: 'now',
      at: commitEndsAt,
    }
  if (Date.parse(revealEndsAt) > nowMs)
    return {
      title,
      words: `${revealCount} of ${commitCount} votes are open. Jurors reveal until`,
      state: 'now',
      at: revealEndsAt,
    }
  return {
    title,
    words: `${revealCount} of ${commitCount} votes were opened; the count comes next.`,
    state: 'now',
    at: null,
  }
}

/** What may be done about a market now. */
export type Deed = 'submit' | 'dispute' | 'commit' | 'reveal'

export function deedOf(
  market: Pick<Market, 'state' | 'endsAt'>,
  { submissions, rounds }: Pick<Dispute, 'submissions' | 'rounds'>,
  nowMs: number,
): Deed | null {
  if (market.state === 'closed' || (market.state === 'open' && Date.parse(market.endsAt) <= nowMs))
    return 'submit'
  const last = submissions.at(-1)
  if (market.state === 'proposed')
    return last !== undefined && Date.parse(last.disputeEndsAt) > nowMs ? 'dispute' : null
  const round = rounds.at(-1)
  if (market.state !== 'disputed' || round === undefined || round.finalizedAt !== null) return null
  if (Date.parse(round.commitEndsAt) > nowMs) return 'commit'
  return Date.parse(round.revealEndsAt) > nowMs ? 'reveal' : null
}
