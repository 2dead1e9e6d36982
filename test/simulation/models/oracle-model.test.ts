import { describe, expect, test } from 'vitest'
import type { VoteChoice } from '../../../src/domain/index.ts'
import { createOracleModel, type OracleAnswer, type OracleModel } from './oracle-model.ts'

const terms = {
  ...{ treasury: 'treasury', stakeUnit: 1n, bond: 100n, bondMax: 10_000n },
  ...{ quorumWeight: 60, quorumWallets: 3 },
  ...{ disputeMs: 100, commitMs: 10, revealMs: 20, appealMs: 50, unlockMs: 1_000 },
}
const eventsOf = (answer: OracleAnswer) => {
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.events
}
const refusalOf = (answer: OracleAnswer) => (answer.ok ? 'accepted' : answer.refusal)
const says = (model: OracleModel) => ({
  submit: (nowMs: number, changes: object = {}) => {
    const call = { marketId: 1, submitter: 's', outcome: 1, exposure: 10_000n, maxBond: 200n } as const
    return model.submit(nowMs, { ...call, ...changes })
  },
  dispute: (nowMs: number, changes: object = {}) => {
    const call = {
      marketId: 1,
      disputer: 'd',
      submission: 1,
      round: 0,
      outcome: 1,
      exposure: 10_000n,
    } as const
    return model.dispute(nowMs, { ...call, ...changes })
  },
  commit: (nowMs: number, voter: string, round = 1, marketId = 1) =>
    model.commit(nowMs, { marketId, round, voter, commitHash: 'hash' }),
  reveal: (nowMs: number, voter: string, vote: VoteChoice = 1, round = 1, marketId = 1) =>
    model.reveal(nowMs, { marketId, round, voter, vote, salt: 'salt' }),
  workOff: (voter: string, round = 1, marketId = 1) => model.workOff({ marketId, round, voter }),
})
const court = () => {
  const model = createOracleModel(terms)
  return { model, ...says(model) }
}

describe('stakes', () => {
  test('default: a deposit counts at once; the vault holds what the wallets paid', () => {
    const { model } = court()
    expect(eventsOf(model.deposit('w', 60_000n))).toEqual([
      { type: 'Staked', wallet: 'w', amount: 60_000n, staked: 60_000n, wholeWeight: 1 },
    ])
    expect(eventsOf(model.deposit('w', 106_667n))).toMatchObject([{ staked: 166_667n, wholeWeight: 3 }])
    expect(eventsOf(model.deposit('v', 59_999n))).toMatchObject([{ staked: 59_999n, wholeWeight: 3 }])
    expect(model.gained('w')).toEqual({ collateral: 0n, stake: -166_667n })
    expect(model.gained('nobody')).toEqual({ collateral: 0n, stake: 0n })
    expect(model.stakes()).toEqual({ held: 226_666n, owed: 226_666n })
    expect(model.wholeWeight()).toBe(3)
  })

  test('error: no deposit of nothing, and no stake above 2^128; a refused one leaves no entry', () => {
    const { model } = court()
    expect(refusalOf(model.deposit('w', 0n))).toBe('Vault.AmountZero')
    expect(refusalOf(model.deposit('w', (1n << 128n) + 1n))).toBe('Vault.StakeTooLarge')
    expect(refusalOf(model.unlock(0, 'w', 1n))).toBe('Vault.NoStake')
    expect(refusalOf(model.deposit('w', 1n << 128n))).toBe('accepted')
    expect(refusalOf(model.deposit('w', 1n))).toBe('Vault.StakeTooLarge')
  })

  test('behavior: what unlocks counts no more, is paid from its time on, and runs alone', () => {
    const { model } = court()
    model.deposit('w', 60_000n)
    expect(refusalOf(model.withdraw(0, 'w'))).toBe('Vault.NoUnlockRequest')
    expect(refusalOf(model.unlock(5, 'w', 0n))).toBe('Vault.AmountZero')
    expect(refusalOf(model.unlock(5, 'w', 60_001n))).toBe('Vault.AmountAboveStake')
    const unlock = { type: 'UnlockStarted', wallet: 'w', amount: 20_000n, unlockAtMs: 1_005 }
    expect(eventsOf(model.unlock(5, 'w', 20_000n))).toEqual([{ ...unlock, staked: 40_000n, wholeWeight: 0 }])
    expect(refusalOf(model.unlock(6, 'w', 40_001n))).toBe('Vault.AmountAboveStake')
    expect(refusalOf(model.unlock(6, 'w', 40_000n))).toBe('Vault.UnlockRunning')
    expect(model.stakes()).toEqual({ held: 60_000n, owed: 60_000n })
    expect(refusalOf(model.withdraw(1_004, 'w'))).toBe('Vault.TimelockRunning')
    expect(eventsOf(model.withdraw(1_005, 'w'))).toEqual([
      { type: 'Withdrawn', wallet: 'w', amount: 20_000n },
    ])
    expect(model.gained('w').stake).toBe(-40_000n)
    expect(refusalOf(model.withdraw(1_006, 'w'))).toBe('Vault.NoUnlockRequest')
  })

  test('behavior: an entry is gone with its last token, and not before', () => {
    const { model } = court()
    expect(refusalOf(model.withdraw(0, 'w'))).toBe('Vault.NoStake')
    model.deposit('w', 10n)
    eventsOf(model.unlock(0, 'w', 10n))
    expect(refusalOf(model.unlock(0, 'w', 1n))).toBe('Vault.AmountAboveStake')
    eventsOf(model.withdraw(1_000, 'w'))
    expect(refusalOf(model.withdraw(1_000, 'w'))).toBe('Vault.NoStake')
    expect(model.stakes()).toEqual({ held: 0n, owed: 0n })
  })
})

describe('a submission', () => {
  test('default: it puts up 2 % and, undisputed, gets it back and is final', () => {
    const { model, submit } = court()
    expect(refusalOf(submit(0, { maxBond: 199n }))).toBe('Oracle.BondAboveMax')
    const submitted = { type: 'OutcomeSubmitted', marketId: 1, submission: 1, submitter: 's', outcome: 1 }
    expect(eventsOf(submit(0))).toEqual([{ ...submitted, bond: 200n, disputeEndsAtMs: 100 }])
    expect(model.gained('s')).toEqual({ collateral: -200n, stake: 0n })
    expect(model.bonds()).toEqual({ held: 200n, owed: 200n })
    expect(refusalOf(submit(1))).toBe('Oracle.AlreadySubmitted')
    expect(refusalOf(model.finalize(100, 2))).toBe('Oracle.NothingToFinalize')
    expect(refusalOf(model.finalize(99, 1))).toBe('Oracle.DisputeWindowOpen')
    const pools = { winners: 0, stakePool: 0n, bondPool: 0n, toTreasury: 0n }
    expect(eventsOf(model.finalize(100, 1))).toEqual([
      ...[{ type: 'BondSettled', marketId: 1, submission: 1, place: 0, holder: 's', bond: 200n, paid: 200n }],
      ...[{ type: 'SubmissionClosed', marketId: 1, submission: 1, result: 'yes', ...pools }],
    ])
    expect(model.gained('s').collateral).toBe(0n)
    expect(model.bonds()).toEqual({ held: 0n, owed: 0n })
    expect(refusalOf(model.finalize(101, 1))).toBe('Oracle.NothingToFinalize')
    expect(refusalOf(submit(101))).toBe('Oracle.MarketResolved')
    expect(refusalOf(submit(101, { marketId: 2 }))).toBe('accepted')
  })
})

describe('a dispute', () => {
  test('default: it puts up as much, lowers both where less depends on it now, and opens a round', () => {
    const { model, submit, dispute } = court()
    submit(0)
    const of = { marketId: 1, submission: 1 }
    const round = { type: 'RoundOpened', ...of, round: 1, attempt: 1, appeal: 0, quorum: 60 }
    expect(eventsOf(dispute(99, { exposure: 7_500n }))).toEqual([
      ...[{ type: 'BondLowered', ...of, holder: 's', bond: 150n, returned: 50n }],
      ...[{ type: 'OutcomeDisputed', ...of, disputer: 'd', outcome: 1, bond: 150n, appeal: 0 }],
      ...[{ ...round, commitEndsAtMs: 109, revealEndsAtMs: 129 }],
    ])
    expect([model.gained('s').collateral, model.gained('d').collateral]).toEqual([-150n, -150n])
    expect(model.bonds()).toEqual({ held: 300n, owed: 300n })
  })

  test.each([10_000n, 10_001n, 90_000n])('behavior: an exposure of %s lowers no bond of 200', (exposure) => {
    const { submit, dispute } = court()
    submit(0)
    expect(eventsOf(dispute(0, { exposure })).map(({ type }) => type)).toEqual([
      'OutcomeDisputed',
      'RoundOpened',
    ])
  })

  test('behavior: the first round needs a quarter of the weight of that moment', () => {
    const { model, submit, dispute } = court()
    for (let i = 0; i < 9; i += 1) model.deposit(`w${i}`, 1_000_000n)
    submit(0)
    expect(eventsOf(dispute(0)).at(-1)).toMatchObject({ type: 'RoundOpened', quorum: 68 })
  })

  test('error: it names what stands, within its time, and comes from nobody who holds a bond', () => {
    const { submit, dispute } = court()
    expect(refusalOf(dispute(0))).toBe('Oracle.NotProposed')
    submit(0)
    expect(refusalOf(dispute(0, { submission: 2 }))).toBe('Oracle.WrongSubmission')
    expect(refusalOf(dispute(0, { round: 1 }))).toBe('Oracle.WrongRound')
    expect(refusalOf(dispute(100))).toBe('Oracle.DisputeWindowOver')
    expect(refusalOf(dispute(99, { outcome: 2 }))).toBe('Oracle.OtherOutcome')
    expect(refusalOf(dispute(99, { disputer: 's' }))).toBe('Oracle.AlreadyBonded')
    expect(refusalOf(dispute(99))).toBe('accepted')
    expect(refusalOf(dispute(99, { round: 1, disputer: 'e' }))).toBe('Oracle.NotProposed')
  })
})

describe('a vote', () => {
  const disputed = () => {
    const all = court()
    all.model.deposit('a', 1_000_000n)
    all.model.deposit('i', 60_000n)
    all.submit(0)
    eventsOf(all.dispute(0))
    return all
  }

  test('default: a commit counts by the stake of its moment, until the window ends', () => {
    const { commit } = disputed()
    const event = { type: 'VoteCommitted', marketId: 1, round: 1, commitHash: 'hash' }
    expect(eventsOf(commit(0, 'a'))).toEqual([
      { ...event, voter: 'a', weight: 30, stake: 1_000_000n, slash: 1_000n },
    ])
    expect(eventsOf(commit(9, 'i'))).toEqual([
      { ...event, voter: 'i', weight: 1, stake: 60_000n, slash: 60n },
    ])
    expect(refusalOf(commit(9, 'a'))).toBe('Oracle.AlreadyCommitted')
  })

  test('error: no commit late, without a dispute, in another round, by a party or below Iron', () => {
    const { model, submit, commit } = disputed()
    model.deposit('small', 59_999n)
    model.deposit('s', 60_000n)
    model.deposit('d', 60_000n)
    submit(0, { marketId: 2 })
    expect(refusalOf(commit(0, 'a', 1, 2))).toBe('Oracle.NoDispute')
    expect(refusalOf(commit(0, 'a', 1, 3))).toBe('Oracle.NoDispute')
    expect(refusalOf(commit(0, 'a', 2))).toBe('Oracle.WrongRound')
    expect(refusalOf(commit(10, 'a'))).toBe('Oracle.CommitWindowOver')
    expect(refusalOf(commit(9, 's'))).toBe('Oracle.PartyToDispute')
    expect(refusalOf(commit(9, 'd'))).toBe('Oracle.PartyToDispute')
    expect(refusalOf(commit(9, 'small'))).toBe('Vault.TierTooLow')
    expect(refusalOf(commit(9, 'nobody'))).toBe('Vault.TierTooLow')
  })

  test('behavior: it is revealed once, after the commits and before the end', () => {
    const { model, commit, reveal } = disputed()
    expect(refusalOf(reveal(10, 'a', 1, 1, 2))).toBe('Oracle.NoDispute')
    commit(0, 'a')
    commit(0, 'i')
    expect(refusalOf(reveal(10, 'a', 1, 2))).toBe('Oracle.WrongRound')
    expect(refusalOf(reveal(9, 'a'))).toBe('Oracle.RevealNotOpen')
    expect(refusalOf(reveal(10, 'nobody'))).toBe('Oracle.NoCommit')
    expect(eventsOf(reveal(10, 'a', 3))).toEqual([
      { type: 'VoteRevealed', marketId: 1, round: 1, voter: 'a', vote: 3, salt: 'salt', weight: 30 },
    ])
    expect(refusalOf(reveal(29, 'a'))).toBe('Oracle.AlreadyRevealed')
    expect(refusalOf(reveal(30, 'i'))).toBe('Oracle.RevealWindowOver')
    expect(refusalOf(reveal(29, 'i'))).toBe('accepted')
    expect(refusalOf(model.finalize(29, 1))).toBe('Oracle.RevealWindowOpen')
    expect(refusalOf(model.finalize(30, 1))).toBe('accepted')
  })

  test('behavior: nothing is withdrawn while a commit is open', () => {
    const { model, commit } = disputed()
    commit(0, 'i')
    eventsOf(model.unlock(0, 'i', 60_000n))
    expect(refusalOf(model.withdraw(1_000, 'i'))).toBe('Vault.CommitsOpen')
  })

  test('error: a wallet has a hundred commits open, and no more at risk than its stake', () => {
    const { model, submit, dispute, commit, reveal, workOff } = disputed()
    model.deposit('i', 40_000n)
    for (const voter of ['b', 'c', 'e', 'f']) model.deposit(voter, 1_000_000n)
    for (let marketId = 2; marketId <= 101; marketId += 1) {
      submit(0, { marketId })
      dispute(0, { marketId })
    }
    // One round that decides, and an appeal in which its vote is never revealed: that costs ten times.
    for (const voter of ['a', 'b', 'c']) eventsOf(commit(0, voter))
    for (const voter of ['a', 'b', 'c']) eventsOf(reveal(10, voter))
    eventsOf(model.finalize(30, 1))
    eventsOf(dispute(31, { round: 1, disputer: 'appeal' }))
    eventsOf(commit(32, 'i', 2))
    for (let marketId = 2; marketId <= 100; marketId += 1) eventsOf(commit(5, 'i', 1, marketId))
    expect(refusalOf(commit(5, 'i', 1, 101))).toBe('Vault.TooManyCommits')
    eventsOf(model.finalize(61, 1))
    eventsOf(model.finalize(111, 1))
    expect(eventsOf(workOff('i', 2))[0]).toMatchObject({ type: 'Slashed', amount: 1_000n, staked: 99_000n })
    expect(refusalOf(commit(5, 'i', 1, 101))).toBe('Vault.StakeAtRisk')
    model.deposit('i', 1_000n)
    expect(refusalOf(commit(5, 'i', 1, 101))).toBe('accepted')
    expect(model.wholeWeight()).toBe(151)
  })
})
