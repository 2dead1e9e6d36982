import { placeOrder, readState, settlePosition } from '../../src/bindings/index.ts'
import { ONE, type VoteChoice } from '../../src/domain/index.ts'
import { type Court, type CourtMarket, openCourt } from '../support/stage/court.ts'
import { type Hearing, hear } from '../support/stage/hearing.ts'
import type { StageWallet } from '../support/stage/host.ts'
import { createVmHost } from '../support/stage/vm-host.ts'

/**
 * People around a disputed market, some of whom hold a losing position and lie about the outcome. Everything they do they
 * do with the real contracts, and what an attack costs and brings is what their wallets hold afterwards.
 *
 * The truth is yes. Honest people submit it, contradict what is false, appeal it as long as appeals are left, and vote yes.
 */
export interface Town {
  readonly court: Court
  /** Stake a million tokens each, weight 30. Of the honest, `voters` come to vote and `idle` do not. */
  readonly voters: readonly StageWallet[]
  readonly gang: readonly StageWallet[]
}

export interface TownTerms {
  /** Of 20 wallets that vote, so many are honest. */
  readonly honest: number
  /** Of the honest wallets, the part that comes to vote. */
  readonly turnout: number
}

export const VOTING_WALLETS = 20

export interface Attack {
  readonly name: AttackName
  /** Shares of the lie, bought at a hundredth, in units of the submitter's bond. */
  readonly position: number
  /** Collateral units promised to every honest voter for a vote for the lie; only for `bribes`. */
  readonly bribe?: number
  /** Honest voters who commit and never reveal. */
  readonly silent?: number
  /** What a stake token is worth in collateral. */
  readonly stakePrice: number
}

export const attackNames = [
  'cheap capture',
  'void grab',
  'hedged votes',
  'punitive appeals',
  'idle stake',
  'stalled rounds',
  'bribes',
] as const
export type AttackName = (typeof attackNames)[number]

export interface AttackReport {
  readonly outcome: 'truth' | 'lie' | 'void'
  readonly bond: number
  /** Collateral units: what the position brought beyond its price; what bonds, slashes and bribes took. */
  readonly gain: number
  readonly cost: number
  readonly net: number
  readonly rounds: number
  /** From the submission to the end of the case. */
  readonly days: number
  /** What an honest voter who came to every round earned, on average, in collateral units. */
  readonly honestEarned: number
}

/** Up to 50 bonds a position fits into the exposure whose 2 % are the least bond; larger ones meet the highest. */
const SMALL = { bond: 100n * ONE, exposure: 5_000n * ONE }
const LARGE = { bond: 10_000n * ONE, exposure: 500_000n * ONE }
export const POSITION_FITS = 50
const STAKE = 1_000_000n * ONE
const LIE_PRICE = 10

export async function openTown(seed: string, { honest, turnout }: TownTerms): Promise<Town> {
  const court = await openCourt(createVmHost({ seed, startMs: 1_800_000_000_000 }), seed)
  const idle = Math.round(honest / turnout) - honest
  const wallets = await court.wallets(VOTING_WALLETS + idle)
  for (const wallet of wallets) await court.send(wallet, court.calls.deposit(STAKE))
  return { court, voters: wallets.slice(0, honest), gang: wallets.slice(honest, VOTING_WALLETS) }
}

export interface VoidPutReport {
  readonly outcome: AttackReport['outcome']
  /** What a yes share pays, in thousandths. */
  readonly closing: number
  /** Of the gang, in collateral units. */
  readonly net: number
  /** What the treasury got of both bonds. */
  readonly treasury: number
}

/**
 * A venue whose voters weigh 59 together: all of them vote for the truth, twice, and decide nothing. The liars hold 4,900
 * shares of no, bought at a hundredth, trade one share with themselves at `washPrice` in a book that is empty, and dispute.
 */
export async function playVoidPut(seed: string, washPrice: number): Promise<VoidPutReport> {
  const court = await openCourt(createVmHost({ seed, startMs: 1_800_000_000_000 }), seed)
  const gang = await court.wallets(4)
  const [trader, washer, twin, liar] = gang as [StageWallet, StageWallet, StageWallet, StageWallet]
  const [maker, submitter, ...voters] = (await court.wallets(5)) as StageWallet[]
  for (const [i, tokens] of [1_000_000n, 833_333n, 333_333n].entries())
    await court.send(voters[i]!, court.calls.deposit(tokens * ONE)) // 30 + 22 + 7
  const [market] = await court.openMarkets(1, 100n * ONE, { wait: false })
  const hearing = hear(court, market!)
  const before = await wealth(hearing, gang)
  const treasuryBefore = await wealth(hearing, [court.treasury])
  await buyLie(court, market!, { trader, maker: maker!, shares: 4_900n * ONE })
  await buyLie(court, market!, { trader: washer, maker: twin, shares: ONE, price: 1000 - washPrice })
  await court.host.passTime(market!.endsAtMs)
  await hearing.submit(submitter!, 'yes')
  await hearing.dispute(liar)
  for (const _ of [1, 2]) await hearing.vote(voters.map((voter) => [voter, 1] as const))
  for (const { address } of [trader, washer, twin])
    await court.send(
      court.host.bank,
      settlePosition({ marketId: market!.id, trader: address, deadlineMs: court.host.nowMs() + 60_000 }),
    )
  const state = readState('Market', (await court.host.contract(market!.id))!)!
  return {
    outcome: await outcomeOf(court, market!),
    closing: Number(state.closing),
    net: difference(await wealth(hearing, gang), before, 0),
    treasury: difference(await wealth(hearing, [court.treasury]), treasuryBefore, 0),
  }
}

/** Plays one attack on a new market, and leaves the town as it found it. */
export async function playAttack({ court, voters, gang }: Town, attack: Attack): Promise<AttackReport> {
  const [submitter, liar, ...appellants] = (await court.wallets(6)) as StageWallet[]
  const [trader, maker] = (await court.wallets(2)) as [StageWallet, StageWallet]
  const { bond, exposure } = attack.position <= POSITION_FITS ? SMALL : LARGE
  const shares = bond * BigInt(attack.position)
  const [market] = await court.openMarkets(1, shares < exposure ? exposure - shares : 0n, { wait: false })
  await buyLie(court, market!, { trader, maker, shares })
  await court.host.passTime(market!.endsAtMs)
  const hearing = hear(court, market!)

  const flipped = attack.name === 'bribes' ? bribed(voters.length, attack) : 0
  const attackers = [...gang, liar!, trader, appellants[0]!, appellants[1]!]
  const before = await wealth(hearing, attackers)
  const honestBefore = await wealth(hearing, voters)
  const startMs = court.host.nowMs()

  await hearing.submit(submitter!, 'yes')
  await hearing.dispute(liar!)
  let bribes = 0
  const [lyingAppeals, honestAppeals] = [appellants.slice(0, 2), appellants.slice(2)]
  for (let round = 1; ; round += 1) {
    const votes = ballots({ voters, gang, attack, round, flipped })
    bribes += flipped * (attack.bribe ?? 0)
    await hearing.vote(attack.name === 'void grab' ? tieIn(votes, round) : votes)
    const standing = await hearing.caseNow()
    if (standing === null) break
    if (standing.windowEndsAt === 0n) continue // a second round
    const isTrue = standing.standing === 1n
    const next = isTrue ? lyingAppeals.shift() : honestAppeals.shift()
    const appeals = Number(standing.bonds) - 2
    if (next === undefined || appeals >= 2) {
      await hearing.letStand()
      break
    }
    await hearing.dispute(next)
  }
  const days = (court.host.nowMs() - startMs) / (24 * 60 * 60_000)
  const rounds = await workOffEverybody(court, market!, [...voters, ...gang])
  await court.send(
    trader,
    settlePosition({ marketId: market!.id, trader: trader.address, deadlineMs: court.host.nowMs() + 60_000 }),
  )
  const outcome = await outcomeOf(court, market!)
  const paid = positionPaid(outcome, shares)
  const change = difference(await wealth(hearing, attackers), before, attack.stakePrice)
  const price = unitsOf((shares * BigInt(LIE_PRICE)) / 1000n)
  const honestEarned =
    difference(await wealth(hearing, voters), honestBefore, attack.stakePrice) / Math.max(1, voters.length)
  await heal(court, hearing, [...voters, ...gang])
  // `before` was taken with the position bought and its price spent.
  const gain = paid - price
  const net = change - bribes - price
  return { outcome, bond: unitsOf(bond), gain, cost: gain - net, net, rounds, days, honestEarned }
}

/** The liar holds so many shares of no, bought at a hundredth from somebody who knows better. */
async function buyLie(
  court: Court,
  market: CourtMarket,
  {
    trader,
    maker,
    shares,
    price: liePrice = LIE_PRICE,
  }: { trader: StageWallet; maker: StageWallet; shares: bigint; price?: number },
): Promise<void> {
  const order = (wallet: StageWallet, outcome: 'yes' | 'no', price: number) =>
    court.send(
      wallet,
      placeOrder({
        marketId: market.id,
        collateralId: court.tokens.collateral,
        subject: market.subject,
        deadlineMs: court.host.nowMs() + 60_000,
        side: 'buy',
        outcome,
        price,
        quantity: shares,
        timeInForce: 'gtc',
        expiresAtMs: null,
        isMarketOrder: false,
        maxFills: 5,
        referer: null,
      }),
    )
  await order(trader, 'no', liePrice)
  await order(maker, 'yes', 1000 - liePrice)
}

/** Who votes what in a round. */
function ballots({
  voters,
  gang,
  attack,
  round,
  flipped,
}: {
  readonly voters: readonly StageWallet[]
  readonly gang: readonly StageWallet[]
  readonly attack: Attack
  readonly round: number
  readonly flipped: number
}): [StageWallet, VoteChoice | null][] {
  const silent = attack.silent ?? 0
  const honest = voters.map((voter, i): [StageWallet, VoteChoice | null] => [
    voter,
    i < flipped ? 2 : i >= voters.length - silent ? null : 1,
  ])
  const all = (vote: VoteChoice | null): [StageWallet, VoteChoice | null][] =>
    gang.map((wallet) => [wallet, vote])
  switch (attack.name) {
    case 'hedged votes':
      return [...honest, ...gang.map((wallet, i): [StageWallet, VoteChoice] => [wallet, i % 2 === 0 ? 2 : 1])]
    case 'punitive appeals':
      return [...honest, ...all(1)]
    case 'idle stake':
      return round === 1 ? honest : [...honest, ...all(2)]
    case 'stalled rounds':
      return round === 1 ? [...honest, ...all(null)] : [...honest, ...all(2)]
    default:
      return [...honest, ...all(2)]
  }
}

/** In the second round the gang reveals last, and only as much as makes a tie. */
function tieIn(
  votes: readonly [StageWallet, VoteChoice | null][],
  round: number,
): [StageWallet, VoteChoice | null][] {
  if (round !== 2) return [...votes]
  const truths = votes.filter(([, vote]) => vote === 1).length
  let lies = 0
  return votes.map(([wallet, vote]) => {
    if (vote !== 2) return [wallet, vote]
    lies += 1
    return [wallet, lies > truths ? null : 2]
  })
}

/**
 * How many honest voters a bribe turns. What a lie can cost is ten slashes; each of them has another opinion about how
 * likely that is, spread evenly from nothing to certain.
 */
function bribed(voters: number, { bribe = 0, stakePrice }: Attack): number {
  const stakes = unitsOf((STAKE / 1000n) * 10n) * stakePrice
  return Math.min(voters, Math.floor((bribe / stakes) * voters))
}

async function workOffEverybody(
  court: Court,
  market: CourtMarket,
  wallets: readonly StageWallet[],
): Promise<number> {
  const { roundNow } = hear(court, market)
  let rounds = 0
  for (let round = 1; round <= 4; round += 1) {
    if ((await roundNow(round)) === null) continue
    rounds = round
    for (const wallet of wallets)
      await court
        .send(court.host.bank, court.calls.workOff(market, round, wallet.address))
        .catch((error: unknown) => {
          // Not everybody committed in every round.
          if (!/Error Code: (518|526)/.test(String(error))) throw error
        })
  }
  return rounds
}

async function outcomeOf(court: Court, market: CourtMarket): Promise<AttackReport['outcome']> {
  const view = await court.host.contract(market.id)
  const outcome = view?.mutFields[1]
  if (outcome?.type !== 'U256') throw new Error('a market has an outcome')
  return outcome.value === '1' ? 'truth' : outcome.value === '2' ? 'lie' : 'void'
}

/** What the shares of the lie paid; a void pays the closing price, which is what they were bought at. */
const positionPaid = (outcome: AttackReport['outcome'], shares: bigint): number =>
  outcome === 'lie' ? unitsOf(shares) : outcome === 'void' ? unitsOf((shares * BigInt(LIE_PRICE)) / 1000n) : 0

const unitsOf = (amount: bigint): number => Number(amount / (ONE / 1_000_000n)) / 1_000_000

interface Wealth {
  readonly collateral: bigint
  readonly stake: bigint
}

/** What some wallets have together. */
async function wealth(hearing: Hearing, wallets: readonly StageWallet[]): Promise<Wealth> {
  let [collateral, stake] = [0n, 0n]
  for (const wallet of wallets) {
    const held = await hearing.holds(wallet)
    collateral += held.collateral
    stake += held.stake + ((await hearing.stakeOf(wallet))?.staked ?? 0n)
  }
  return { collateral, stake }
}

/** In collateral units. */
const difference = (after: Wealth, before: Wealth, stakePrice: number): number =>
  unitsOf(after.collateral - before.collateral) + unitsOf(after.stake - before.stake) * stakePrice

/** Everybody stakes a million again. */
async function heal(court: Court, hearing: Hearing, wallets: readonly StageWallet[]): Promise<void> {
  for (const wallet of wallets) {
    const missing = STAKE - ((await hearing.stakeOf(wallet))?.staked ?? 0n)
    if (missing > 0n) await court.send(wallet, court.calls.deposit(missing))
  }
}
