import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callScript, ENTRY_DEPOSIT, voidMarket } from '../../../src/bindings/index.ts'
import { ONE, type VoteChoice } from '../../../src/domain/index.ts'
import { type Court, heldBy, openCourt } from '../../support/stage/court.ts'
import { type Hearing, hear, type Plan } from '../../support/stage/hearing.ts'
import type { StageWallet } from '../../support/stage/host.ts'
import { refusalOf } from '../../support/stage/stage.ts'
import { createVmHost } from '../../support/stage/vm-host.ts'

/** What an empty market's submission puts up. */
const BOND = 100n * ONE
/** A thousandth of a million tokens. */
const S = 1_000n * ONE

let court: Court
let markets: Awaited<ReturnType<Court['openMarkets']>>
let [anna, bert, cara, dora, emil]: StageWallet[] = []
/** Weight 30 each. */
let voters: StageWallet[]

beforeAll(async () => {
  court = await openCourt(createVmHost({ seed: 'oracle', startMs: 1_800_000_000_000 }), 'oracle')
  ;[anna, bert, cara, dora, emil] = await court.wallets(5)
  voters = await court.wallets(6)
  for (const voter of voters) await stake(voter, 1_000_000n)
  markets = await court.openMarkets(20)
  markets.push(...(await court.openMarkets(20)))
})

const stake = (wallet: StageWallet, tokens: bigint) => court.send(wallet, court.calls.deposit(tokens * ONE))
const guests: StageWallet[] = []
/** A voter for one test. */
const staker = async (tokens: bigint): Promise<StageWallet> => {
  const [wallet] = await court.wallets(1)
  await stake(wallet!, tokens)
  guests.push(wallet!)
  return wallet!
}
/** All stakes weigh 181 again when the next test begins: the quorum goes by them. */
afterEach(async () => {
  const { stakeOf } = hear(court, markets[0]!)
  for (const guest of guests.splice(0)) {
    const held = await stakeOf(guest)
    if (held !== null && held.staked > 0n && held.unlocking === 0n)
      await court.send(guest, court.calls.unlock(held.staked))
  }
  for (const voter of voters) {
    const missing = 1_000_000n * ONE - ((await stakeOf(voter))?.staked ?? 0n)
    if (missing > 0n) await court.send(voter, court.calls.deposit(missing))
  }
})
/** Each test takes markets of its own. */
const nextHearing = (): Hearing => hear(court, markets.shift()!)
const refused = (call: Promise<unknown>) => refusalOf(call)
const plan = (votes: readonly (VoteChoice | null)[], of: readonly StageWallet[] = voters): Plan[] =>
  votes.map((vote, i) => [of[i]!, vote])
const collateralOf = async (wallet: StageWallet) => (await court.holds(wallet.address)).collateral
/** What a wallet gained in collateral and stake tokens while something happened. */
async function gains(wallets: readonly StageWallet[], happen: () => Promise<unknown>) {
  const before = await Promise.all(wallets.map((wallet) => court.holds(wallet.address)))
  await happen()
  const after = await Promise.all(wallets.map((wallet) => court.holds(wallet.address)))
  return after.map((now, i) => [now.collateral - before[i]!.collateral, now.stake - before[i]!.stake])
}
async function workOffAll(hearing: Hearing, rounds: Readonly<Record<number, readonly StageWallet[]>>) {
  const worked = []
  for (const [round, wallets] of Object.entries(rounds))
    for (const wallet of wallets)
      worked.push(
        ...(await hearing.workOff(Number(round), wallet)).events.filter(
          (event) => event.type === 'CommitWorkedOff',
        ),
      )
  return worked.map((event) =>
    event.type === 'CommitWorkedOff' ? [event.slashed, event.stakeReward, event.bondReward] : [],
  )
}

describe('submit', () => {
  test('default: a bond, a window, and the outcome when nobody objects', async () => {
    const hearing = nextHearing()
    const before = await court.holds(anna!.address)
    const { events, nowMs } = await hearing.submit(anna!, 'no')
    expect(events.at(-1)).toEqual({
      type: 'OutcomeSubmitted',
      marketId: hearing.market.number,
      submission: 1,
      submitter: anna!.address,
      outcome: 2,
      bond: BOND,
      disputeEndsAtMs: nowMs + court.periods.disputeMs,
    })
    expect(await refused(hearing.submit(bert!))).toBe('Oracle.AlreadySubmitted')
    await hearing.at(nowMs + court.periods.disputeMs - 1)
    expect(await refused(hearing.finalize())).toBe('Oracle.DisputeWindowOpen')
    const done = await hearing.letStand()
    expect(done.events).toMatchObject([
      { type: 'BondSettled', place: 0, holder: anna!.address, bond: BOND, paid: BOND },
      { type: 'SubmissionClosed', result: 'no', winners: 0, stakePool: 0n, bondPool: 0n, toTreasury: 0n },
      { type: 'MarketStateChanged', state: 'resolved', finalOutcome: 2 },
    ])
    expect(await hearing.caseNow()).toBeNull()
    const after = await court.holds(anna!.address)
    expect(after.collateral).toBe(before.collateral)
    expect(before.alph - after.alph).toBeLessThan(ENTRY_DEPOSIT)
    expect(await refused(hearing.submit(anna!))).toBe('Oracle.MarketResolved')
    expect(await refused(hearing.finalize())).toBe('Oracle.NothingToFinalize')
  })
  test('behavior: the bond is 2 % of the exposure, rounded up, between 100 and 10,000 units', async () => {
    const bondAt = async (exposure: bigint): Promise<bigint> => {
      const [market] = await court.openMarkets(1, exposure)
      const { events } = await hear(court, market!).submit(anna!)
      const submitted = events.find((event) => event.type === 'OutcomeSubmitted')
      return submitted?.type === 'OutcomeSubmitted' ? submitted.bond : -1n
    }
    expect(await bondAt(5_000n * ONE)).toBe(100n * ONE)
    expect(await bondAt(5_000n * ONE + 1n)).toBe(100n * ONE + 1n)
    expect(await bondAt(5_000n * ONE + 50n)).toBe(100n * ONE + 1n)
    expect(await bondAt(500_000n * ONE - 50n)).toBe(10_000n * ONE - 1n)
    expect(await bondAt(500_000n * ONE)).toBe(10_000n * ONE)
    expect(await bondAt(900_000n * ONE)).toBe(10_000n * ONE)
  })
  test('error: Expired at the deadline, OtherSubject, BondAboveMax, UnknownOutcome, NoSuchMarket', async () => {
    const { market } = nextHearing()
    const { calls, contracts, tokens, host } = court
    const args = {
      marketId: BigInt(market.number),
      subject: market.subject,
      outcome: 1n,
      maxBond: BOND,
      deadline: BigInt(host.nowMs() + 1_001),
    }
    const submit = (change: Partial<typeof args>) =>
      refused(
        court.send(
          anna!,
          callScript({
            contract: 'Oracle',
            contractId: contracts.oracle.id,
            method: 'submit',
            args: { ...args, deadline: BigInt(host.nowMs() + 1_001), ...change },
            attoAlph: ENTRY_DEPOSIT,
            tokens: [{ id: tokens.collateral, amount: BOND }],
          }),
        ),
      )
    expect(await submit({ deadline: BigInt(host.nowMs() + 1_000) })).toBe('Oracle.Expired')
    expect(await submit({ subject: '00'.repeat(32) })).toBe('Oracle.OtherSubject')
    expect(await submit({ maxBond: BOND - 1n })).toBe('Oracle.BondAboveMax')
    expect(await submit({ outcome: 0n })).toBe('Oracle.UnknownOutcome')
    expect(await submit({ outcome: 3n })).toBe('Oracle.UnknownOutcome')
    expect(await submit({ marketId: 9_999n })).toBe('Oracle.NoSuchMarket')
    expect(await submit({ marketId: 1n << 64n })).toBe('Oracle.NoSuchMarket')
    expect(await submit({})).toBe('accepted')
    expect(await refused(court.send(anna!, calls.finalize({ ...market, number: 9_999 })))).toBe(
      'Oracle.NoSuchMarket',
    )
  })
  test('error: MarketOpen until trading has ended, to the millisecond', async () => {
    const { calls, contracts, host } = court
    const [closed] = await court.openMarkets(1)
    expect(await refused(court.send(anna!, calls.submit(closed!, 'yes', BOND)))).toBe('accepted')
    // A market that still trades: everything up to its deployment, without waiting for its end.
    const open = await openMarketThatTrades()
    expect(await refused(court.send(anna!, calls.submit(open, 'yes', BOND)))).toBe('Oracle.MarketOpen')
    const voidCall = voidMarket({ oracleId: contracts.oracle.id, marketNumber: open.number })
    expect(await refused(court.send(anna!, voidCall))).toBe('Oracle.NotClosed')
    await host.passTime(open.endsAtMs - 1_001)
    expect(await refused(court.send(anna!, calls.submit(open, 'yes', BOND)))).toBe('Oracle.MarketOpen')
    await host.passTime(open.endsAtMs - 1_000)
    expect(await refused(court.send(anna!, calls.submit(open, 'yes', BOND)))).toBe('accepted')
  })
  const openMarketThatTrades = async () => {
    const [market] = await court.openMarkets(1, 0n, { wait: false })
    return market!
  }
})

describe('dispute', () => {
  test('default: an equal bond opens a round with a quorum by all stakes', async () => {
    const hearing = nextHearing()
    const { nowMs } = await hearing.submit(anna!)
    await hearing.at(nowMs + court.periods.disputeMs - 1)
    const disputed = await hearing.dispute(bert!)
    const commitEndsAtMs = disputed.nowMs + court.periods.commitMs
    expect(disputed.events.slice(1)).toEqual([
      {
        type: 'OutcomeDisputed',
        marketId: hearing.market.number,
        submission: 1,
        disputer: bert!.address,
        outcome: 1,
        bond: BOND,
        appeal: 0,
      },
      {
        type: 'RoundOpened',
        marketId: hearing.market.number,
        round: 1,
        submission: 1,
        attempt: 1,
        appeal: 0,
        commitEndsAtMs,
        revealEndsAtMs: commitEndsAtMs + court.periods.revealMs,
        quorum: 60, // all stakes weigh 181
      },
    ])
    expect(await refused(hearing.dispute(cara!))).toBe('Oracle.NotProposed')
  })
  test('error: each thing the caller saw and finds changed', async () => {
    const hearing = nextHearing()
    const { market } = hearing
    const { calls, contracts, tokens, host } = court
    const seen = { submission: 1, round: 0, outcome: 1 } as const
    const dispute = (
      wallet: StageWallet,
      change: Partial<Parameters<typeof calls.dispute>[1]>,
      maxBond = BOND,
    ) => refused(court.send(wallet, calls.dispute(market, { ...seen, ...change }, maxBond)))
    expect(await dispute(bert!, {})).toBe('Oracle.NotProposed')
    const { nowMs } = await hearing.submit(anna!)
    expect(await dispute(bert!, { submission: 2 })).toBe('Oracle.WrongSubmission')
    expect(await dispute(bert!, { round: 1 })).toBe('Oracle.WrongRound')
    expect(await dispute(bert!, { outcome: 2 })).toBe('Oracle.OtherOutcome')
    expect(await dispute(bert!, {}, BOND - 1n)).toBe('Oracle.BondAboveMax')
    expect(await dispute(anna!, {})).toBe('Oracle.AlreadyBonded')
    const foreign = { ...market, subject: '11'.repeat(32) }
    expect(await refused(court.send(bert!, calls.dispute(foreign, seen, BOND)))).toBe('Oracle.OtherSubject')
    const late = callScript({
      contract: 'Oracle',
      contractId: contracts.oracle.id,
      method: 'dispute',
      args: {
        marketId: BigInt(market.number),
        subject: market.subject,
        submission: 1n,
        round: 0n,
        outcome: 1n,
        maxBond: BOND,
        deadline: BigInt(host.nowMs() + 1_000),
      },
      attoAlph: ENTRY_DEPOSIT,
      tokens: [{ id: tokens.collateral, amount: BOND }],
    })
    expect(await refused(court.send(bert!, late))).toBe('Oracle.Expired')
    await hearing.at(nowMs + court.periods.disputeMs)
    expect(await dispute(bert!, {})).toBe('Oracle.DisputeWindowOver')
  })
  test('behavior: half of a false bond to the other side, half to the voters; stakes of the wrong to the right', async () => {
    const hearing = nextHearing()
    await hearing.submit(anna!)
    await hearing.dispute(bert!)
    const counted = await hearing.vote(plan([1, 1, 2, null, 1]))
    expect(counted.events).toEqual([
      {
        type: 'RoundFinalized',
        marketId: hearing.market.number,
        round: 1,
        result: 1,
        weightYes: 90,
        weightNo: 30,
        weightEarly: 0,
        wallets: 4,
        appealEndsAtMs: counted.nowMs + court.periods.appealMs,
      },
    ])
    expect(await refused(hearing.workOff(1, voters[0]!))).toBe('Oracle.RoundNotFinalized')
    const paid = await gains([anna!, bert!, court.treasury], () => hearing.letStand())
    expect(paid).toEqual([
      [BOND + BOND / 2n, 0n],
      [0n, 0n],
      [0n, 0n],
    ])
    const poolPerVoter = BOND / 2n / 3n
    expect(await refused(hearing.workOff(1, anna!))).toBe('Oracle.NoCommit')
    const worked = await gains(voters.slice(0, 5), async () => {
      expect(await workOffAll(hearing, { 1: voters.slice(0, 5) })).toEqual([
        [0n, (2n * S) / 3n, poolPerVoter],
        [0n, (2n * S) / 3n, poolPerVoter],
        [S, 0n, 0n],
        [S, 0n, 0n],
        [0n, (2n * S) / 3n, poolPerVoter],
      ])
    })
    expect(worked).toEqual([
      [poolPerVoter, (2n * S) / 3n],
      [poolPerVoter, (2n * S) / 3n],
      [0n, 0n],
      [0n, 0n],
      [poolPerVoter, (2n * S) / 3n],
    ])
    expect(await hearing.roundNow(1)).toBeNull()
    expect(await refused(hearing.workOff(1, voters[0]!))).toBe('Oracle.NoSuchRound')
  })
})

describe('commit and reveal', () => {
  test('error: every refusal on the way', async () => {
    const hearing = nextHearing()
    const { market } = hearing
    const { calls, contracts, host } = court
    const [voter, other] = [voters[0]!, voters[1]!]
    const ballot = hearing.ballotOf(voter, 1, 1)
    expect(await refused(court.send(voter, calls.commit(ballot)))).toBe('Oracle.NoDispute')
    expect(await refused(court.send(voter, calls.reveal(ballot)))).toBe('Oracle.NoDispute')
    expect(await refused(hearing.workOff(1, voter))).toBe('Oracle.NoSuchRound')
    await hearing.submit(anna!)
    await hearing.dispute(bert!)
    const round = (await hearing.roundNow(1))!
    const commit = (wallet: StageWallet, args: Readonly<Record<string, unknown>> = {}) =>
      refused(
        court.send(
          wallet,
          callScript({
            contract: 'Oracle',
            contractId: contracts.oracle.id,
            method: 'commit',
            args: {
              marketId: BigInt(market.number),
              subject: market.subject,
              round: 1n,
              commitHash: calls.hashOf(hearing.ballotOf(wallet, 1, 1)),
              deadline: BigInt(host.nowMs() + 1_001),
              ...args,
            },
            attoAlph: ENTRY_DEPOSIT,
          }),
        ),
      )
    expect(await commit(voter, { deadline: BigInt(host.nowMs() + 1_000) })).toBe('Oracle.Expired')
    expect(await commit(voter, { subject: '22'.repeat(32) })).toBe('Oracle.OtherSubject')
    expect(await commit(voter, { round: 2n })).toBe('Oracle.WrongRound')
    expect(await commit(voter, { commitHash: 'ff'.repeat(31) })).toBe('Oracle.BadCommitHash')
    expect(await commit(anna!)).toBe('Oracle.PartyToDispute')
    expect(await commit(bert!)).toBe('Oracle.PartyToDispute')
    expect(await commit(await staker(59_999n))).toBe('Vault.TierTooLow')
    expect(await commit(voter)).toBe('accepted')
    expect(await commit(voter)).toBe('Oracle.AlreadyCommitted')
    // Another wallet copies the hash it saw: it may, but it can never open it (below).
    expect(await commit(other, { commitHash: calls.hashOf(ballot) })).toBe('accepted')
    expect(await refused(court.send(voter, calls.reveal(ballot)))).toBe('Oracle.RevealNotOpen')
    await hearing.at(round.commitEndsAt - 1n)
    expect(await commit(voters[2]!)).toBe('accepted')
    await hearing.at(round.commitEndsAt)
    expect(await commit(voters[3]!)).toBe('Oracle.CommitWindowOver')
    const reveal = (change: Partial<typeof ballot>) =>
      refused(court.send(emil!, calls.reveal({ ...ballot, ...change })))
    expect(await reveal({ voter: voters[3]!.address })).toBe('Oracle.NoCommit')
    expect(await reveal({ round: 2 })).toBe('Oracle.WrongRound')
    expect(await reveal({ vote: 4 as VoteChoice })).toBe('Oracle.UnknownChoice')
    expect(await reveal({ vote: 0 as VoteChoice })).toBe('Oracle.UnknownChoice')
    expect(await reveal({ salt: '00'.repeat(31) })).toBe('Oracle.BadSalt')
    expect(await reveal({ vote: 2 })).toBe('Oracle.HashMismatch')
    expect(await reveal({ voter: other.address })).toBe('Oracle.HashMismatch')
    const late = callScript({
      contract: 'Oracle',
      contractId: contracts.oracle.id,
      method: 'reveal',
      args: {
        marketId: BigInt(market.number),
        round: 1n,
        voter: voter.address,
        choice: 1n,
        salt: ballot.salt,
        deadline: BigInt(host.nowMs() + 1_000),
      },
    })
    expect(await refused(court.send(emil!, late))).toBe('Oracle.Expired')
    // Anybody may reveal for a voter who gave away the salt.
    expect(await reveal({})).toBe('accepted')
    expect(await reveal({})).toBe('Oracle.AlreadyRevealed')
    expect(await refused(hearing.finalize())).toBe('Oracle.RevealWindowOpen')
    await hearing.at(round.revealEndsAt - 1n)
    expect(await refused(hearing.reveal(voters[2]!, 1))).toBe('accepted')
    await hearing.at(round.revealEndsAt)
    expect(await refused(hearing.reveal(other, 1))).toBe('Oracle.RevealWindowOver')
    await hearing.finalize() // no quorum: the second round
    await hearing.vote(plan([1, 1], [voters[3]!, voters[4]!]))
    await workOffAll(hearing, { 1: voters.slice(0, 3), 2: [voters[3]!, voters[4]!] })
  })
  test('error: HasTraded: who split a pair does not judge it', async () => {
    const [market] = await court.openMarkets(1, 1n, { trader: voters[5]! })
    const hearing = hear(court, market!)
    await hearing.submit(anna!)
    await hearing.dispute(bert!)
    expect(await refused(hearing.commit(voters[5]!, 1))).toBe('Oracle.HasTraded')
  })
})

describe('who decides a round', () => {
  test('behavior: 65 of 100 decide, 64 do not; then the largest weight does', async () => {
    const crowd: StageWallet[] = []
    for (const tokens of [
      1_000_000n,
      833_333n,
      500_000n,
      60_000n,
      60_000n,
      1_000_000n,
      166_667n,
      60_000n,
      60_000n,
    ])
      crowd.push(await staker(tokens))
    const yes64 = plan([1, 1, 1, 1, 2, 2, 2, 2, 2], crowd) // 30 + 22 + 11 + 1 : 1 + 30 + 3 + 1 + 1
    const yes65 = plan([1, 1, 1, 1, 1, 2, 2, 2, 2], crowd)
    const clear = nextHearing()
    await clear.submit(anna!)
    await clear.dispute(bert!)
    expect((await clear.vote(yes65)).events[0]).toMatchObject({ result: 1, weightYes: 65, weightNo: 35 })
    const close = nextHearing()
    await close.submit(anna!)
    await close.dispute(bert!)
    expect((await close.vote(yes64)).events).toMatchObject([
      { type: 'RoundFinalized', result: null, weightYes: 64, weightNo: 36, appealEndsAtMs: null },
      { type: 'RoundOpened', attempt: 2, appeal: 0, quorum: 60 },
    ])
    expect((await close.vote(yes64)).events).toMatchObject([{ result: 1, weightYes: 64, weightNo: 36 }])
    await clear.letStand()
    await close.letStand()
    await workOffAll(clear, { 1: crowd })
    await workOffAll(close, { 1: crowd, 2: crowd })
  })
  test('behavior: the second round voids at a tie, whichever two are equal, and without a quorum', async () => {
    const third = await staker(833_333n)
    const ties: [VoteChoice, VoteChoice, VoteChoice][] = [
      [1, 2, 3],
      [1, 3, 2],
      [2, 3, 1],
    ]
    for (const [a, b, c] of ties) {
      const hearing = nextHearing()
      await hearing.submit(anna!)
      await hearing.dispute(bert!)
      await hearing.vote([])
      const { events } = await hearing.vote(plan([a, b, c], [voters[0]!, voters[1]!, third]))
      expect(events).toMatchObject([
        { type: 'RoundFinalized', result: null },
        { type: 'BondSettled', place: 0, paid: BOND - BOND / 4n },
        { type: 'BondSettled', place: 1, paid: BOND - BOND / 4n },
        { type: 'SubmissionClosed', result: 'void', toTreasury: BOND / 2n },
        { type: 'MarketStateChanged', state: 'resolved', finalOutcome: 3 },
      ])
      expect(await workOffAll(hearing, { 2: [voters[0]!, voters[1]!, third] })).toEqual([
        [0n, 0n, 0n],
        [0n, 0n, 0n],
        [0n, 0n, 0n],
      ])
    }
  })
  test('behavior: void: only unrevealed commits lose, to the treasury, from every round', async () => {
    const hearing = nextHearing()
    await hearing.submit(anna!)
    await hearing.dispute(bert!)
    await hearing.vote(plan([1, null]))
    const paid = await gains([anna!, bert!, court.treasury], async () => {
      const { events } = await hearing.vote(plan([2, null, null]))
      expect(events.at(-2)).toEqual({
        type: 'SlashesForfeited',
        marketId: hearing.market.number,
        submission: 1,
        amount: 3n * S,
      })
    })
    expect(paid).toEqual([
      [(BOND * 3n) / 4n, 0n],
      [(BOND * 3n) / 4n, 0n],
      [BOND / 2n, 3n * S],
    ])
    expect(await workOffAll(hearing, { 1: voters.slice(0, 2), 2: voters.slice(0, 3) })).toEqual([
      [0n, 0n, 0n],
      [S, 0n, 0n],
      [0n, 0n, 0n],
      [S, 0n, 0n],
      [S, 0n, 0n],
    ])
  })
  test('behavior: a quorum is exactly its number, from exactly three wallets', async () => {
    const [gold, platinum, iron] = [await staker(500_000n), await staker(666_667n), await staker(60_000n)]
    // 30 + 30 of two wallets; 30 + 16 + 11 = 57 of three, 30 + 30 + 1 = 61; and 30 + 16 + 11 + 1 + 1 + 1 = 60 of six.
    const irons = [await staker(60_000n), await staker(60_000n)]
    const cases: [readonly StageWallet[], VoteChoice | null, number][] = [
      [[voters[0]!, voters[1]!], null, 60],
      [[voters[0]!, gold, platinum], null, 57],
      [[voters[0]!, gold, platinum, iron, irons[0]!], null, 59],
      [[voters[0]!, gold, platinum, iron, ...irons], 1, 60],
    ]
    for (const [wallets, result, weightYes] of cases) {
      const hearing = nextHearing()
      await hearing.submit(anna!)
      await hearing.dispute(bert!)
      expect((await hearing.vote(wallets.map((wallet) => [wallet, 1]))).events[0]).toMatchObject({
        result,
        weightYes,
        wallets: wallets.length,
      })
      if (result === null) await hearing.vote([])
      else await hearing.letStand()
      await workOffAll(hearing, { 1: wallets })
    }
  })
  test('behavior: the quorum is a quarter of all weight when the dispute opened, rounded up; the second round’s is 60', async () => {
    for (let i = 0; i < 5; i += 1) await staker(1_000_000n)
    expect(await wholeWeight()).toBe(331)
    const enough = nextHearing()
    await enough.submit(anna!)
    expect((await enough.dispute(bert!)).events.at(-1)).toMatchObject({ quorum: 83 })
    expect((await enough.vote(plan([1, 1, 1]))).events).toMatchObject([{ result: 1, weightYes: 90 }])
    await enough.letStand()
    await workOffAll(enough, { 1: voters.slice(0, 3) })

    for (let i = 0; i < 2; i += 1) await staker(500_000n)
    for (let i = 0; i < 8; i += 1) await staker(60_000n)
    expect(await wholeWeight()).toBe(361)
    const short = nextHearing()
    await short.submit(anna!)
    expect((await short.dispute(bert!)).events.at(-1)).toMatchObject({ quorum: 91 })
    // Stake that leaves afterwards does not lower it.
    for (const guest of guests.splice(0))
      await court.send(guest, court.calls.unlock((await short.stakeOf(guest))!.staked))
    expect((await short.vote(plan([1, 1, 1]))).events).toMatchObject([
      { type: 'RoundFinalized', result: null, weightYes: 90 },
      { type: 'RoundOpened', attempt: 2, quorum: 60 },
    ])
    expect((await short.vote(plan([1, 1, 1]))).events).toMatchObject([{ result: 1 }])
    await short.letStand()
    await workOffAll(short, { 1: voters.slice(0, 3), 2: voters.slice(0, 3) })
  })
  const wholeWeight = async () => {
    const { events } = await stake((await court.wallets(1))[0]!, 1n)
    const staked = events[0]
    return staked?.type === 'Staked' ? staked.wholeWeight : -1
  }
})

describe('appeals', () => {
  /** A case whose first round said yes with 90 of 90, by the first three voters. */
  async function decided(outcome: 'yes' | 'no' = 'yes'): Promise<Hearing> {
    const hearing = nextHearing()
    await hearing.submit(anna!, outcome)
    await hearing.dispute(bert!)
    await hearing.vote(plan([1, 1, 1]))
    return hearing
  }
  test('default: with more weight and 65 % it overturns; who was wrong pays ten times, in both rounds', async () => {
    const hearing = await decided('no')
    const appealed = await hearing.dispute(cara!)
    expect(appealed.events).toMatchObject([
      { type: 'OutcomeDisputed', disputer: cara!.address, outcome: 1, bond: 2n * BOND, appeal: 1 },
      { type: 'RoundOpened', round: 2, attempt: 2, appeal: 1, quorum: 91 },
    ])
    const counted = await hearing.vote(plan([2, 2, 2, 1], [voters[3]!, voters[4]!, voters[5]!, voters[0]!]))
    expect(counted.events).toMatchObject([
      { type: 'RoundFinalized', round: 2, result: 2, weightYes: 30, weightNo: 90, wallets: 4 },
    ])
    // False: the disputer's "not no" (1 bond). True: the submitter's "no" (1) and the appeal's "not yes" (2).
    const paid = await gains([anna!, bert!, cara!], () => hearing.letStand())
    const half = BOND / 2n
    expect(paid).toEqual([
      [BOND + half / 3n, 0n],
      [0n, 0n],
      [2n * BOND + (half * 2n) / 3n, 0n],
    ])
    const bondPool = BOND - half / 3n - (half * 2n) / 3n
    expect(
      await workOffAll(hearing, {
        1: voters.slice(0, 3),
        2: [voters[3]!, voters[4]!, voters[5]!, voters[0]!],
      }),
    ).toEqual([
      [10n * S, 0n, 0n],
      [10n * S, 0n, 0n],
      [10n * S, 0n, 0n],
      [0n, (40n * S) / 3n, bondPool / 3n],
      [0n, (40n * S) / 3n, bondPool / 3n],
      [0n, (40n * S) / 3n, bondPool / 3n],
      [10n * S, 0n, 0n],
    ])
  })
  test('behavior: as much weight is not more: the result stands, and the appeal was false', async () => {
    const hearing = await decided()
    await hearing.dispute(cara!)
    expect((await hearing.vote(plan([2, 2, 2], voters.slice(3)))).events).toMatchObject([
      { type: 'RoundFinalized', result: 1, weightNo: 90, wallets: 3 },
    ])
    const paid = await gains([anna!, bert!, cara!], () => hearing.letStand())
    expect(paid).toEqual([
      [BOND + (BOND * 3n) / 2n, 0n],
      [0n, 0n],
      [0n, 0n],
    ])
    // The appeal's round costs ten times, the first its single slash; nobody was wrong there.
    expect(await workOffAll(hearing, { 1: voters.slice(0, 3), 2: voters.slice(3) })).toEqual([
      [0n, 10n * S, BOND / 2n],
      [0n, 10n * S, BOND / 2n],
      [0n, 10n * S, BOND / 2n],
      [10n * S, 0n, 0n],
      [10n * S, 0n, 0n],
      [10n * S, 0n, 0n],
    ])
  })
  test('behavior: an appeal has to exceed all that was revealed in the round it disputes, not only what won it', async () => {
    const hearing = nextHearing()
    await hearing.submit(anna!)
    await hearing.dispute(bert!)
    expect((await hearing.vote(plan([1, 1, 2]))).events).toMatchObject([
      { result: 1, weightYes: 60, weightNo: 30 },
    ])
    expect((await hearing.dispute(cara!)).events.at(-1)).toMatchObject({ appeal: 1, quorum: 91 })
    expect((await hearing.vote(plan([2, 2, 2], voters.slice(3)))).events).toMatchObject([
      { result: 1, weightNo: 90 },
    ])
    expect((await hearing.dispute(dora!)).events.at(-1)).toMatchObject({ appeal: 2, quorum: 91 })
    await hearing.vote([])
    await workOffAll(hearing, { 1: voters.slice(0, 3), 2: voters.slice(3) })
  })
  test('behavior: a second appeal has to exceed what the first revealed, too', async () => {
    const split = await decided()
    await split.dispute(cara!)
    // 120 reveal, none has 65 %: the next appeal has to exceed those.
    await split.vote(plan([1, 1, 2, 2], voters))
    expect((await split.dispute(dora!)).events.at(-1)).toMatchObject({ appeal: 2, quorum: 121 })
    await split.vote([])
    await workOffAll(split, { 1: voters.slice(0, 3), 2: voters.slice(0, 4) })
  })
  test('behavior: a commit that was not revealed costs ten times in an overturned round and in an appeal’s', async () => {
    const hearing = nextHearing()
    await hearing.submit(anna!)
    await hearing.dispute(bert!)
    await hearing.vote(plan([2, 2, 2, null]))
    await hearing.dispute(cara!)
    const later = [voters[4]!, voters[5]!, await staker(1_000_000n), await staker(60_000n), voters[3]!]
    await hearing.vote(plan([1, 1, 1, 1, null], later))
    expect((await hearing.letStand()).events.find(({ type }) => type === 'SubmissionClosed')).toMatchObject({
      result: 'yes',
      winners: 91,
      stakePool: 50n * S,
    })
    const worked = await workOffAll(hearing, { 1: voters.slice(0, 4), 2: later })
    expect(worked.map(([slashed, reward]) => [slashed, reward])).toEqual([
      [10n * S, 0n],
      [10n * S, 0n],
      [10n * S, 0n],
      [10n * S, 0n],
      [0n, (50n * S * 30n) / 91n],
      [0n, (50n * S * 30n) / 91n],
      [0n, (50n * S * 30n) / 91n],
      [0n, (50n * S) / 91n],
      [10n * S, 0n],
    ])
  })
  test('behavior: more weight without 65 %, or from two wallets, overturns nothing and voids nothing', async () => {
    const split = await decided()
    await split.dispute(cara!)
    expect((await split.vote(plan([1, 1, 2, 2, 2], voters))).events).toMatchObject([
      { type: 'RoundFinalized', result: 1, weightYes: 60, weightNo: 90 },
    ])
    await split.letStand()
    await workOffAll(split, { 1: voters.slice(0, 3), 2: voters.slice(0, 5) })

    const few = nextHearing()
    await few.submit(anna!)
    await few.dispute(bert!)
    await few.vote([])
    const light = [await staker(666_667n), await staker(666_667n), await staker(1_000_000n)] // 62
    await few.vote(light.map((wallet) => [wallet, 1]))
    await few.dispute(cara!)
    // Two wallets cannot weigh more than 60 here; nobody at all is the case that matters.
    expect((await few.vote([])).events).toMatchObject([
      { type: 'RoundFinalized', result: 1, wallets: 0 },
      { type: 'RoundClosed' },
    ])
    expect((await few.letStand()).events.at(-1)).toMatchObject({ state: 'resolved', finalOutcome: 1 })
    await workOffAll(few, { 2: light })
  })
  test('behavior: a second appeal has to exceed the heavier of the rounds before, and is final at once', async () => {
    const hearing = await decided()
    await hearing.dispute(cara!)
    await hearing.vote([]) // nobody came: yes stands, with the weight of 90 behind it
    const second = await hearing.dispute(dora!)
    expect(second.events).toMatchObject([
      { type: 'OutcomeDisputed', outcome: 1, bond: 4n * BOND, appeal: 2 },
      { type: 'RoundOpened', round: 3, attempt: 3, appeal: 2, quorum: 91 },
    ])
    const paid = await gains([anna!, bert!, cara!, dora!], async () => {
      const { events } = await hearing.vote(plan([2, 2, 2], voters.slice(3)))
      expect(events).toMatchObject([
        { type: 'RoundFinalized', result: 1, weightNo: 90, appealEndsAtMs: null },
        { type: 'BondSettled', place: 0, paid: BOND + (7n * BOND) / 2n },
        { type: 'BondSettled', place: 1, bond: BOND, paid: 0n },
        { type: 'BondSettled', place: 2, bond: 2n * BOND, paid: 0n },
        { type: 'BondSettled', place: 3, bond: 4n * BOND, paid: 0n },
        {
          type: 'SubmissionClosed',
          result: 'yes',
          winners: 90,
          stakePool: 30n * S,
          bondPool: (7n * BOND) / 2n,
        },
        { type: 'MarketStateChanged', state: 'resolved', finalOutcome: 1 },
      ])
    })
    expect(paid).toEqual([
      [BOND + (7n * BOND) / 2n, 0n],
      [0n, 0n],
      [0n, 0n],
      [0n, 0n],
    ])
    await workOffAll(hearing, { 1: voters.slice(0, 3), 3: voters.slice(3) })
  })
  test('behavior: overturned and overturned back: the first round was right after all, and pays once', async () => {
    const hearing = await decided()
    await hearing.dispute(cara!)
    const late = [voters[3]!, voters[4]!, voters[5]!, await staker(60_000n)]
    await hearing.vote(plan([2, 2, 2, 2], late)) // 91 of 91
    await hearing.dispute(dora!)
    const all = [...voters.slice(0, 4), await staker(166_667n)] // 123
    const { events } = await hearing.vote(plan([1, 1, 1, 2, 1], all)) // 93 : 30
    expect(events[0]).toMatchObject({ result: 1, weightYes: 93, weightNo: 30 })
    // True: the submitter (1) and the second appeal (4). False: the disputer (1), the first appeal (2).
    expect(events.filter((event) => event.type === 'BondSettled').map((event) => event.paid)).toEqual([
      BOND + (BOND * 3n) / 2n / 5n,
      0n,
      0n,
      4n * BOND + (((BOND * 3n) / 2n) * 4n) / 5n,
    ])
    const worked = await workOffAll(hearing, { 1: voters.slice(0, 3), 2: late, 3: all })
    expect(worked.map(([slashed]) => slashed)).toEqual([
      ...[0n, 0n, 0n],
      ...[10n * S, 10n * S, 10n * S, 600n * ONE],
      ...[0n, 0n, 0n, 10n * S, 0n],
    ])
  })
  test('behavior: windows at both ends', async () => {
    const hearing = await decided()
    const { windowEndsAt } = (await hearing.caseNow())!
    await hearing.at(windowEndsAt - 1n)
    expect(await refused(hearing.finalize())).toBe('Oracle.DisputeWindowOpen')
    await hearing.at(windowEndsAt)
    expect(await refused(hearing.dispute(cara!))).toBe('Oracle.DisputeWindowOver')
    const other = await decided()
    await other.at((await other.caseNow())!.windowEndsAt - 1n)
    expect(await refused(other.dispute(cara!))).toBe('accepted')
    await other.vote([])
    await other.letStand()
    await hearing.finalize()
    await workOffAll(hearing, { 1: voters.slice(0, 3) })
    await workOffAll(other, { 1: voters.slice(0, 3) })
  })
  test('error: one bond a wallet and case; who holds one judges in no later round, who judged may appeal', async () => {
    const hearing = await decided()
    expect(await refused(hearing.dispute(anna!))).toBe('Oracle.AlreadyBonded')
    expect(await refused(hearing.dispute(bert!))).toBe('Oracle.AlreadyBonded')
    expect(await refused(hearing.commit(voters[3]!, 1))).toBe('Oracle.CommitWindowOver')
    expect(await refused(hearing.reveal(voters[0]!, 1))).toBe('Oracle.RevealWindowOver')
    await hearing.dispute(voters[0]!)
    expect(await refused(hearing.commit(voters[0]!, 1))).toBe('Oracle.PartyToDispute')
    await hearing.vote([])
    expect(await refused(hearing.dispute(voters[0]!))).toBe('Oracle.AlreadyBonded')
    await hearing.dispute(cara!)
    expect(await refused(hearing.commit(cara!, 1))).toBe('Oracle.PartyToDispute')
    await hearing.vote([])
    await workOffAll(hearing, { 1: voters.slice(0, 3) })
  })
})

describe('too early', () => {
  test('behavior: it ends the case; the next one has a bond, rounds and numbers of its own', async () => {
    const hearing = nextHearing()
    await hearing.submit(anna!)
    await hearing.dispute(bert!)
    await hearing.vote(plan([3, 3, 3, 1]))
    const paid = await gains([anna!, bert!], async () => {
      expect((await hearing.letStand()).events.slice(2)).toMatchObject([
        { type: 'SubmissionClosed', result: 'too-early', winners: 90, stakePool: S, bondPool: BOND / 2n },
        { type: 'MarketStateChanged', state: 'closed', finalOutcome: null },
      ])
    })
    expect(paid).toEqual([
      [0n, 0n],
      [BOND + BOND / 2n, 0n],
    ])
    expect(await refused(hearing.finalize())).toBe('Oracle.NothingToFinalize')
    expect(await refused(hearing.dispute(cara!))).toBe('Oracle.NotProposed')
    // Who held a bond in the case before may hold one again, and judge.
    expect((await hearing.submit(bert!, 'no')).events.at(-1)).toMatchObject({ submission: 2, outcome: 2 })
    expect((await hearing.dispute(anna!)).events.at(-1)).toMatchObject({
      round: 2,
      submission: 2,
      attempt: 1,
    })
    await hearing.vote(plan([2, 2, 2]))
    await hearing.letStand()
    // The first case's voters are judged by its own outcome, whenever that happens.
    expect(await workOffAll(hearing, { 1: voters.slice(0, 4), 2: voters.slice(0, 3) })).toEqual([
      [0n, S / 3n, BOND / 2n / 3n],
      [0n, S / 3n, BOND / 2n / 3n],
      [0n, S / 3n, BOND / 2n / 3n],
      [S, 0n, 0n],
      [0n, 0n, BOND / 2n / 3n],
      [0n, 0n, BOND / 2n / 3n],
      [0n, 0n, BOND / 2n / 3n],
    ])
  })
})

describe('the stake behind a commit', () => {
  test('behavior: ten slashes are reserved, and unlocking does not save a loser', async () => {
    const hearing = nextHearing()
    await hearing.submit(anna!)
    await hearing.dispute(bert!)
    const loser = await staker(1_000_000n)
    await hearing.commit(loser, 2)
    expect(await hearing.stakeOf(loser)).toMatchObject({ openCommits: 1n, atRisk: 10n * S })
    await court.send(loser, court.calls.unlock(1_000_000n * ONE))
    await hearing.vote(plan([1, 1, 1]))
    await hearing.dispute(cara!)
    await hearing.vote([])
    await hearing.at((await hearing.stakeOf(loser))!.unlockAt)
    expect(await refused(court.send(loser, court.calls.withdraw()))).toBe('Vault.CommitsOpen')
    await hearing.finalize()
    expect((await hearing.workOff(1, loser)).events[0]).toMatchObject({
      type: 'Slashed',
      amount: S,
      staked: 0n,
      unlocking: 999_000n * ONE,
    })
    expect((await court.send(loser, court.calls.withdraw())).events).toEqual([
      { type: 'Withdrawn', wallet: loser.address, amount: 999_000n * ONE },
    ])
    expect(await hearing.stakeOf(loser)).toBeNull()
    await workOffAll(hearing, { 1: voters.slice(0, 3) })
  })
})

describe('voidMarket', () => {
  test('default: a market nobody submits for is void 90 days after its end, and not a millisecond before', async () => {
    const [market] = await court.openMarkets(1)
    const hearing = hear(court, market!)
    const call = voidMarket({ oracleId: court.contracts.oracle.id, marketNumber: market!.number })
    const dueMs = market!.endsAtMs + court.periods.voidAfterMs
    await hearing.at(dueMs - 1)
    expect(await refused(court.send(anna!, call))).toBe('Oracle.VoidTooEarly')
    await hearing.at(dueMs)
    expect((await court.send(anna!, call)).events).toMatchObject([
      { type: 'MarketStateChanged', state: 'resolved', finalOutcome: 3 },
    ])
    expect(await refused(court.send(anna!, call))).toBe('Oracle.NotClosed')
  })
  test('behavior: the entry of a market that was once found too early goes with it', async () => {
    const [market] = await court.openMarkets(1)
    const hearing = hear(court, market!)
    await hearing.submit(anna!)
    await hearing.dispute(bert!)
    await hearing.vote(plan([3, 3, 3]))
    await hearing.letStand()
    await hearing.at(market!.endsAtMs + court.periods.voidAfterMs)
    const before = await court.holds(anna!.address)
    await court.send(bert!, voidMarket({ oracleId: court.contracts.oracle.id, marketNumber: market!.number }))
    expect(await hearing.caseNow()).toBeNull()
    expect((await court.holds(anna!.address)).alph - before.alph).toBe(ENTRY_DEPOSIT)
    await workOffAll(hearing, { 1: voters.slice(0, 3) })
  })
})

describe('money', () => {
  test('behavior: what is not owed to anybody is dust', async () => {
    const { collateral } = await heldBy(court, court.contracts.oracle.id)
    expect(collateral % BOND).toBeLessThan(1_000n)
    expect(await collateralOf(court.treasury)).toBeGreaterThan(0n)
  })
})
