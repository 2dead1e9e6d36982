import assert from 'node:assert/strict'
import { type ContractCall, mergePairs } from '../../src/bindings/index.ts'
import { ONE, type VenueEvent, type VoteChoice } from '../../src/domain/index.ts'
import { createSeededRandom, type Random, randomBelow } from '../../src/kit/index.ts'
import { type Court, type CourtBallot, type CourtMarket, heldBy, openCourt } from '../support/stage/court.ts'
import type { StageHost, StageWallet } from '../support/stage/host.ts'
import { refusalOf } from '../support/stage/stage.ts'
import { createOracleModel, type OracleAnswer, type OracleModel } from './models/oracle-model.ts'

export interface CasesReport {
  readonly lives: number
  readonly steps: number
  readonly refusals: number
  readonly appeals: number
  readonly verdicts: Readonly<Record<string, number>>
}

/** Plays lives number `from` to `to`, each in a venue of its own; a failure names the seed that replays it alone. */
export async function playCases(
  openHost: (seed: string) => StageHost,
  options: {
    readonly seed: string
    readonly from: number
    readonly to: number
    readonly onPlayed?: (number: number) => void
  },
): Promise<CasesReport> {
  const verdicts: Record<string, number> = {}
  let [steps, refusals, appeals] = [0, 0, 0]
  for (let i = options.from; i < options.to; i += 1) {
    const seed = `${options.seed} ${i}`
    const life = await playLife(openHost(seed), seed).catch((cause: unknown) => {
      throw new Error(`life ${i} of seed "${options.seed}" went wrong`, { cause })
    })
    steps += life.steps
    refusals += life.refusals
    appeals += life.appeals
    for (const verdict of life.verdicts) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1
    options.onPlayed?.(i)
  }
  return { lives: options.to - options.from, steps, refusals, appeals, verdicts }
}

const VOTERS = 6
const PARTIES = 5
const MARKETS = 2
const STEPS = 40

const stakesOfVoters = [60_000n, 500_000n, 833_333n, 1_000_000n, 1_000_000n, 1_000_001n]

/**
 * One random life of a vault and its oracle, played by the contracts and by the model at once. After every step: the same
 * events or the same refusal, the same gains of every wallet, and both contracts hold what the model says, which covers
 * what they owe.
 */
async function playLife(host: StageHost, seed: string) {
  const random = createSeededRandom(seed)
  const court = await openCourt(host, seed)
  const exposure = [0n, 5_000n * ONE, 123_457n * ONE + 1n, 900_000n * ONE][randomBelow(random, 4)]!
  const [splitter] = (await court.wallets(1)) as [StageWallet]
  const markets = await court.openMarkets(MARKETS, exposure, { trader: splitter })
  const { periods } = court
  const model = createOracleModel({
    treasury: court.treasury.address,
    stakeUnit: ONE,
    bond: 100n * ONE,
    bondMax: 10_000n * ONE,
    quorumWeight: 60,
    quorumWallets: 3,
    ...periods,
  })
  const proposerStake = (await heldBy(court, court.contracts.vault.id)).stake
  model.deposit('the proposer', proposerStake)
  const wallets = await court.wallets(VOTERS + PARTIES)
  const voters = wallets.slice(0, VOTERS)
  const before = new Map<string, { collateral: bigint; stake: bigint }>()
  for (const { address } of [...wallets, court.treasury]) before.set(address, await court.holds(address))

  const life = { steps: 0, refusals: 0, appeals: 0, verdicts: [] as string[] }
  const step = async (
    wallet: StageWallet,
    call: ContractCall,
    answer: (nowMs: number) => OracleAnswer,
  ): Promise<OracleAnswer> => {
    let events: readonly VenueEvent[] | null = null
    const refusal = await refusalOf(
      court.send(wallet, call).then((receipt) => {
        events = receipt.events
      }),
    )
    const expected = answer(host.nowMs())
    life.steps += 1
    if (!expected.ok) {
      assert.equal(refusal, expected.refusal)
      life.refusals += 1
      return expected
    }
    assert.equal(refusal, 'accepted')
    assert.deepEqual((events ?? []).filter(isOfTheCourt), expected.events)
    for (const event of expected.events) {
      if (event.type === 'OutcomeDisputed' && event.appeal > 0) life.appeals += 1
      if (event.type === 'SubmissionClosed') life.verdicts.push(event.result)
    }
    await compareMoney(court, model, before)
    return expected
  }

  for (const [i, voter] of voters.entries()) {
    const amount = stakesOfVoters[i]! * ONE
    await step(voter, court.calls.deposit(amount), () => model.deposit(voter.address, amount))
  }
  const play = createPlay({ court, model, random, wallets, voters, splitter, markets, step })
  for (let i = 0; i < STEPS; i += 1) await play.randomStep()
  await play.end()

  const left = model.bonds()
  assert.equal(left.owed, 0n)
  assert.ok(left.held < 100n, `the oracle kept ${left.held}`)
  const vault = model.stakes()
  assert.ok(vault.held - vault.owed < 100n, `the vault kept ${vault.held - vault.owed}`)
  return life
}

const courtTypes = new Set<VenueEvent['type']>([
  'Staked',
  'UnlockStarted',
  'Withdrawn',
  'Slashed',
  'OutcomeSubmitted',
  'OutcomeDisputed',
  'BondLowered',
  'RoundOpened',
  'VoteCommitted',
  'VoteRevealed',
  'RoundFinalized',
  'BondSettled',
  'SubmissionClosed',
  'SlashesForfeited',
  'CommitWorkedOff',
  'RoundClosed',
])
const isOfTheCourt = (event: VenueEvent): boolean => courtTypes.has(event.type)

async function compareMoney(
  court: Court,
  model: OracleModel,
  before: ReadonlyMap<string, { collateral: bigint; stake: bigint }>,
): Promise<void> {
  for (const [address, start] of before) {
    const now = await court.holds(address)
    assert.deepEqual(
      { collateral: now.collateral - start.collateral, stake: now.stake - start.stake },
      model.gained(address),
    )
  }
  const bonds = model.bonds()
  assert.equal((await heldBy(court, court.contracts.oracle.id)).collateral, bonds.held)
  assert.ok(bonds.held >= bonds.owed, 'the oracle owes more than it holds')
  const stakes = model.stakes()
  assert.equal((await heldBy(court, court.contracts.vault.id)).stake, stakes.held)
  assert.ok(stakes.held >= stakes.owed, 'the vault owes more than it holds')
}

/** What the players know of a market's case, from events alone. */
interface Seen {
  submission: number
  round: number
  standing: VoteChoice
  /** The next time at which something changes. */
  boundariesMs: number[]
  ballots: CourtBallot[]
  /** Commits to work off. */
  open: { round: number; voter: string }[]
  isRunning: boolean
  isResolved: boolean
}

function createPlay({
  court,
  model,
  random,
  wallets,
  voters,
  splitter,
  markets,
  step,
}: {
  readonly court: Court
  readonly model: OracleModel
  readonly random: Random
  readonly wallets: readonly StageWallet[]
  readonly voters: readonly StageWallet[]
  /** Holds every pair of every market. */
  readonly splitter: StageWallet
  readonly markets: readonly CourtMarket[]
  readonly step: (
    wallet: StageWallet,
    call: ContractCall,
    answer: (nowMs: number) => OracleAnswer,
  ) => Promise<OracleAnswer>
}) {
  const { calls, host } = court
  const seen = new Map<number, Seen>()
  for (const { number } of markets)
    seen.set(number, {
      submission: 0,
      round: 0,
      standing: 1,
      boundariesMs: [],
      ballots: [],
      open: [],
      isRunning: false,
      isResolved: false,
    })
  const draw = <T>(items: readonly T[]): T => items[randomBelow(random, items.length)]!
  const chance = (of: number): boolean => randomBelow(random, of) === 0
  /** One side is more popular in a round, so that results happen. */
  let favourite: VoteChoice = 1
  let salts = 0

  const exposureOf = async (market: CourtMarket): Promise<bigint> =>
    (await heldBy(court, market.id)).collateral

  /** Pairs go between submission and dispute, and the bond with them. */
  async function merge(market: CourtMarket): Promise<void> {
    const quantity = (await exposureOf(market)) / draw([1n, 2n, 3n, 20n])
    if (quantity === 0n || seen.get(market.number)!.isResolved) return
    const deadlineMs = host.nowMs() + 60_000
    await court.send(splitter, mergePairs({ marketId: market.id, quantity, deadlineMs }))
  }

  function learn(market: CourtMarket, answer: OracleAnswer): void {
    if (!answer.ok) return
    const its = seen.get(market.number)!
    for (const event of answer.events)
      switch (event.type) {
        case 'OutcomeSubmitted':
          its.submission = event.submission
          its.standing = event.outcome
          its.isRunning = true
          its.boundariesMs = [event.disputeEndsAtMs]
          break
        case 'RoundOpened':
          its.round = event.round
          its.ballots = []
          its.boundariesMs = [event.commitEndsAtMs, event.revealEndsAtMs]
          favourite = draw([1, 1, 2, 2, 3] as const)
          break
        case 'RoundFinalized':
          if (event.result !== null) its.standing = event.result
          if (event.appealEndsAtMs !== null) its.boundariesMs = [event.appealEndsAtMs]
          break
        case 'SubmissionClosed':
          its.isRunning = false
          its.isResolved = event.result !== 'too-early'
          its.boundariesMs = []
          break
        default:
      }
  }

  async function submit(market: CourtMarket, wallet: StageWallet): Promise<void> {
    const outcome = draw([1, 2] as const)
    const maxBond = chance(12) ? 99n * ONE : 10_000n * ONE
    const exposure = await exposureOf(market)
    const call = calls.submit(market, outcome === 1 ? 'yes' : 'no', maxBond)
    learn(
      market,
      await step(wallet, call, (nowMs) =>
        model.submit(nowMs, {
          marketId: market.number,
          submitter: wallet.address,
          outcome,
          exposure,
          maxBond,
        }),
      ),
    )
  }

  async function dispute(market: CourtMarket, wallet: StageWallet): Promise<void> {
    const its = seen.get(market.number)!
    const wrong = chance(8) ? randomBelow(random, 3) : -1
    const told = {
      submission: wrong === 0 ? its.submission + 1 : Math.max(1, its.submission),
      round: wrong === 1 ? its.round + 1 : its.round,
      outcome: wrong === 2 ? (((its.standing % 3) + 1) as VoteChoice) : its.standing,
    }
    const exposure = await exposureOf(market)
    const call = calls.dispute(market, told, 40_000n * ONE)
    learn(
      market,
      await step(wallet, call, (nowMs) =>
        model.dispute(nowMs, { marketId: market.number, disputer: wallet.address, exposure, ...told }),
      ),
    )
  }

  async function commit(market: CourtMarket, wallet: StageWallet): Promise<void> {
    const its = seen.get(market.number)!
    salts += 1
    const ballot: CourtBallot = {
      market,
      round: chance(15) ? its.round + 1 : Math.max(1, its.round),
      voter: wallet.address,
      vote: chance(4) ? draw([1, 2, 3] as const) : favourite,
      salt: salts.toString(16).padStart(64, '0'),
    }
    const { round, voter } = ballot
    const commitHash = calls.hashOf(ballot)
    const answer = await step(wallet, calls.commit(ballot), (nowMs) =>
      model.commit(nowMs, { marketId: market.number, round, voter, commitHash }),
    )
    if (!answer.ok) return
    its.ballots.push(ballot)
    its.open.push({ round, voter })
  }

  async function reveal(market: CourtMarket): Promise<void> {
    const its = seen.get(market.number)!
    if (its.ballots.length === 0) return
    const { round, voter, vote, salt, ...rest } = draw(its.ballots)
    await step(host.bank, calls.reveal({ round, voter, vote, salt, ...rest }), (nowMs) =>
      model.reveal(nowMs, { marketId: market.number, round, voter, vote, salt }),
    )
  }

  async function finalize(market: CourtMarket): Promise<void> {
    learn(
      market,
      await step(host.bank, calls.finalize(market), (nowMs) => model.finalize(nowMs, market.number)),
    )
  }

  async function workOff(market: CourtMarket, commit: { round: number; voter: string }): Promise<void> {
    const its = seen.get(market.number)!
    const answer = await step(host.bank, calls.workOff(market, commit.round, commit.voter), () =>
      model.workOff({ marketId: market.number, ...commit }),
    )
    if (answer.ok) its.open = its.open.filter((one) => one !== commit)
  }

  /** To the next boundary, or to a millisecond before it: the next block is exactly there. */
  async function passTime(market: CourtMarket, exactly = false): Promise<void> {
    const next = seen.get(market.number)!.boundariesMs.find((ms) => ms > host.nowMs() + 1_000)
    if (next === undefined) return
    await host.passTime(next - 1_000 - (exactly || chance(2) ? 0 : 1))
  }

  /** Everybody votes and reveals, as far as the round lets them. */
  async function playRound(market: CourtMarket): Promise<void> {
    for (const voter of voters) if (!chance(5)) await commit(market, voter)
    await passTime(market, true)
    for (const { round, voter, vote, salt } of [...seen.get(market.number)!.ballots])
      if (!chance(9))
        await step(host.bank, calls.reveal({ market, round, voter, vote, salt }), (nowMs) =>
          model.reveal(nowMs, { marketId: market.number, round, voter, vote, salt }),
        )
    await passTime(market, true)
    await finalize(market)
  }

  /** What somebody who looks does next. */
  async function sensibleStep(market: CourtMarket): Promise<void> {
    const its = seen.get(market.number)!
    if (!its.isRunning) return its.isResolved ? undefined : submit(market, draw(wallets))
    if (its.boundariesMs.length === 2) return playRound(market)
    if (!chance(3)) return dispute(market, draw(wallets))
    await passTime(market, true)
    return finalize(market)
  }

  return {
    async randomStep(): Promise<void> {
      const market = draw(markets)
      const its = seen.get(market.number)!
      const wallet = draw(wallets)
      switch (randomBelow(random, 28)) {
        case 0:
          return submit(market, wallet)
        case 1:
        case 2:
          return dispute(market, wallet)
        case 3:
          return commit(market, draw(voters))
        case 4:
          return reveal(market)
        case 5:
          return finalize(market)
        case 6:
          return passTime(market)
        case 7:
          if (its.open.length > 0) return workOff(market, draw(its.open))
          return workOff(market, { round: its.round, voter: wallet.address })
        case 8: {
          const amount = chance(2) ? 1n : BigInt(randomBelow(random, 400_000)) * ONE
          await step(wallet, calls.deposit(amount), () => model.deposit(wallet.address, amount))
          return
        }
        case 9: {
          const amount = chance(2) ? BigInt(randomBelow(random, 1_000_000)) * ONE : 60_000n * ONE
          await step(wallet, calls.unlock(amount), (nowMs) => model.unlock(nowMs, wallet.address, amount))
          return
        }
        case 10:
          await step(wallet, calls.withdraw(), (nowMs) => model.withdraw(nowMs, wallet.address))
          return
        case 11:
        case 12:
          return merge(market)
        default:
          return sensibleStep(market)
      }
    },
    /** Everything that can still be done is done: nothing may be left behind. */
    async end(): Promise<void> {
      for (const market of markets) {
        const its = seen.get(market.number)!
        for (let i = 0; i < 20 && its.isRunning; i += 1) {
          await host.passTime((its.boundariesMs.at(-1) ?? 0) - 1_000)
          await finalize(market)
        }
        for (const commit of [...its.open]) await workOff(market, commit)
        assert.equal(its.open.length, 0)
      }
    },
  }
}
