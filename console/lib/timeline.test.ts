import type { Dispute } from 'sibyl/client'
import { describe, expect, test } from 'vitest'
import { deedOf, timelineOf } from './timeline.ts'

const at = (hour: number): string => `2026-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`
const ms = (hour: number): number => Date.parse(at(hour))
const market = { createdAt: at(0), endsAt: at(4), finalOutcome: null }
const nothing = { submissions: [], rounds: [] }

const submission: Dispute['submissions'][number] = {
  submission: 1,
  submitter: 'jana',
  outcome: 2,
  bond: '100',
  submittedAt: at(5),
  disputeEndsAt: at(7),
  disputer: null,
  disputedAt: null,
  result: null,
  closedAt: null,
  txId: '',
  winners: null,
  stakePool: null,
  bondPool: null,
  bonds: [],
}
const disputed = { ...submission, disputer: 'karl', disputedAt: at(6) }
const round: Dispute['rounds'][number] = {
  voteRound: 1,
  submission: 1,
  attempt: 1,
  appeal: 0,
  quorum: '60',
  appealEndsAt: null,
  opensAt: at(6),
  commitEndsAt: at(8),
  revealEndsAt: at(9),
  commitCount: 3,
  revealCount: 2,
  weightYes: '0',
  weightNo: '0',
  weightTooEarly: '0',
  result: null,
  finalizedAt: null,
}
const titles = (...args: Parameters<typeof timelineOf>) =>
  timelineOf(...args).map(({ title, state }) => `${title} (${state})`)

describe('the way to an outcome', () => {
  test('default: while people trade', () => {
    expect(titles({ ...market, state: 'open' }, nothing, ms(3))).toEqual([
      'Trading (now)',
      'Outcome is submitted (next)',
      'Resolved (next)',
    ])
    expect(deedOf({ ...market, state: 'open' }, nothing, ms(3))).toBeNull()
  })
  test.each(['open', 'closed'] as const)('behavior: trading is over, told as %s', (state) => {
    expect(titles({ ...market, state }, nothing, ms(4))).toEqual([
      'Trading ended (done)',
      'Outcome is submitted (now)',
      'Resolved (next)',
    ])
    expect(deedOf({ ...market, state }, nothing, ms(4))).toBe('submit')
  })
  test('behavior: an outcome that may be disputed', () => {
    const dispute = { submissions: [submission], rounds: [] }
    expect(titles({ ...market, state: 'proposed' }, dispute, ms(6))).toEqual([
      'Trading ended (done)',
      'Submitted: no (done)',
      'May be disputed (now)',
      'Resolved (next)',
    ])
    expect(deedOf({ ...market, state: 'proposed' }, dispute, ms(6))).toBe('dispute')
    expect(deedOf({ ...market, state: 'proposed' }, dispute, ms(7))).toBeNull()
  })
  test.each([
    [7, 'commit', '3 sealed votes so far. Jurors commit until'],
    [8, 'reveal', '2 of 3 votes are open. Jurors reveal until'],
    [9, null, '2 of 3 votes were opened; the count comes next.'],
  ] as const)('behavior: a dispute at %i h', (hour, deed, words) => {
    const dispute = { submissions: [disputed], rounds: [round] }
    const steps = timelineOf({ ...market, state: 'disputed' }, dispute, ms(hour))
    expect(steps.map(({ title }) => title)).toEqual([
      'Trading ended',
      'Submitted: no',
      'Disputed',
      'Vote, round 1',
      'Resolved',
    ])
    expect(steps[3]).toMatchObject({ state: 'now', words })
    expect(deedOf({ ...market, state: 'disputed' }, dispute, ms(hour))).toBe(deed)
  })
  test('behavior: the end', () => {
    const ended = { ...round, result: 1, finalizedAt: at(10) }
    const steps = timelineOf(
      { ...market, state: 'resolved', finalOutcome: 1 },
      { submissions: [disputed], rounds: [ended] },
      ms(11),
    )
    expect(steps.slice(3).map(({ title, words, state }) => [title, words, state])).toEqual([
      ['Vote, round 1', 'decided yes', 'done'],
      ['Resolved: Yes', '', 'done'],
    ])
  })
})
