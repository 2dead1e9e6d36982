import { describe, expect, test } from 'vitest'
import type { VoteChoice } from '../../../src/domain/index.ts'
import { createOracleModel, type OracleAnswer } from './oracle-model.ts'

const terms = {
  ...{ treasury: 'treasury', stakeUnit: 1n, bond: 100n, bondMax: 10_000n },
  ...{ quorumWeight: 60, quorumWallets: 3 },
  ...{ disputeMs: 100, commitMs: 10, revealMs: 20, appealMs: 50, unlockMs: 1_000 },
}
/** By weight: a to f and h 30, dia 22, pla 16, gold 11, sil 7, bro 3, iron and iro2 1. */
const stakesOf = {
  ...{ a: 1_000_000n, b: 1_000_000n, c: 1_000_000n, f: 1_000_000n, h: 1_000_000n },
  ...{ dia: 833_333n, pla: 666_667n, gold: 500_000n, sil: 333_333n, bro: 166_667n },
  ...{ iron: 60_000n, iro2: 60_000n },
}
type Voter = keyof typeof stakesOf
/** What a voter reveals; 0 for one who commits and reveals nothing. */
type Votes = Partial<Record<Voter, VoteChoice | 0>>

const eventsOf = (answer: OracleAnswer) => {
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.events
}
const refusalOf = (answer: OracleAnswer) => (answer.ok ? 'accepted' : answer.refusal)

/** s submits yes on market 1 with a bond of 200, d disputes it; rounds last 30. Only these hold stakes. */
function disputed(voters: readonly Voter[]) {
  const model = createOracleModel(terms)
  for (const voter of voters) model.deposit(voter, stakesOf[voter])
  const submit = (nowMs: number, submitter = 's', exposure = 10_000n) =>
    model.submit(nowMs, { marketId: 1, submitter, outcome: 1, exposure, maxBond: 10_000n })
  const dispute = (nowMs: number, disputer: string, outcome: VoteChoice, round: number, submission = 1) =>
    model.dispute(nowMs, { marketId: 1, disputer, submission, round, outcome, exposure: 10_000n })
  /** A whole round that opened at this time; answers what its end said. */
  const play = (openedMs: number, round: number, votes: Votes) => {
    for (const voter of Object.keys(votes))
      eventsOf(model.commit(openedMs, { marketId: 1, round, voter, commitHash: 'hash' }))
    for (const [voter, vote] of Object.entries(votes))
      if (vote !== 0) eventsOf(model.reveal(openedMs + 10, { marketId: 1, round, voter, vote, salt: 'salt' }))
    return eventsOf(model.finalize(openedMs + 30, 1))
  }
  const workOff = (voter: string, round = 1) => model.workOff({ marketId: 1, round, voter })
  eventsOf(submit(0))
  eventsOf(dispute(0, 'd', 1, 0))
  return { model, submit, dispute, play, workOff }
}
const ofCase = { marketId: 1, submission: 1 }
const settled = (place: number, holder: string, bond: bigint, paid: bigint) => ({
  ...{ type: 'BondSettled', ...ofCase, place, holder, bond, paid },
})

describe('what a round says', () => {
  const resultOf = (votes: Votes) =>
    disputed(Object.keys(votes) as Voter[]).play(0, 1, votes)[0]! as { readonly result?: VoteChoice | null }

  test('default: the weights for each answer and how many revealed, and until when it may be appealed', () => {
    const { model, play, dispute } = disputed(['a', 'b', 'c', 'gold', 'iron'])
    expect(play(0, 1, { a: 1, b: 1, gold: 1, c: 3, iron: 0 })).toEqual([
      {
        ...{ type: 'RoundFinalized', marketId: 1, round: 1, result: 1 },
        ...{ weightYes: 71, weightNo: 0, weightEarly: 30, wallets: 4, appealEndsAtMs: 80 },
      },
    ])
    expect(refusalOf(model.finalize(79, 1))).toBe('Oracle.DisputeWindowOpen')
    expect(refusalOf(dispute(80, 'e', 1, 1))).toBe('Oracle.DisputeWindowOver')
    expect(refusalOf(model.reveal(31, { marketId: 1, round: 1, voter: 'iron', vote: 1, salt: '' }))).toBe(
      'Oracle.RevealWindowOver',
    )
  })
  test('behavior: 65 of a hundred decide a first round, and no less', () => {
    const no = { gold: 2, sil: 2, bro: 2 } as const
    expect(resultOf({ dia: 1, pla: 1, iron: 1, ...no }).result).toBe(1)
    // 39 of 60 above, 39 of 61 here.
    expect(resultOf({ dia: 1, pla: 1, iron: 1, iro2: 2, ...no }).result).toBeNull()
  })
  test('behavior: the revealed weight reaches the quorum, and three wallets do', () => {
    expect(resultOf({ a: 2, dia: 2, sil: 2, iron: 2 }).result).toBe(2)
    expect(resultOf({ a: 2, dia: 2, sil: 2 }).result).toBeNull()
    expect(resultOf({ a: 3, b: 3 }).result).toBeNull()
    expect(resultOf({ a: 3, b: 3, iron: 0 }).result).toBeNull()
    expect(resultOf({ a: 3, b: 3, iron: 3 }).result).toBe(3)
  })
})

describe('a round without a result', () => {
  test('default: a second one follows, for which the greatest weight is enough', () => {
    const { play } = disputed(['a', 'b', 'iron'])
    const votes = { a: 1, b: 2, iron: 1 } as const
    expect(play(0, 1, votes)).toEqual([
      {
        ...{ type: 'RoundFinalized', marketId: 1, round: 1, result: null },
        ...{ weightYes: 31, weightNo: 30, weightEarly: 0, wallets: 3, appealEndsAtMs: null },
      },
      {
        ...{ type: 'RoundOpened', ...ofCase, round: 2, attempt: 2, appeal: 0, quorum: 60 },
        ...{ commitEndsAtMs: 40, revealEndsAtMs: 60 },
      },
    ])
    expect(play(30, 2, votes)).toMatchObject([{ round: 2, result: 1, appealEndsAtMs: 110 }])
  })
  test('behavior: its quorum is the least again; a round nobody voted in closes at once', () => {
    const { model, submit, dispute } = disputed([])
    eventsOf(model.finalize(30, 1))
    eventsOf(model.finalize(60, 1))
    for (let i = 0; i < 9; i += 1) model.deposit(`w${i}`, 1_000_000n)
    const second = { marketId: 2, submission: 1 } as const
    model.submit(0, { ...second, submitter: 's', outcome: 1, exposure: 0n, maxBond: 100n })
    const call = { ...second, disputer: 'd', round: 0, outcome: 1, exposure: 0n } as const
    expect(eventsOf(model.dispute(0, call)).at(-1)).toMatchObject({ quorum: 68 })
    expect(refusalOf(model.workOff({ marketId: 2, round: 1, voter: 'w0' }))).toBe('Oracle.RoundNotFinalized')
    expect(eventsOf(model.finalize(30, 2))).toMatchObject([
      { type: 'RoundFinalized', result: null, wallets: 0 },
      { type: 'RoundClosed', marketId: 2, round: 1 },
      { type: 'RoundOpened', round: 2, quorum: 60 },
    ])
    expect(refusalOf(model.workOff({ marketId: 2, round: 1, voter: 'w0' }))).toBe('Oracle.NoSuchRound')
    expect(refusalOf(model.workOff({ marketId: 2, round: 2, voter: 'w0' }))).toBe('Oracle.RoundNotFinalized')
    expect([refusalOf(submit(99)), refusalOf(dispute(99, 'e', 1, 2))]).toEqual([
      'Oracle.MarketResolved',
      'Oracle.NotProposed',
    ])
  })
  test('behavior: a tie in the second voids: a quarter of each bond and what was not revealed go to the treasury', () => {
    const { model, play, submit, workOff } = disputed(['a', 'b', 'gold', 'iron'])
    play(0, 1, { a: 1, b: 2, iron: 0 })
    expect(play(30, 2, { a: 1, b: 2, gold: 3 }).slice(1)).toEqual([
      settled(0, 's', 200n, 150n),
      settled(1, 'd', 200n, 150n),
      {
        ...{ type: 'SubmissionClosed', ...ofCase, result: 'void', winners: 0 },
        ...{ stakePool: 0n, bondPool: 0n, toTreasury: 100n },
      },
      { type: 'SlashesForfeited', ...ofCase, amount: 60n },
    ])
    expect(model.gained('treasury')).toEqual({ collateral: 100n, stake: 60n })
    expect(model.gained('s').collateral).toBe(-50n)
    expect(model.bonds()).toEqual({ held: 0n, owed: 0n })
    expect(model.stakes()).toEqual({ held: 2_559_940n, owed: 2_559_940n })
    expect(refusalOf(submit(61))).toBe('Oracle.MarketResolved')
    expect(eventsOf(workOff('a'))).toEqual([
      {
        ...{ type: 'CommitWorkedOff', marketId: 1, round: 1, voter: 'a' },
        ...{ slashed: 0n, stakeReward: 0n, bondReward: 0n },
      },
    ])
    expect(eventsOf(workOff('iron'))).toMatchObject([
      { type: 'Slashed', amount: 60n, staked: 59_940n },
      { slashed: 60n },
    ])
  })
  test('behavior: a void rounds for the wallets; without a slash nothing is forfeited', () => {
    const { model } = disputed([])
    const call = { marketId: 2, submission: 1 } as const
    model.submit(0, { ...call, submitter: 's', outcome: 2, exposure: 5_050n, maxBond: 101n })
    eventsOf(model.dispute(0, { ...call, disputer: 'd', round: 0, outcome: 2, exposure: 5_050n }))
    model.finalize(30, 2)
    expect(eventsOf(model.finalize(60, 2)).slice(1)).toMatchObject([
      { type: 'RoundClosed' },
      { paid: 76n },
      { paid: 76n },
      { type: 'SubmissionClosed', toTreasury: 50n },
    ])
  })
})

describe('a verdict', () => {
  test('default: half of the lie is the truth’s, half the voters’, who share what the others lose', () => {
    const { model, play, workOff } = disputed(['a', 'b', 'c', 'gold', 'iron'])
    play(0, 1, { a: 1, b: 1, gold: 1, c: 2, iron: 0 })
    expect(refusalOf(workOff('a'))).toBe('Oracle.RoundNotFinalized')
    expect(eventsOf(model.finalize(80, 1))).toEqual([
      settled(0, 's', 200n, 300n),
      settled(1, 'd', 200n, 0n),
      {
        ...{ type: 'SubmissionClosed', ...ofCase, result: 'yes', winners: 71 },
        ...{ stakePool: 1_060n, bondPool: 100n, toTreasury: 0n },
      },
    ])
    expect([model.gained('s').collateral, model.gained('d').collateral]).toEqual([100n, -200n])
    // Of 100 two get 42 and one 15; of 1,060 two 447 and one 164, rounded down.
    expect(model.bonds()).toEqual({ held: 100n, owed: 99n })
    expect(model.stakes()).toEqual({ held: 3_560_000n, owed: 3_559_998n })

    const done = { type: 'CommitWorkedOff', marketId: 1, round: 1 }
    expect(eventsOf(workOff('a'))).toEqual([
      { ...done, voter: 'a', slashed: 0n, stakeReward: 447n, bondReward: 42n },
    ])
    expect(model.bonds()).toEqual({ held: 58n, owed: 57n })
    expect(model.stakes()).toEqual({ held: 3_559_553n, owed: 3_559_551n })
    const slashed = { type: 'Slashed', unlocking: 0n }
    expect(eventsOf(workOff('c'))).toEqual([
      { ...slashed, wallet: 'c', amount: 1_000n, staked: 999_000n, wholeWeight: 94 },
      { ...done, voter: 'c', slashed: 1_000n, stakeReward: 0n, bondReward: 0n },
    ])
    expect(refusalOf(workOff('a'))).toBe('Oracle.NoCommit')
    expect(refusalOf(workOff('nobody'))).toBe('Oracle.NoCommit')
    expect(refusalOf(workOff('b', 2))).toBe('Oracle.NoSuchRound')
    eventsOf(workOff('b'))
    eventsOf(workOff('gold'))
    expect(eventsOf(workOff('iron'))).toEqual([
      { ...slashed, wallet: 'iron', amount: 60n, staked: 59_940n, wholeWeight: 93 },
      { ...done, voter: 'iron', slashed: 60n, stakeReward: 0n, bondReward: 0n },
      { type: 'RoundClosed', marketId: 1, round: 1 },
    ])
    expect(refusalOf(workOff('a'))).toBe('Oracle.NoSuchRound')
    expect(model.gained('a')).toEqual({ collateral: 42n, stake: -999_553n })
    expect(model.bonds()).toEqual({ held: 1n, owed: 0n })
    expect(model.stakes()).toEqual({ held: 3_558_942n, owed: 3_558_940n })
  })

  test('behavior: a slash takes the stake first, then what unlocks; what is worked off may be withdrawn', () => {
    const { model, play, workOff } = disputed(['a', 'b', 'c', 'iron'])
    play(0, 1, { a: 1, b: 1, c: 1, iron: 0 })
    eventsOf(model.unlock(30, 'iron', 59_990n))
    eventsOf(model.finalize(80, 1))
    expect(refusalOf(model.withdraw(1_030, 'iron'))).toBe('Vault.CommitsOpen')
    expect(eventsOf(workOff('iron'))[0]).toEqual({
      ...{ type: 'Slashed', wallet: 'iron', amount: 60n },
      ...{ staked: 0n, unlocking: 59_940n, wholeWeight: 90 },
    })
    expect(eventsOf(model.withdraw(1_030, 'iron'))).toMatchObject([{ amount: 59_940n }])
    expect(refusalOf(model.withdraw(1_030, 'iron'))).toBe('Vault.NoStake')
  })

  test('behavior: too early closes the submission and not the market; its rounds count on', () => {
    const { model, play, submit, dispute, workOff } = disputed(['a', 'b', 'c', 'gold'])
    play(0, 1, { a: 3, b: 3, c: 2, gold: 2 })
    play(30, 2, { a: 3, b: 3, c: 3 })
    expect(eventsOf(model.finalize(110, 1))).toMatchObject([
      { holder: 's', paid: 0n },
      { holder: 'd', paid: 300n },
      { type: 'SubmissionClosed', result: 'too-early', winners: 150, stakePool: 1_500n, bondPool: 100n },
    ])
    expect(eventsOf(submit(200))).toMatchObject([{ submission: 2, disputeEndsAtMs: 300 }])
    expect(refusalOf(dispute(200, 'd', 1, 2))).toBe('Oracle.WrongSubmission')
    expect(refusalOf(dispute(200, 'd', 1, 0, 2))).toBe('Oracle.WrongRound')
    expect(eventsOf(dispute(200, 'd', 1, 2, 2)).at(-1)).toMatchObject({
      ...{ type: 'RoundOpened', submission: 2, round: 3, attempt: 1, appeal: 0 },
    })
    expect(eventsOf(workOff('c'))).toMatchObject([{ type: 'Slashed', amount: 1_000n }, { slashed: 1_000n }])
  })
})

describe('an appeal', () => {
  const voters = ['a', 'b', 'c', 'f', 'h', 'gold', 'iron'] as const
  /** Round 1 says yes with 71 of 101; e appeals. */
  function appealed() {
    const all = disputed(voters)
    all.play(0, 1, { a: 1, b: 1, gold: 1, c: 2, iron: 0 })
    return { ...all, appeal: all.dispute(79, 'e', 1, 1) }
  }

  test('default: it puts up twice as much and needs more weight than was revealed', () => {
    const { model, appeal } = appealed()
    expect(eventsOf(appeal)).toEqual([
      { type: 'OutcomeDisputed', ...ofCase, disputer: 'e', outcome: 1, bond: 400n, appeal: 1 },
      {
        ...{ type: 'RoundOpened', ...ofCase, round: 2, attempt: 2, appeal: 1, quorum: 102 },
        ...{ commitEndsAtMs: 89, revealEndsAtMs: 109 },
      },
    ])
    expect(model.bonds()).toEqual({ held: 800n, owed: 800n })
  })

  test('error: only of the result, by nobody who holds a bond', () => {
    const { dispute, play } = disputed(voters)
    play(0, 1, { a: 1, b: 1, gold: 1 })
    expect(refusalOf(dispute(79, 'e', 2, 1))).toBe('Oracle.OtherOutcome')
    expect(refusalOf(dispute(79, 'd', 1, 1))).toBe('Oracle.AlreadyBonded')
    expect(refusalOf(dispute(79, 'e', 1, 0))).toBe('Oracle.WrongRound')
  })

  test('behavior: what stood stands where the weight or its share is too small, and the next needs no less', () => {
    const few = appealed()
    expect(few.play(79, 2, { a: 2, b: 2, c: 2 })[0]).toMatchObject({ result: 1, weightNo: 90 })
    expect(eventsOf(few.dispute(150, 'z', 1, 2)).at(-1)).toMatchObject({ appeal: 2, quorum: 102 })
    const divided = appealed()
    // 91 of 151 are 60 of a hundred.
    expect(divided.play(79, 2, { a: 2, b: 2, c: 2, iron: 2, f: 1, h: 1 })[0]).toMatchObject({ result: 1 })
    expect(eventsOf(divided.dispute(150, 'z', 1, 2)).at(-1)).toMatchObject({ quorum: 152 })
  })

  test('behavior: who was overturned loses ten times as much, as does who is wrong in an appeal', () => {
    const { model, play, dispute, workOff } = appealed()
    expect(play(79, 2, { a: 2, b: 2, c: 2, f: 2 })[0]).toMatchObject({
      ...{ round: 2, result: 2, weightNo: 120, appealEndsAtMs: 159 },
    })
    expect(eventsOf(dispute(158, 'z', 2, 2))).toMatchObject([
      { disputer: 'z', outcome: 2, bond: 800n, appeal: 2 },
      { round: 3, attempt: 3, appeal: 2, quorum: 121 },
    ])
    // The second appeal is the last: what it says is final at once.
    expect(play(158, 3, { h: 1 })).toEqual([
      {
        ...{ type: 'RoundFinalized', marketId: 1, round: 3, result: 2 },
        ...{ weightYes: 30, weightNo: 0, weightEarly: 0, wallets: 1, appealEndsAtMs: null },
      },
      settled(0, 's', 200n, 0n),
      settled(1, 'd', 200n, 366n),
      settled(2, 'e', 400n, 733n),
      settled(3, 'z', 800n, 0n),
      {
        ...{ type: 'SubmissionClosed', ...ofCase, result: 'no', winners: 150 },
        ...{ stakePool: 35_600n, bondPool: 501n, toTreasury: 0n },
      },
    ])
    expect(model.bonds()).toEqual({ held: 501n, owed: 500n })
    expect(eventsOf(workOff('a'))).toMatchObject([{ amount: 10_000n }, { slashed: 10_000n, stakeReward: 0n }])
    expect(eventsOf(workOff('iron'))).toMatchObject([{ amount: 600n }, { slashed: 600n }])
    expect(eventsOf(workOff('h', 3))).toMatchObject([{ amount: 10_000n }, {}, { type: 'RoundClosed' }])
    expect(eventsOf(workOff('a', 2))).toMatchObject([{ slashed: 0n, stakeReward: 7_120n, bondReward: 100n }])
    expect(refusalOf(workOff('a', 2))).toBe('Oracle.NoCommit')
  })

  test('behavior: an appeal in vain costs its bond; the first round loses once', () => {
    const { model, play } = appealed()
    expect(play(79, 2, {})).toMatchObject([
      { result: 1, wallets: 0 },
      { type: 'RoundClosed', round: 2 },
    ])
    expect(refusalOf(model.workOff({ marketId: 1, round: 2, voter: 'a' }))).toBe('Oracle.NoSuchRound')
    expect(eventsOf(model.finalize(159, 1))).toMatchObject([
      { holder: 's', paid: 500n },
      { holder: 'd', paid: 0n },
      { holder: 'e', paid: 0n },
      { result: 'yes', winners: 71, stakePool: 1_060n, bondPool: 300n },
    ])
  })
})
