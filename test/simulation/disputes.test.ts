import { expect, test } from 'vitest'
import { caseEntryId, marketIdOf, stakeEntryId } from '../../src/bindings/index.ts'
import { ONE, type VoteChoice } from '../../src/domain/index.ts'
import { createSeededRandom, type Random, randomBelow } from '../../src/kit/index.ts'
import { openMarkets, playRound, runningRound, type VoterPlan } from '../support/venue/dispute.ts'
import { openHost } from '../support/venue/host.ts'
import { openVenue, type Venue } from '../support/venue/venue.ts'
import type { Wallet } from '../support/venue/wallet.ts'
import { type Cast, judgeRound } from './dispute-model.ts'

/** Many transactions each: patience for a busy machine. */
/** Random disputes against the model: results, slashes, rewards and bonds, and at the end all the money. */
const seeds = ['disputes-1', 'disputes-2', 'disputes-3']
const BOND = 100n * ONE
const tiers: readonly [tokens: bigint, weight: number][] = [
  [60_000n, 1],
  [166_667n, 3],
  [333_333n, 7],
  [500_000n, 11],
  [666_667n, 16],
  [833_333n, 22],
  [1_000_000n, 30],
]

test.each(seeds)('behavior: %s', async (seed) => {
  const random = createSeededRandom(seed)
  const venue = await openVenue(await openHost(), seed)
  const [submitter, disputer] = [
    await venue.wallet({ collateral: 5_000n * ONE }),
    await venue.wallet({ collateral: 5_000n * ONE }),
  ]
  const voters: Wallet[] = []
  for (let i = 0; i < 6; i++) voters.push(await venue.staker(tiers[3 + randomBelow(random, 4)]![0]))
  const { numbers, endsAtMs } = await openMarkets(venue, 4)
  venue.host.passTimeUntil(endsAtMs)

  const owed = { submitter: 5_000n * ONE, disputer: 5_000n * ONE, treasury: 0n, forfeited: 0n }
  const rewards = new Map<string, bigint>()
  for (const market of numbers) await playDispute(market)

  const balance = async (address: string) => venue.balance(address)
  expect((await balance(submitter.address)).collateral).toBe(owed.submitter)
  expect((await balance(disputer.address)).collateral).toBe(owed.disputer)
  expect(await balance(venue.treasury.address)).toMatchObject({
    collateral: owed.treasury,
    stake: owed.forfeited,
  })
  for (const voter of voters)
    expect((await balance(voter.address)).stake).toBe(rewards.get(voter.address) ?? 0n)
  expect((await balance(venue.deployment.contracts.oracle.address)).collateral).toBe(0n)
  await expectVaultSolvent(venue, voters)

  async function playDispute(market: number): Promise<void> {
    const outcome = randomBelow(random, 2) === 0 ? 'yes' : 'no'
    const submitted = (await venue.send(submitter, venue.calls.submit(market, outcome))).events.at(-1)
    if (submitted?.type !== 'OutcomeSubmitted') throw new Error('nothing was submitted')
    await venue.send(disputer, venue.calls.dispute(market, submitted.submission))
    let carried = 0n
    for (let attempt = 1; attempt <= 4; attempt++) {
      const { round } = await runningRound(venue, market)
      const plans = drawPlans(random, voters)
      const casts = await Promise.all(plans.map((plan) => toCast(venue, plan)))
      const { events } = await playRound(venue, market, plans)
      const judged = judgeRound(casts, attempt, carried)
      expect(events[0]).toMatchObject({ type: 'RoundFinalized', result: judged.result, pool: judged.pool })
      for (const { voter } of casts) {
        const worked = (await venue.send(venue.bank, venue.calls.workOff(market, round, voter))).events
        const done = worked.find((event) => event.type === 'CommitWorkedOff')
        const reward = judged.rewards.get(voter) ?? 0n
        expect(done).toMatchObject({ slashed: judged.slashed.get(voter) ?? 0n, reward })
        rewards.set(voter, (rewards.get(voter) ?? 0n) + reward)
      }
      if (judged.result !== null) {
        settleBonds(judged.result, outcome)
        const entry = await venue.entry('Case', caseEntryId(venue.deployment.contracts.oracle.id, market))
        expect(entry === null).toBe(judged.result !== 3)
        return
      }
      carried = judged.pool
    }
    owed.submitter -= BOND / 2n
    owed.disputer -= BOND / 2n
    owed.treasury += BOND
    owed.forfeited += carried
    const { outcome: final } = await venue.state(
      'Market',
      marketIdOf(venue.deployment.contracts.voting.id, market),
    )
    expect(final).toBe(3n)
  }

  function settleBonds(result: VoteChoice, outcome: 'yes' | 'no'): void {
    const submitterWon = result === (outcome === 'yes' ? 1 : 2)
    owed.submitter += submitterWon ? BOND / 2n : -BOND
    owed.disputer += submitterWon ? -BOND : BOND / 2n
    owed.treasury += BOND / 2n
  }
})

/** Some of the wallets, each with a vote or none; one side is more popular, so that results happen. */
function drawPlans(random: Random, voters: readonly Wallet[]): VoterPlan[] {
  const favourite = (1 + randomBelow(random, 3)) as VoteChoice
  return voters
    .filter(() => randomBelow(random, 5) > 0)
    .map((voter) => {
      const draw = randomBelow(random, 10)
      if (draw === 0) return { voter, vote: null }
      return { voter, vote: draw < 7 ? favourite : ((1 + randomBelow(random, 3)) as VoteChoice) }
    })
}

async function toCast(venue: Venue, { voter, vote }: VoterPlan): Promise<Cast> {
  const entry = await venue.entry('Stake', stakeEntryId(venue.deployment.contracts.vault.id, voter.address))
  const staked = entry?.staked ?? 0n
  const weight = tiers.findLast(([tokens]) => staked >= tokens * ONE)?.[1] ?? 0
  return { voter: voter.address, weight, slash: staked / 1000n, vote }
}

/** What the vault holds is everybody's stake and less than one unit per reward that was rounded down. */
async function expectVaultSolvent(venue: Venue, voters: readonly Wallet[]): Promise<void> {
  const { vault } = venue.deployment.contracts
  const held = (await venue.balance(vault.address)).stake
  let staked = 60_000n * ONE // the proposer's
  for (const voter of voters) {
    const entry = await venue.entry('Stake', stakeEntryId(vault.id, voter.address))
    expect(entry).toMatchObject({ openCommits: 0n, atRisk: 0n })
    staked += (entry?.staked ?? 0n) + (entry?.unlocking ?? 0n)
  }
  expect(held).toBeGreaterThanOrEqual(staked)
  expect(held - staked).toBeLessThan(100n)
}
