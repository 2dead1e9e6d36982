import {
  bondAt,
  bondOf,
  type OracleEvent,
  quorumOf,
  type SubmissionClosed,
  tierOf,
  type VaultEvent,
  type VoteChoice,
} from '../../../src/domain/index.ts'
import { minBigint } from '../../../src/kit/index.ts'

/** Submitter, disputer and two appeals. */
const BONDS_MAX = 4

/**
 * The vault and the oracle as a value machine, in the plainest form that can be read against the rules: it keeps every
 * claim and every vote and judges them one by one when a case is over. The contracts, which keep running totals, are
 * compared with it call by call.
 */
export interface OracleModel {
  readonly deposit: (wallet: string, amount: bigint) => OracleAnswer
  readonly unlock: (nowMs: number, wallet: string, amount: bigint) => OracleAnswer
  readonly withdraw: (nowMs: number, wallet: string) => OracleAnswer
  /** `exposure`: what depends on the market's outcome at that moment. */
  readonly submit: (nowMs: number, call: ModelSubmit) => OracleAnswer
  readonly dispute: (nowMs: number, call: ModelDispute) => OracleAnswer
  readonly commit: (nowMs: number, call: ModelCommit) => OracleAnswer
  readonly reveal: (nowMs: number, call: ModelReveal) => OracleAnswer
  readonly finalize: (nowMs: number, marketId: number) => OracleAnswer
  readonly workOff: (call: {
    readonly marketId: number
    readonly round: number
    readonly voter: string
  }) => OracleAnswer
  /** What a wallet got minus what it paid. */
  readonly gained: (wallet: string) => { readonly collateral: bigint; readonly stake: bigint }
  /** Collateral the oracle holds, by what went in and out, and what it owes; the difference is rounding. */
  readonly bonds: () => { readonly held: bigint; readonly owed: bigint }
  /** Stake tokens the vault holds, and what it owes. */
  readonly stakes: () => { readonly held: bigint; readonly owed: bigint }
  readonly wholeWeight: () => number
}

export interface ModelSubmit {
  readonly marketId: number
  readonly submitter: string
  readonly outcome: 1 | 2
  readonly exposure: bigint
  readonly maxBond: bigint
}

export interface ModelDispute {
  readonly marketId: number
  readonly disputer: string
  readonly submission: number
  readonly round: number
  readonly outcome: VoteChoice
  /** What depends on the market's outcome at that moment. */
  readonly exposure: bigint
}

export interface ModelCommit {
  readonly marketId: number
  readonly round: number
  readonly voter: string
  readonly commitHash: string
}

export interface ModelReveal {
  readonly marketId: number
  readonly round: number
  readonly voter: string
  readonly vote: VoteChoice
  readonly salt: string
}

/** Events in order, or the name the contract has for the refusal. */
export type OracleAnswer =
  | { readonly ok: true; readonly events: readonly (OracleEvent | VaultEvent)[] }
  | { readonly ok: false; readonly refusal: string }

export interface OracleTerms {
  readonly treasury: string
  readonly stakeUnit: bigint
  readonly bond: bigint
  readonly bondMax: bigint
  readonly quorumWeight: number
  readonly quorumWallets: number
  readonly disputeMs: number
  readonly commitMs: number
  readonly revealMs: number
  readonly appealMs: number
  readonly unlockMs: number
}

interface Stake {
  staked: bigint
  unlocking: bigint
  unlockAtMs: number
  /** What each open commit can lose at most. */
  reserves: bigint[]
}

interface Vote {
  readonly voter: string
  readonly weight: number
  readonly slash: bigint
  choice: VoteChoice | 0
  isWorkedOff: boolean
}

interface RoundOfCase {
  readonly number: number
  readonly isAppeal: boolean
  readonly commitEndsAtMs: number
  readonly revealEndsAtMs: number
  readonly quorum: number
  readonly votes: Vote[]
  result: VoteChoice | 0
}

interface Claim {
  readonly holder: string
  bond: bigint
  readonly isTrue: (final: VoteChoice) => boolean
}

interface CaseOfMarket {
  readonly submission: number
  readonly outcome: 1 | 2
  readonly claims: Claim[]
  readonly rounds: RoundOfCase[]
  standing: VoteChoice
  /** Null while a round runs. */
  windowEndsAtMs: number | null
  quorum: number
  toExceed: number
  verdict: SubmissionClosed['result'] | null
}

const results = { 1: 'yes', 2: 'no', 3: 'too-early' } as const
const choices = { yes: 1, no: 2, 'too-early': 3, void: 0 } as const

const MAJORITY_PERCENT = 65
const OPEN_COMMITS_MAX = 100
const STAKE_MAX = 1n << 128n

export function createOracleModel(terms: OracleTerms): OracleModel {
  const stakes = new Map<string, Stake>()
  const cases = new Map<number, CaseOfMarket[]>()
  const gains = new Map<string, { collateral: bigint; stake: bigint }>()
  let bondsHeld = 0n
  let stakesHeld = 0n

  const refused = (refusal: string): OracleAnswer => ({ ok: false, refusal })
  const done = (...events: (OracleEvent | VaultEvent)[]): OracleAnswer => ({ ok: true, events })
  const gainOf = (wallet: string) => {
    const gain = gains.get(wallet) ?? { collateral: 0n, stake: 0n }
    gains.set(wallet, gain)
    return gain
  }
  const payBond = (to: string, amount: bigint): void => {
    gainOf(to).collateral += amount
    bondsHeld -= amount
  }
  const payStake = (to: string, amount: bigint): void => {
    gainOf(to).stake += amount
    stakesHeld -= amount
  }
  const weightOf = (wallet: string): number =>
    tierOf(stakes.get(wallet)?.staked ?? 0n, terms.stakeUnit).weight
  const wholeWeight = (): number => [...stakes.keys()].reduce((sum, wallet) => sum + weightOf(wallet), 0)
  const casesOf = (marketId: number): CaseOfMarket[] => {
    const found = cases.get(marketId) ?? []
    cases.set(marketId, found)
    return found
  }
  const lastRoundOf = (marketId: number): number =>
    casesOf(marketId)
      .flatMap((one) => one.rounds)
      .at(-1)?.number ?? 0
  /** The case that is not over. */
  const runningOf = (marketId: number): CaseOfMarket | undefined =>
    casesOf(marketId).find((one) => one.verdict === null)
  const isResolved = (marketId: number): boolean =>
    casesOf(marketId).some((one) => one.verdict !== null && one.verdict !== 'too-early')

  function removeIfEmpty(wallet: string): void {
    const stake = stakes.get(wallet)
    if (stake?.staked === 0n && stake.unlocking === 0n && stake.reserves.length === 0) stakes.delete(wallet)
  }

  function openRound(nowMs: number, marketId: number, running: CaseOfMarket): OracleEvent {
    const appeal = running.claims.length - 2
    const number = lastRoundOf(marketId) + 1
    const round: RoundOfCase = {
      number,
      isAppeal: appeal > 0,
      commitEndsAtMs: nowMs + terms.commitMs,
      revealEndsAtMs: nowMs + terms.commitMs + terms.revealMs,
      quorum:
        appeal > 0 ? running.toExceed + 1 : running.rounds.length === 0 ? running.quorum : terms.quorumWeight,
      votes: [],
      result: 0,
    }
    running.rounds.push(round)
    running.windowEndsAtMs = null
    return {
      type: 'RoundOpened',
      marketId,
      round: number,
      submission: running.submission,
      attempt: running.rounds.length,
      appeal,
      commitEndsAtMs: round.commitEndsAtMs,
      revealEndsAtMs: round.revealEndsAtMs,
      quorum: round.quorum,
    }
  }

  /** What the revealed votes of a round say, 0 = nothing. */
  function countVotes(running: CaseOfMarket, round: RoundOfCase): VoteChoice | 0 {
    const revealed = round.votes.filter((vote) => vote.choice !== 0)
    const weights = ([1, 2, 3] as const).map((choice) => ({ choice, weight: weightFor(round, choice) }))
    const total = weights.reduce((sum, { weight }) => sum + weight, 0)
    const isQuorate = total >= round.quorum && revealed.length >= terms.quorumWallets
    const [first, second] = [...weights].sort((a, b) => b.weight - a.weight)
    const isSecond = !round.isAppeal && running.rounds.length === 2
    const wins =
      isQuorate &&
      (isSecond ? first!.weight > second!.weight : first!.weight * 100 >= total * MAJORITY_PERCENT)
    if (wins) return first!.choice
    return round.isAppeal ? running.standing : 0
  }

  const weightFor = (round: RoundOfCase, choice: VoteChoice): number =>
    round.votes.reduce((sum, vote) => sum + (vote.choice === choice ? vote.weight : 0), 0)

  /** How many slashes a wrong vote of a round costs, by the verdict on its case. */
  function rateOf(round: RoundOfCase, final: VoteChoice | 0): bigint {
    const overturned = round.result !== 0 && round.result !== final
    return final !== 0 && (round.isAppeal || overturned) ? 10n : 1n
  }

  /** What a vote loses; on void only an unrevealed one does. */
  function lossOf(round: RoundOfCase, vote: Vote, final: VoteChoice | 0): bigint {
    const isLost = final === 0 ? vote.choice === 0 : vote.choice !== final
    return isLost ? rateOf(round, final) * vote.slash : 0n
  }

  function poolsOf(closed: CaseOfMarket) {
    const final = choices[closed.verdict ?? 'void']
    const votes = closed.rounds.flatMap((round) => round.votes.map((vote) => ({ round, vote })))
    const stakePool = votes.reduce((sum, { round, vote }) => sum + lossOf(round, vote, final), 0n)
    if (final === 0) return { winners: 0, stakePool, bondPool: 0n }
    const winners = closed.rounds.reduce((sum, round) => sum + weightFor(round, final), 0)
    const isLie = (claim: Claim): boolean => !claim.isTrue(final)
    const lies = sumOf(closed.claims.filter(isLie))
    const truths = closed.claims.filter((claim) => claim.isTrue(final))
    const won = (claim: Claim): bigint => ((lies / 2n) * claim.bond) / sumOf(truths)
    const bondPool = lies - truths.reduce((sum, claim) => sum + won(claim), 0n)
    return {
      winners,
      stakePool,
      bondPool,
      paid: (claim: Claim) => (isLie(claim) ? 0n : claim.bond + won(claim)),
    }
  }

  /** A case's bond is what its exposure asks for when it is disputed, if that is less. */
  function lowerBond(marketId: number, running: CaseOfMarket, bond: bigint): OracleEvent[] {
    const [claim] = running.claims
    if (claim === undefined || bond >= claim.bond) return []
    const { holder } = claim
    const returned = claim.bond - bond
    payBond(holder, returned)
    claim.bond = bond
    return [{ type: 'BondLowered', marketId, submission: running.submission, holder, bond, returned }]
  }

  function conclude(marketId: number, running: CaseOfMarket): OracleEvent[] {
    running.verdict = results[running.standing]
    running.windowEndsAtMs = null
    const { submission } = running
    const { winners, stakePool, bondPool, paid } = poolsOf(running)
    const settled = running.claims.map((claim, place): OracleEvent => {
      const amount = paid?.(claim) ?? 0n
      payBond(claim.holder, amount)
      return {
        type: 'BondSettled',
        marketId,
        submission,
        place,
        holder: claim.holder,
        bond: claim.bond,
        paid: amount,
      }
    })
    return [
      ...settled,
      {
        type: 'SubmissionClosed',
        marketId,
        submission,
        result: running.verdict,
        winners,
        stakePool,
        bondPool,
        toTreasury: 0n,
      },
    ]
  }

  function voidCase(marketId: number, running: CaseOfMarket): OracleEvent[] {
    running.verdict = 'void'
    const { submission } = running
    const { stakePool } = poolsOf(running)
    const settled = running.claims.map(({ holder, bond }, place): OracleEvent => {
      const paid = bond - bond / 4n
      payBond(holder, paid)
      payBond(terms.treasury, bond - paid)
      return { type: 'BondSettled', marketId, submission, place, holder, bond, paid }
    })
    const toTreasury = running.claims.reduce((sum, { bond }) => sum + bond / 4n, 0n)
    const closed: OracleEvent = {
      type: 'SubmissionClosed',
      marketId,
      submission,
      result: 'void',
      winners: 0,
      stakePool: 0n,
      bondPool: 0n,
      toTreasury,
    }
    if (stakePool === 0n) return [...settled, closed]
    payStake(terms.treasury, stakePool)
    return [...settled, closed, { type: 'SlashesForfeited', marketId, submission, amount: stakePool }]
  }

  return {
    deposit(wallet, amount) {
      if (amount === 0n) return refused('Vault.AmountZero')
      const stake = stakes.get(wallet) ?? { staked: 0n, unlocking: 0n, unlockAtMs: 0, reserves: [] }
      if (stake.staked + amount > STAKE_MAX) return refused('Vault.StakeTooLarge')
      stakes.set(wallet, stake)
      stake.staked += amount
      gainOf(wallet).stake -= amount
      stakesHeld += amount
      return done({ type: 'Staked', wallet, amount, staked: stake.staked, wholeWeight: wholeWeight() })
    },
    unlock(nowMs, wallet, amount) {
      const stake = stakes.get(wallet)
      if (stake === undefined) return refused('Vault.NoStake')
      if (amount === 0n) return refused('Vault.AmountZero')
      if (amount > stake.staked) return refused('Vault.AmountAboveStake')
      if (stake.unlocking > 0n) return refused('Vault.UnlockRunning')
      stake.staked -= amount
      stake.unlocking = amount
      stake.unlockAtMs = nowMs + terms.unlockMs
      return done({
        type: 'UnlockStarted',
        wallet,
        amount,
        unlockAtMs: stake.unlockAtMs,
        staked: stake.staked,
        wholeWeight: wholeWeight(),
      })
    },
    withdraw(nowMs, wallet) {
      const stake = stakes.get(wallet)
      if (stake === undefined) return refused('Vault.NoStake')
      if (stake.unlocking === 0n) return refused('Vault.NoUnlockRequest')
      if (nowMs < stake.unlockAtMs) return refused('Vault.TimelockRunning')
      if (stake.reserves.length > 0) return refused('Vault.CommitsOpen')
      const amount = stake.unlocking
      stake.unlocking = 0n
      payStake(wallet, amount)
      removeIfEmpty(wallet)
      return done({ type: 'Withdrawn', wallet, amount })
    },
    submit(nowMs, { marketId, submitter, outcome, exposure, maxBond }) {
      if (isResolved(marketId)) return refused('Oracle.MarketResolved')
      if (runningOf(marketId) !== undefined) return refused('Oracle.AlreadySubmitted')
      const bond = bondOf(exposure, terms)
      if (bond > maxBond) return refused('Oracle.BondAboveMax')
      payBond(submitter, -bond)
      const submission = casesOf(marketId).length + 1
      const disputeEndsAtMs = nowMs + terms.disputeMs
      casesOf(marketId).push({
        submission,
        outcome,
        claims: [{ holder: submitter, bond, isTrue: (final) => final === outcome }],
        rounds: [],
        standing: outcome,
        windowEndsAtMs: disputeEndsAtMs,
        quorum: 0,
        toExceed: 0,
        verdict: null,
      })
      return done({
        type: 'OutcomeSubmitted',
        marketId,
        submission,
        submitter,
        outcome,
        bond,
        disputeEndsAtMs,
      })
    },
    dispute(nowMs, { marketId, disputer, submission, round, outcome, exposure }) {
      const running = runningOf(marketId)
      if (running === undefined) return refused('Oracle.NotProposed')
      if (running.submission !== submission) return refused('Oracle.WrongSubmission')
      if (lastRoundOf(marketId) !== round) return refused('Oracle.WrongRound')
      if (running.windowEndsAtMs === null) return refused('Oracle.NotProposed')
      if (nowMs >= running.windowEndsAtMs) return refused('Oracle.DisputeWindowOver')
      if (running.standing !== outcome) return refused('Oracle.OtherOutcome')
      if (running.claims.some(({ holder }) => holder === disputer)) return refused('Oracle.AlreadyBonded')
      const place = running.claims.length
      const events = place === 1 ? lowerBond(marketId, running, bondOf(exposure, terms)) : []
      const bond = bondAt(running.claims[0]!.bond, place)
      payBond(disputer, -bond)
      running.claims.push({ holder: disputer, bond, isTrue: (final) => final !== outcome })
      if (place === 1) running.quorum = quorumOf(wholeWeight(), terms.quorumWeight)
      return done(
        ...events,
        { type: 'OutcomeDisputed', marketId, submission, disputer, outcome, bond, appeal: place - 1 },
        openRound(nowMs, marketId, running),
      )
    },
    commit(nowMs, { marketId, round, voter, commitHash }) {
      const running = runningOf(marketId)
      const last = running?.rounds.at(-1)
      if (running === undefined || last === undefined) return refused('Oracle.NoDispute')
      if (last.number !== round) return refused('Oracle.WrongRound')
      if (nowMs >= last.commitEndsAtMs) return refused('Oracle.CommitWindowOver')
      if (running.claims.some(({ holder }) => holder === voter)) return refused('Oracle.PartyToDispute')
      if (last.votes.some((vote) => vote.voter === voter)) return refused('Oracle.AlreadyCommitted')
      const weight = weightOf(voter)
      const stake = stakes.get(voter)
      if (weight === 0 || stake === undefined) return refused('Vault.TierTooLow')
      if (stake.reserves.length >= OPEN_COMMITS_MAX) return refused('Vault.TooManyCommits')
      const slash = stake.staked / 1000n
      const atRisk = stake.reserves.reduce((sum, reserve) => sum + reserve, 10n * slash)
      if (atRisk > stake.staked + stake.unlocking) return refused('Vault.StakeAtRisk')
      stake.reserves.push(10n * slash)
      last.votes.push({ voter, weight, slash, choice: 0, isWorkedOff: false })
      return done({
        type: 'VoteCommitted',
        marketId,
        round,
        voter,
        commitHash,
        weight,
        stake: stake.staked,
        slash,
      })
    },
    reveal(nowMs, { marketId, round, voter, vote, salt }) {
      const running = runningOf(marketId)
      const last = running?.rounds.at(-1)
      if (running === undefined || last === undefined) return refused('Oracle.NoDispute')
      if (last.number !== round) return refused('Oracle.WrongRound')
      if (running.windowEndsAtMs !== null) return refused('Oracle.RevealWindowOver')
      if (nowMs < last.commitEndsAtMs) return refused('Oracle.RevealNotOpen')
      if (nowMs >= last.revealEndsAtMs) return refused('Oracle.RevealWindowOver')
      const commit = last.votes.find((one) => one.voter === voter)
      if (commit === undefined) return refused('Oracle.NoCommit')
      if (commit.choice !== 0) return refused('Oracle.AlreadyRevealed')
      commit.choice = vote
      return done({ type: 'VoteRevealed', marketId, round, voter, vote, salt, weight: commit.weight })
    },
    finalize(nowMs, marketId) {
      const running = runningOf(marketId)
      if (running === undefined) return refused('Oracle.NothingToFinalize')
      if (running.windowEndsAtMs !== null) {
        if (nowMs < running.windowEndsAtMs) return refused('Oracle.DisputeWindowOpen')
        return done(...conclude(marketId, running))
      }
      const last = running.rounds.at(-1)!
      if (nowMs < last.revealEndsAtMs) return refused('Oracle.RevealWindowOpen')
      const result = countVotes(running, last)
      const total = weightFor(last, 1) + weightFor(last, 2) + weightFor(last, 3)
      last.result = result
      running.toExceed = last.isAppeal ? Math.max(running.toExceed, total) : total
      const mayBeAppealed = result !== 0 && running.claims.length < BONDS_MAX
      const counted: OracleEvent[] = [
        {
          type: 'RoundFinalized',
          marketId,
          round: last.number,
          result: result === 0 ? null : result,
          weightYes: weightFor(last, 1),
          weightNo: weightFor(last, 2),
          weightEarly: weightFor(last, 3),
          wallets: last.votes.filter((vote) => vote.choice !== 0).length,
          appealEndsAtMs: mayBeAppealed ? nowMs + terms.appealMs : null,
        },
      ]
      if (last.votes.length === 0) counted.push({ type: 'RoundClosed', marketId, round: last.number })
      if (result !== 0) {
        running.standing = result
        if (!mayBeAppealed) return done(...counted, ...conclude(marketId, running))
        running.windowEndsAtMs = nowMs + terms.appealMs
        return done(...counted)
      }
      if (running.rounds.length === 1) return done(...counted, openRound(nowMs, marketId, running))
      return done(...counted, ...voidCase(marketId, running))
    },
    workOff({ marketId, round, voter }) {
      const all = casesOf(marketId)
      const closed = all.find((one) => one.rounds.some(({ number }) => number === round))
      const entry = closed?.rounds.find(({ number }) => number === round)
      const left = entry?.votes.filter((vote) => !vote.isWorkedOff) ?? []
      const isCounted = closed?.windowEndsAtMs !== null || closed.rounds.at(-1) !== entry
      if (closed === undefined || entry === undefined) return refused('Oracle.NoSuchRound')
      if (left.length === 0 && (closed.verdict !== null || isCounted)) return refused('Oracle.NoSuchRound')
      if (closed.verdict === null) return refused('Oracle.RoundNotFinalized')
      const vote = left.find((one) => one.voter === voter)
      if (vote === undefined) return refused('Oracle.NoCommit')
      vote.isWorkedOff = true
      const final = choices[closed.verdict]
      const slashed = lossOf(entry, vote, final)
      const stake = stakes.get(voter)!
      stake.reserves.splice(stake.reserves.indexOf(10n * vote.slash), 1)
      const events: (OracleEvent | VaultEvent)[] = []
      if (slashed > 0n) {
        const fromStake = minBigint(slashed, stake.staked)
        stake.staked -= fromStake
        stake.unlocking -= slashed - fromStake
        events.push({
          type: 'Slashed',
          wallet: voter,
          amount: slashed,
          staked: stake.staked,
          unlocking: stake.unlocking,
          wholeWeight: wholeWeight(),
        })
      }
      removeIfEmpty(voter)
      const won = final !== 0 && vote.choice === final
      const { winners, stakePool, bondPool } = poolsOf(closed)
      const stakeReward = won ? (stakePool * BigInt(vote.weight)) / BigInt(winners) : 0n
      const bondReward = won ? (bondPool * BigInt(vote.weight)) / BigInt(winners) : 0n
      payStake(voter, stakeReward)
      payBond(voter, bondReward)
      events.push({ type: 'CommitWorkedOff', marketId, round, voter, slashed, stakeReward, bondReward })
      if (left.length === 1) events.push({ type: 'RoundClosed', marketId, round })
      return done(...events)
    },
    gained: (wallet) => gains.get(wallet) ?? { collateral: 0n, stake: 0n },
    bonds() {
      let owed = 0n
      for (const one of [...cases.values()].flat())
        owed += one.verdict === null ? sumOf(one.claims) : duesOf(one).bonds
      return { held: bondsHeld, owed }
    },
    stakes() {
      let owed = [...stakes.values()].reduce((sum, { staked, unlocking }) => sum + staked + unlocking, 0n)
      for (const one of [...cases.values()].flat()) if (one.verdict !== null) owed += duesOf(one).stakes
      return { held: stakesHeld, owed }
    },
    wholeWeight,
  }

  /** Rewards not yet paid, minus slashes not yet taken. */
  function duesOf(closed: CaseOfMarket): { readonly bonds: bigint; readonly stakes: bigint } {
    const final = choices[closed.verdict ?? 'void']
    const { winners, stakePool, bondPool } = poolsOf(closed)
    let bonds = 0n
    let owedStakes = 0n
    for (const round of closed.rounds)
      for (const vote of round.votes.filter((one) => !one.isWorkedOff)) {
        owedStakes -= lossOf(round, vote, final)
        if (final === 0 || vote.choice !== final) continue
        bonds += (bondPool * BigInt(vote.weight)) / BigInt(winners)
        owedStakes += (stakePool * BigInt(vote.weight)) / BigInt(winners)
      }
    return { bonds, stakes: owedStakes }
  }
}

const sumOf = (claims: readonly Claim[]): bigint => claims.reduce((sum, { bond }) => sum + bond, 0n)
