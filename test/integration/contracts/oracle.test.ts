import { beforeAll, describe, expect, test } from 'vitest'
import {
  callScript,
  caseEntryId,
  ENTRY_DEPOSIT,
  marketIdOf,
  placeOrder,
  roundEntryId,
  stakeEntryId,
} from '../../../src/bindings/index.ts'
import { ONE, type VoteChoice } from '../../../src/domain/index.ts'
import {
  commitEntry,
  openDispute,
  openMarkets,
  playRound,
  runningRound,
  saltOf,
} from '../../support/venue/dispute.ts'
import { openHost } from '../../support/venue/host.ts'
import { openVenue, type Venue } from '../../support/venue/venue.ts'
import type { Wallet } from '../../support/venue/wallet.ts'

/** Many transactions each: patience for a busy machine. */
const BOND = 100n * ONE
const SLASH = 1_000n * ONE // of a million tokens

let venue: Venue
let markets: number[]
let submitter: Wallet
let disputer: Wallet
let trader: Wallet
let voters: Wallet[]
/** Each test takes markets of its own. */
const nextMarket = (): number => markets.shift() ?? -1

beforeAll(async () => {
  venue = await openVenue(await openHost(), 'oracle')
  submitter = await venue.wallet({ collateral: 10_000n * ONE })
  disputer = await venue.wallet({ collateral: 10_000n * ONE, keyType: 'gl-secp256k1' })
  trader = await venue.staker(60_000n, { collateral: 1_000n * ONE })
  voters = []
  for (let i = 0; i < 4; i++)
    voters.push(
      await venue.staker(1_000_000n, {
        stake: 100_000n * ONE,
        keyType: i === 0 ? 'gl-secp256k1' : 'default',
      }),
    )
  const { numbers, endsAtMs } = await openMarkets(venue, 20)
  markets = numbers
  const open = markets[0]!
  expect(await venue.refusal(submitter, venue.calls.submit(open, 'yes'))).toBe('Oracle.MarketOpen')
  expect(await venue.refusal(submitter, venue.calls.voidMarket(open))).toBe('Oracle.NotClosed')
  await venue.send(
    trader,
    placeOrder({
      marketId: marketIdOf(venue.deployment.contracts.voting.id, open),
      collateralId: venue.deployment.tokens.collateral.id,
      side: 'buy',
      outcome: 'yes',
      price: 500,
      quantity: 2n * ONE,
      timeInForce: 'gtc',
      isMarketOrder: false,
      maxFills: 5,
      referer: null,
    }),
  )
  await venue.host.passTimeUntil(endsAtMs)
})

const oracleId = () => venue.deployment.contracts.oracle.id
const caseOf = (market: number) => venue.entry('Case', caseEntryId(oracleId(), market))
const roundOf = (market: number, round: number) =>
  venue.entry('Round', roundEntryId(oracleId(), market, round))
const stakeOf = (wallet: Wallet) =>
  venue.entry('Stake', stakeEntryId(venue.deployment.contracts.vault.id, wallet.address))
const marketOf = (market: number) =>
  venue.state('Market', marketIdOf(venue.deployment.contracts.voting.id, market))
const collateralOf = async (wallet: Wallet) => (await venue.balance(wallet.address)).collateral
const oracleHolds = () => venue.balance(venue.deployment.contracts.oracle.address)
const plan = (votes: readonly (VoteChoice | null)[], wallets: readonly Wallet[] = voters) =>
  votes.map((vote, i) => ({ voter: wallets[i]!, vote }))

describe('commit and reveal', () => {
  test('error: every refusal on the way, on one market', async () => {
    const market = nextMarket() // the trader's
    const { calls } = venue
    const [voter, other] = [voters[0]!, voters[1]!]
    const ballot = { marketNumber: market, round: 1, voter: voter.address, vote: 1, salt: saltOf(1) } as const
    expect(await venue.refusal(submitter, calls.submit(9_999, 'yes'))).toBe('Oracle.NoSuchMarket')
    expect(await venue.refusal(submitter, calls.dispute(market, 1))).toBe('Oracle.NotProposed')
    expect(await venue.refusal(submitter, calls.finalize(market))).toBe('Oracle.NothingToFinalize')
    expect(await venue.refusal(voter, calls.commit(ballot))).toBe('Oracle.NoDispute')
    expect(await venue.refusal(voter, calls.reveal(ballot))).toBe('Oracle.NoDispute')
    expect(await venue.refusal(voter, calls.workOff(market, 1, voter.address))).toBe('Oracle.NoSuchRound')
    const unknown = callScript({
      contract: 'Oracle',
      contractId: oracleId(),
      method: 'submit',
      args: { marketId: BigInt(market), outcome: 3n },
      attoAlph: ENTRY_DEPOSIT,
      tokens: [{ id: venue.deployment.tokens.collateral.id, amount: BOND }],
    })
    expect(await venue.refusal(submitter, unknown)).toBe('Oracle.UnknownOutcome')

    const submitted = await venue.send(submitter, calls.submit(market, 'yes'))
    const disputeEndsAtMs = Number((await caseOf(market))?.disputeEndsAt)
    const [marketAddress] = submitted.events.flatMap((event) =>
      event.type === 'MarketStateChanged' ? [event.marketAddress] : [],
    )
    expect(submitted.events).toEqual([
      { type: 'MarketStateChanged', marketAddress, state: 'proposed', finalOutcome: null },
      {
        type: 'OutcomeSubmitted',
        marketId: market,
        submission: 1,
        submitter: submitter.address,
        outcome: 1,
        bond: BOND,
        disputeEndsAtMs,
      },
    ])
    expect(await venue.refusal(disputer, calls.submit(market, 'no'))).toBe('Oracle.AlreadySubmitted')
    expect(await venue.refusal(disputer, calls.finalize(market))).toBe('Oracle.DisputeWindowOpen')
    expect(await venue.refusal(disputer, calls.voidMarket(market))).toBe('Oracle.NotClosed')
    expect(await venue.refusal(disputer, calls.dispute(market, 2))).toBe('Oracle.WrongSubmission')

    const disputed = await venue.send(disputer, calls.dispute(market, 1))
    const { round, entry } = await runningRound(venue, market)
    expect(disputed.events).toEqual([
      { type: 'MarketStateChanged', marketAddress, state: 'disputed', finalOutcome: null },
      { type: 'OutcomeDisputed', marketId: market, submission: 1, disputer: disputer.address, bond: BOND },
      {
        type: 'RoundOpened',
        marketId: market,
        round: 1,
        submission: 1,
        attempt: 1,
        commitEndsAtMs: Number(entry.commitEndsAt),
        revealEndsAtMs: Number(entry.revealEndsAt),
        carried: 0n,
      },
    ])
    expect(round).toBe(1)
    expect(Number(entry.revealEndsAt - entry.commitEndsAt)).toBe(venue.host.periods.revealMs)

    expect(await venue.refusal(disputer, calls.dispute(market, 1))).toBe('Oracle.NotProposed')
    expect(await venue.refusal(disputer, calls.submit(market, 'no'))).toBe('Oracle.AlreadySubmitted')
    expect(await venue.refusal(voter, calls.commit({ ...ballot, round: 2 }))).toBe('Oracle.WrongRound')
    const short = callScript({
      contract: 'Oracle',
      contractId: oracleId(),
      method: 'commit',
      args: { marketId: BigInt(market), round: 1n, commitHash: 'ff'.repeat(31) },
      attoAlph: ENTRY_DEPOSIT,
    })
    expect(await venue.refusal(voter, short)).toBe('Oracle.BadCommitHash')
    expect(await venue.refusal(submitter, calls.commit({ ...ballot, voter: submitter.address }))).toBe(
      'Oracle.PartyToDispute',
    )
    expect(await venue.refusal(disputer, calls.commit({ ...ballot, voter: disputer.address }))).toBe(
      'Oracle.PartyToDispute',
    )
    expect(await venue.refusal(trader, calls.commit({ ...ballot, voter: trader.address }))).toBe(
      'Oracle.HasTraded',
    )
    const poor = await venue.staker(59_999n)
    expect(await venue.refusal(poor, calls.commit({ ...ballot, voter: poor.address }))).toBe(
      'Vault.TierTooLow',
    )

    const before = await venue.balance(voter.address)
    const committed = await venue.send(voter, calls.commit(ballot))
    expect(committed.events).toMatchObject([
      {
        type: 'VoteCommitted',
        marketId: market,
        round: 1,
        voter: voter.address,
        weight: 30,
        stake: 1_000_000n * ONE,
        slash: SLASH,
      },
    ])
    expect(before.alph - (await venue.balance(voter.address)).alph).toBe(ENTRY_DEPOSIT + committed.gasFee)
    expect(await stakeOf(voter)).toMatchObject({ openCommits: 1n, atRisk: SLASH })
    expect(await venue.refusal(voter, calls.commit(ballot))).toBe('Oracle.AlreadyCommitted')
    // Another wallet copies the hash it saw: it may, but it can never open it (below).
    const copy = callScript({
      contract: 'Oracle',
      contractId: oracleId(),
      method: 'commit',
      args: { marketId: BigInt(market), round: 1n, commitHash: (await commitEntry(venue, ballot))!.hash },
      attoAlph: ENTRY_DEPOSIT,
    })
    await venue.send(other, copy)
    expect(await venue.refusal(voter, calls.reveal(ballot))).toBe('Oracle.RevealNotOpen')

    await venue.host.passTimeUntil(Number(entry.commitEndsAt))
    const late = voters[2]!
    expect(await venue.refusal(late, calls.commit({ ...ballot, voter: late.address }))).toBe(
      'Oracle.CommitWindowOver',
    )
    expect(await venue.refusal(voter, calls.reveal({ ...ballot, voter: late.address }))).toBe(
      'Oracle.NoCommit',
    )
    expect(await venue.refusal(voter, calls.reveal({ ...ballot, round: 2 }))).toBe('Oracle.WrongRound')
    expect(await venue.refusal(voter, calls.reveal({ ...ballot, vote: 4 as VoteChoice }))).toBe(
      'Oracle.UnknownChoice',
    )
    expect(await venue.refusal(voter, calls.reveal({ ...ballot, salt: '00'.repeat(31) }))).toBe(
      'Oracle.BadSalt',
    )
    expect(await venue.refusal(voter, calls.reveal({ ...ballot, vote: 2 }))).toBe('Oracle.HashMismatch')
    expect(await venue.refusal(voter, calls.reveal({ ...ballot, salt: saltOf(2) }))).toBe(
      'Oracle.HashMismatch',
    )
    expect(await venue.refusal(other, calls.reveal({ ...ballot, voter: other.address }))).toBe(
      'Oracle.HashMismatch',
    )
    // Anybody may reveal for a voter who gave away the salt.
    expect((await venue.send(trader, calls.reveal(ballot))).events).toEqual([
      {
        type: 'VoteRevealed',
        marketId: market,
        round: 1,
        voter: voter.address,
        vote: 1,
        salt: saltOf(1),
        weight: 30,
      },
    ])
    expect(await venue.refusal(voter, calls.reveal(ballot))).toBe('Oracle.AlreadyRevealed')
    expect(await venue.refusal(voter, calls.finalize(market))).toBe('Oracle.RevealWindowOpen')
    expect(await venue.refusal(voter, calls.workOff(market, 1, voter.address))).toBe(
      'Oracle.RoundNotFinalized',
    )

    await venue.host.passTimeUntil(Number(entry.revealEndsAt))
    expect(await venue.refusal(other, calls.reveal({ ...ballot, voter: other.address }))).toBe(
      'Oracle.RevealWindowOver',
    )
    expect(await venue.refusal(voter, calls.withdraw())).toBe('Vault.NoUnlockRequest')
  })
})

describe('an undisputed submission', () => {
  test('default: resolves after the window, the bond and the entry’s deposit go back', async () => {
    const market = nextMarket()
    const before = await venue.balance(submitter.address)
    const submitted = await venue.send(submitter, venue.calls.submit(market, 'no'))
    await venue.host.passTimeUntil(Number((await caseOf(market))?.disputeEndsAt))
    expect(await venue.refusal(disputer, venue.calls.dispute(market, 1))).toBe('Oracle.DisputeWindowOver')
    const { events } = await venue.send(venue.bank, venue.calls.finalize(market))
    expect(events).toMatchObject([
      { type: 'MarketStateChanged', state: 'resolved', finalOutcome: 2 },
      {
        type: 'SubmissionClosed',
        marketId: market,
        submission: 1,
        result: 'no',
        toSubmitter: BOND,
        toDisputer: 0n,
        toTreasury: 0n,
      },
    ])
    expect(await marketOf(market)).toMatchObject({ state: 4n, outcome: 2n })
    expect(await caseOf(market)).toBeNull()
    const after = await venue.balance(submitter.address)
    expect(after.collateral).toBe(before.collateral)
    expect(before.alph - after.alph).toBeLessThanOrEqual(submitted.gasFee)
    expect(await venue.refusal(submitter, venue.calls.submit(market, 'no'))).toBe('Oracle.MarketResolved')
    expect(await venue.refusal(submitter, venue.calls.finalize(market))).toBe('Oracle.NothingToFinalize')
  })
})

describe('a dispute', () => {
  test('default: the right submitter gets half of the other bond, the winners what the losers lose', async () => {
    const market = nextMarket()
    const [sub, dis, treasury] = [
      await collateralOf(submitter),
      await collateralOf(disputer),
      await venue.balance(venue.treasury.address),
    ]
    const stakes = await Promise.all(voters.map((voter) => venue.balance(voter.address)))
    await openDispute(venue, market, { submitter, disputer, outcome: 'yes' })
    const { events } = await playRound(venue, market, plan([1, 1, 2, null]))
    const round = 1
    expect(events).toMatchObject([
      {
        type: 'RoundFinalized',
        round,
        result: 1,
        weightYes: 60,
        weightNo: 30,
        weightEarly: 0,
        wallets: 3,
        pool: 2n * SLASH,
      },
      { type: 'MarketStateChanged', state: 'resolved', finalOutcome: 1 },
      {
        type: 'SubmissionClosed',
        result: 'yes',
        toSubmitter: BOND + BOND / 2n,
        toDisputer: 0n,
        toTreasury: BOND / 2n,
      },
    ])
    expect((await collateralOf(submitter)) - sub).toBe(BOND / 2n)
    expect((await collateralOf(disputer)) - dis).toBe(-BOND)
    expect((await venue.balance(venue.treasury.address)).collateral - treasury.collateral).toBe(BOND / 2n)

    const worked = []
    for (const voter of voters)
      worked.push(...(await venue.send(venue.bank, venue.calls.workOff(market, round, voter.address))).events)
    expect(worked).toMatchObject([
      { type: 'CommitWorkedOff', voter: voters[0]!.address, slashed: 0n, reward: SLASH },
      { type: 'CommitWorkedOff', voter: voters[1]!.address, slashed: 0n, reward: SLASH },
      { type: 'Slashed', wallet: voters[2]!.address, amount: SLASH, unlocking: 0n },
      { type: 'CommitWorkedOff', voter: voters[2]!.address, slashed: SLASH, reward: 0n },
      { type: 'Slashed', wallet: voters[3]!.address, amount: SLASH },
      { type: 'CommitWorkedOff', voter: voters[3]!.address, slashed: SLASH, reward: 0n },
      { type: 'RoundClosed', marketId: market, round },
    ])
    const after = await Promise.all(voters.map((voter) => venue.balance(voter.address)))
    expect(after.map((balance, i) => balance.stake - stakes[i]!.stake)).toEqual([SLASH, SLASH, 0n, 0n])
    expect(await roundOf(market, round)).toBeNull()
    for (const voter of voters)
      expect(await commitEntry(venue, { marketNumber: market, round, voter: voter.address })).toBeNull()
    const again = venue.calls.workOff(market, round, voters[0]!.address)
    expect(await venue.refusal(venue.bank, again)).toBe('Oracle.NoSuchRound')
    for (const loser of voters.slice(2)) await topUp(loser)
  })
  test('behavior: a second round takes over what the first one’s silent voters lose', async () => {
    const market = nextMarket()
    await openDispute(venue, market, { submitter, disputer, outcome: 'yes' })
    const first = await playRound(venue, market, plan([1, null]))
    expect(first.events).toMatchObject([
      { type: 'RoundFinalized', round: 1, result: null, weightYes: 30, wallets: 1, pool: SLASH },
      { type: 'RoundOpened', round: 2, submission: 1, attempt: 2, carried: SLASH },
    ])
    const { events } = await playRound(venue, market, plan([2, 2, 2]))
    expect(events).toMatchObject([
      { type: 'RoundFinalized', round: 2, result: 2, weightNo: 90, wallets: 3, pool: SLASH },
      { type: 'MarketStateChanged', state: 'resolved', finalOutcome: 2 },
      {
        type: 'SubmissionClosed',
        result: 'no',
        toSubmitter: 0n,
        toDisputer: BOND + BOND / 2n,
        toTreasury: BOND / 2n,
      },
    ])
    // Nobody won the first round: who revealed there loses nothing.
    const revealed = await venue.send(venue.bank, venue.calls.workOff(market, 1, voters[0]!.address))
    expect(revealed.events).toMatchObject([{ type: 'CommitWorkedOff', slashed: 0n, reward: 0n }])
    const silent = await venue.send(venue.bank, venue.calls.workOff(market, 1, voters[1]!.address))
    expect(silent.events).toMatchObject([
      { type: 'Slashed' },
      { slashed: SLASH },
      { type: 'RoundClosed', round: 1 },
    ])
    for (const voter of voters.slice(0, 3)) {
      const paid = await venue.send(venue.bank, venue.calls.workOff(market, 2, voter.address))
      expect(paid.events[0]).toMatchObject({ type: 'CommitWorkedOff', slashed: 0n, reward: SLASH / 3n })
    }
    await topUp(voters[1]!)
  })
  test('behavior: too early puts the market back to closed, and numbers go on', async () => {
    const market = nextMarket()
    await openDispute(venue, market, { submitter, disputer, outcome: 'yes' })
    const before = await collateralOf(disputer)
    const { events } = await playRound(venue, market, plan([3, 3, 3]))
    expect(events).toMatchObject([
      { type: 'RoundFinalized', round: 1, result: 3, weightEarly: 90, pool: 0n },
      { type: 'MarketStateChanged', state: 'closed', finalOutcome: null },
      { type: 'SubmissionClosed', result: 'too-early', toSubmitter: 0n, toDisputer: BOND + BOND / 2n },
    ])
    expect((await collateralOf(disputer)) - before).toBe(BOND + BOND / 2n)
    expect(await venue.refusal(disputer, venue.calls.finalize(market))).toBe('Oracle.NothingToFinalize')
    for (const voter of voters.slice(0, 3))
      await venue.send(venue.bank, venue.calls.workOff(market, 1, voter.address))
    // A dispute of the first submission cannot land on the second; the second dispute's round is number 2.
    expect((await venue.send(disputer, venue.calls.submit(market, 'no'))).events.at(-1)).toMatchObject({
      submission: 2,
      submitter: disputer.address,
    })
    expect(await venue.refusal(submitter, venue.calls.dispute(market, 1))).toBe('Oracle.WrongSubmission')
    await venue.send(submitter, venue.calls.dispute(market, 2))
    expect(await caseOf(market)).toMatchObject({ submissions: 2n, rounds: 2n, attempt: 1n, carried: 0n })
    const done = await playRound(venue, market, plan([2, 2, 2]))
    expect(done.events.at(-1)).toMatchObject({ type: 'SubmissionClosed', submission: 2, result: 'no' })
    for (const voter of voters.slice(0, 3))
      await venue.send(venue.bank, venue.calls.workOff(market, 2, voter.address))
  })
  test('behavior: four rounds without quorum void the market; each loses half, the silent ones pay the treasury', async () => {
    const market = nextMarket()
    await openDispute(venue, market, { submitter, disputer, outcome: 'yes' })
    const before = [await collateralOf(submitter), await collateralOf(disputer)]
    const treasury = await venue.balance(venue.treasury.address)
    expect((await playRound(venue, market, plan([1, null]))).events.at(-1)).toMatchObject({
      attempt: 2,
      carried: SLASH,
    })
    expect((await playRound(venue, market, [])).events).toMatchObject([
      { type: 'RoundFinalized', round: 2, result: null, wallets: 0, pool: SLASH },
      { type: 'RoundClosed', round: 2 },
      { type: 'RoundOpened', round: 3, attempt: 3, carried: SLASH },
    ])
    expect((await playRound(venue, market, plan([1, 2]))).events.at(-1)).toMatchObject({
      attempt: 4,
      carried: SLASH,
    })
    const { events } = await playRound(venue, market, [{ voter: voters[2]!, vote: null }])
    expect(events).toMatchObject([
      { type: 'RoundFinalized', round: 4, result: null },
      { type: 'MarketStateChanged', state: 'resolved', finalOutcome: 3 },
      {
        type: 'SubmissionClosed',
        result: 'void',
        toSubmitter: BOND / 2n,
        toDisputer: BOND / 2n,
        toTreasury: BOND,
      },
      { type: 'SlashesForfeited', round: 4, amount: 2n * SLASH },
    ])
    expect([await collateralOf(submitter), await collateralOf(disputer)]).toEqual(
      before.map((held) => held + BOND / 2n),
    )
    const after = await venue.balance(venue.treasury.address)
    expect([after.collateral - treasury.collateral, after.stake - treasury.stake]).toEqual([BOND, 2n * SLASH])
    expect(await marketOf(market)).toMatchObject({ state: 4n, outcome: 3n })
    const left: [number, Wallet][] = [
      [1, voters[0]!],
      [1, voters[1]!],
      [3, voters[0]!],
      [3, voters[1]!],
      [4, voters[2]!],
    ]
    for (const [round, voter] of left)
      await venue.send(venue.bank, venue.calls.workOff(market, round, voter.address))
    for (const loser of [voters[1]!, voters[2]!]) await topUp(loser)
  })
  test('behavior: 65 of 100 win, 64 do not; in the fourth round the largest does, a tie voids', async () => {
    const crowd: Wallet[] = []
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
      crowd.push(await venue.staker(tokens))
    const yes64 = [1, 1, 1, 1, 2, 2, 2, 2, 2] as const // 30 + 22 + 11 + 1 : 1 + 30 + 3 + 1 + 1
    const yes65 = [1, 1, 1, 1, 1, 2, 2, 2, 2] as const
    const market = nextMarket()
    await openDispute(venue, market, { submitter, disputer, outcome: 'yes' })
    expect((await playRound(venue, market, plan(yes64, crowd))).events[0]).toMatchObject({
      result: null,
      weightYes: 64,
      weightNo: 36,
    })
    expect((await playRound(venue, market, plan(yes65, crowd))).events[0]).toMatchObject({
      result: 1,
      weightYes: 65,
      weightNo: 35,
    })

    const fourth = nextMarket()
    await openDispute(venue, fourth, { submitter, disputer, outcome: 'yes' })
    for (let i = 0; i < 3; i++) await playRound(venue, fourth, [])
    const { events } = await playRound(
      venue,
      fourth,
      plan([1, 1, 2, 3], [voters[0]!, crowd[1]!, voters[1]!, voters[2]!]),
    )
    expect(events[0]).toMatchObject({ result: 1, weightYes: 52, weightNo: 30, weightEarly: 30 })

    const tie = nextMarket()
    await openDispute(venue, tie, { submitter, disputer, outcome: 'yes' })
    for (let i = 0; i < 3; i++) await playRound(venue, tie, [])
    const tied = await playRound(venue, tie, plan([2, 3, 1], [voters[0]!, voters[1]!, crowd[1]!]))
    expect(tied.events[0]).toMatchObject({ result: null, weightYes: 22, weightNo: 30, weightEarly: 30 })
    expect(tied.events[2]).toMatchObject({ type: 'SubmissionClosed', result: 'void' })
    for (const [number, round, wallets] of [
      [market, 1, crowd],
      [market, 2, crowd],
      [fourth, 4, [voters[0]!, crowd[1]!, voters[1]!, voters[2]!]],
      [tie, 4, [voters[0]!, voters[1]!, crowd[1]!]],
    ] as const)
      for (const voter of wallets)
        await venue.send(venue.bank, venue.calls.workOff(number, round, voter.address))
    for (const loser of [voters[1]!, voters[2]!]) await topUp(loser)
  })
  test('behavior: a quorum needs three wallets, whatever their weight, and a weight of 60', async () => {
    const market = nextMarket()
    await openDispute(venue, market, { submitter, disputer, outcome: 'yes' })
    expect((await playRound(venue, market, plan([1, 1]))).events[0]).toMatchObject({
      result: null,
      weightYes: 60,
      wallets: 2,
    })
    const light = [await venue.staker(666_667n), await venue.staker(666_667n), await venue.staker(833_333n)]
    expect((await playRound(venue, market, plan([1, 1, 1], light))).events[0]).toMatchObject({
      result: null,
      weightYes: 54,
      wallets: 3,
    })
    for (const [round, wallets] of [
      [1, voters.slice(0, 2)],
      [2, light],
    ] as const)
      for (const voter of wallets)
        await venue.send(venue.bank, venue.calls.workOff(market, round, voter.address))
  })
})

describe('stake and commits', () => {
  test('behavior: unlocking does not save a loser: the slash comes out of the request, which waits for it', async () => {
    const market = nextMarket()
    await openDispute(venue, market, { submitter, disputer, outcome: 'yes' })
    const loser = await venue.staker(1_000_000n)
    const { round, entry } = await runningRound(venue, market)
    const ballot = { marketNumber: market, round, voter: loser.address, vote: 2, salt: saltOf(1) } as const
    await venue.send(loser, venue.calls.commit(ballot))
    await venue.send(loser, venue.calls.unlock(1_000_000n * ONE))
    for (const voter of voters.slice(0, 3))
      await venue.send(voter, venue.calls.commit({ ...ballot, voter: voter.address, vote: 1 }))
    await venue.host.passTimeUntil(Number(entry.commitEndsAt))
    for (const voter of voters.slice(0, 3))
      await venue.send(venue.bank, venue.calls.reveal({ ...ballot, voter: voter.address, vote: 1 }))
    await venue.host.passTimeUntil(Number((await stakeOf(loser))?.unlockAt))
    expect(await venue.refusal(loser, venue.calls.withdraw())).toBe('Vault.CommitsOpen')
    await venue.send(venue.bank, venue.calls.finalize(market))
    expect(await venue.refusal(loser, venue.calls.withdraw())).toBe('Vault.CommitsOpen')
    const worked = await venue.send(loser, venue.calls.workOff(market, round, loser.address))
    expect(worked.events[0]).toMatchObject({
      type: 'Slashed',
      amount: SLASH,
      staked: 0n,
      unlocking: 999_000n * ONE,
    })
    expect((await venue.send(loser, venue.calls.withdraw())).events).toMatchObject([
      { type: 'Withdrawn', amount: 999_000n * ONE },
    ])
    expect(await stakeOf(loser)).toBeNull()
    for (const voter of voters.slice(0, 3))
      await venue.send(voter, venue.calls.workOff(market, round, voter.address))
  })
})

describe('voidMarket', () => {
  test('default: a market nobody submits for is void 90 days after its end, and not before', async () => {
    const market = nextMarket()
    expect(await venue.refusal(submitter, venue.calls.voidMarket(9_999))).toBe('Oracle.NoSuchMarket')
    const { endsAt } = await marketOf(market)
    expect(await venue.refusal(submitter, venue.calls.voidMarket(market))).toBe('Oracle.VoidTooEarly')
    await venue.host.passTimeUntil(Number(endsAt) + venue.host.periods.voidAfterMs)
    expect((await venue.send(submitter, venue.calls.voidMarket(market))).events).toMatchObject([
      { type: 'MarketStateChanged', state: 'resolved', finalOutcome: 3 },
    ])
    expect(await venue.refusal(submitter, venue.calls.voidMarket(market))).toBe('Oracle.NotClosed')
  })
  test('behavior: the entry of a market that was once found too early goes with it', async () => {
    const market = nextMarket()
    await openDispute(venue, market, { submitter, disputer, outcome: 'yes' })
    await playRound(venue, market, plan([3, 3, 3]))
    for (const voter of voters.slice(0, 3))
      await venue.send(voter, venue.calls.workOff(market, 1, voter.address))
    const { endsAt } = await marketOf(market)
    await venue.host.passTimeUntil(Number(endsAt) + venue.host.periods.voidAfterMs)
    const before = await venue.balance(submitter.address)
    await venue.send(venue.bank, venue.calls.voidMarket(market))
    expect(await caseOf(market)).toBeNull()
    expect((await venue.balance(submitter.address)).alph - before.alph).toBe(ENTRY_DEPOSIT)
  })
})

describe('at the end', () => {
  test('behavior: the oracle holds the bonds of what still runs and nothing else', async () => {
    // The first market's dispute still runs, and the one of the quorum test.
    expect(await oracleHolds()).toEqual({ alph: ENTRY_DEPOSIT, collateral: 4n * BOND, stake: 0n })
  })
})

/** Brings a slashed voter back to the top tier, so that later tests can count with it. */
async function topUp(wallet: Wallet): Promise<void> {
  const entry = await stakeOf(wallet)
  const missing = 1_000_000n * ONE - (entry?.staked ?? 0n)
  const held = (await venue.balance(wallet.address)).stake
  if (held < missing) throw new Error(`${wallet.address} cannot top up`)
  if (missing > 0n) await venue.send(wallet, venue.calls.deposit(missing))
}
