import { beforeEach, describe, expect, test } from 'vitest'
import { mergePairs, splitPairs } from '../../../src/bindings/index.ts'
import { ONE, type VoteChoice } from '../../../src/domain/index.ts'
import { playVoidPut } from '../../simulation/oracle-attacks.ts'
import { type Court, openCourt } from '../../support/stage/court.ts'
import { type Hearing, hear, type Plan } from '../../support/stage/hearing.ts'
import type { StageWallet } from '../../support/stage/host.ts'
import { refusalOf } from '../../support/stage/stage.ts'
import { createVmHost } from '../../support/stage/vm-host.ts'

/** What was tried against the first protocol and paid there, tried again; npm run sim -- oracle has the economics. */
const BOND = 100n * ONE
const S = 1_000n * ONE

let court: Court
let hearing: Hearing
/** Weight 30 each: ten, so that a dispute's first round needs 83. */
let honest: StageWallet[]
/** Weight 61 together. */
let gang: StageWallet[]
let [truthful, liar, challenger]: StageWallet[] = []

beforeEach(async () => {
  court = await openCourt(createVmHost({ seed: 'attacks', startMs: 1_800_000_000_000 }), 'attacks')
  honest = await court.wallets(9)
  gang = await court.wallets(3)
  ;[truthful, liar, challenger] = await court.wallets(3)
  for (const voter of [...honest, ...gang.slice(0, 2)])
    await court.send(voter, court.calls.deposit(1_000_000n * ONE))
  await court.send(gang[2]!, court.calls.deposit(60_000n * ONE))
  const [market] = await court.openMarkets(1)
  hearing = hear(court, market!)
})

const all = (wallets: readonly StageWallet[], vote: VoteChoice | null): Plan[] =>
  wallets.map((wallet) => [wallet, vote])

async function gainOf(wallets: readonly StageWallet[], happen: () => Promise<unknown>) {
  const held = async () => {
    let sum = { collateral: 0n, stake: 0n }
    for (const wallet of wallets) {
      const { collateral, stake } = await court.holds(wallet.address)
      const entry = await hearing.stakeOf(wallet)
      sum = { collateral: sum.collateral + collateral, stake: sum.stake + stake + (entry?.staked ?? 0n) }
    }
    return sum
  }
  const before = await held()
  await happen()
  const after = await held()
  return { collateral: after.collateral - before.collateral, stake: after.stake - before.stake }
}

describe('cheap capture', () => {
  test('behavior: three wallets with weight 61 no longer decide a first round', async () => {
    await hearing.submit(truthful!, 'yes')
    expect((await hearing.dispute(liar!)).events.at(-1)).toMatchObject({ quorum: 83 })
    expect((await hearing.vote(all(gang, 2))).events).toMatchObject([
      { type: 'RoundFinalized', result: null, weightNo: 61 },
      { type: 'RoundOpened', attempt: 2, quorum: 60 },
    ])
    // In the second round others know what is going on.
    await hearing.vote([...all(gang, 2), ...all(honest.slice(0, 3), 1)])
    await hearing.letStand()
    expect((await hearing.workOff(2, gang[0]!)).events[0]).toMatchObject({ type: 'Slashed', amount: S })
  })
  test('behavior: where nobody looked, an appeal takes it back, and the gang pays ten times', async () => {
    const lost = await gainOf([...gang, liar!], async () => {
      await hearing.submit(truthful!, 'yes')
      await hearing.dispute(liar!)
      await hearing.vote(all(gang, 2))
      expect((await hearing.vote(all(gang, 2))).events).toMatchObject([{ result: 2, weightNo: 61 }])
      await hearing.dispute(challenger!)
      expect((await hearing.vote(all(honest.slice(0, 3), 1))).events).toMatchObject([
        { result: 1, weightYes: 90 },
      ])
      await hearing.letStand()
      for (const wallet of gang) {
        await hearing.workOff(1, wallet)
        await hearing.workOff(2, wallet)
      }
    })
    // One slash in the round without result, ten in the overturned one, by what was staked at each commit.
    expect(lost).toEqual({ collateral: -BOND, stake: -11n * (2n * S + 60n * ONE) })
    const earned = await gainOf([...honest.slice(0, 3), truthful!, challenger!], async () => {
      for (const wallet of honest.slice(0, 3)) await hearing.workOff(3, wallet)
    })
    expect(earned.stake).toBe(((11n * (2n * S + 60n * ONE)) / 3n) * 3n)
    expect(earned.collateral).toBeGreaterThan(BOND / 2n - 10n)
  })
})

describe('a bond made dear', () => {
  test('behavior: what was split before the submission and merged after it lowers the bond again', async () => {
    const [splitter, poor] = await court.wallets(2)
    const [market] = await court.openMarkets(1, 5_000n * ONE, { wait: false })
    const { host, tokens, calls } = court
    const pairs = () => ({
      marketId: market!.id,
      quantity: 495_000n * ONE,
      deadlineMs: host.nowMs() + 60_000,
    })
    const { subject } = market!
    await court.send(splitter!, splitPairs({ ...pairs(), collateralId: tokens.collateral, subject }))
    await host.passTime(market!.endsAtMs)
    const dear = hear(court, market!)
    const returned = await gainOf([liar!], async () => {
      expect((await dear.submit(liar!, 'no')).events.at(-1)).toMatchObject({ bond: 10_000n * ONE })
      await court.send(splitter!, mergePairs(pairs()))
      // Nobody who holds less than a hundred units can do it, and 100 are enough.
      const seen = { submission: 1, round: 0, outcome: 2 } as const
      const refusal = await refusalOf(court.send(poor!, calls.dispute(market!, seen, BOND - 1n)))
      expect(refusal).toBe('Oracle.BondAboveMax')
      const { events } = await court.send(poor!, calls.dispute(market!, seen, BOND))
      expect(events.slice(0, 3)).toEqual([
        {
          type: 'BondLowered',
          marketId: market!.number,
          submission: 1,
          holder: liar!.address,
          bond: BOND,
          returned: 9_900n * ONE,
        },
        expect.objectContaining({ type: 'MarketStateChanged', state: 'disputed' }),
        expect.objectContaining({ type: 'OutcomeDisputed', bond: BOND, appeal: 0 }),
      ])
    })
    expect(returned.collateral).toBe(-BOND)
    // Both bonds are the same from now on, and an appeal's is twice that.
    await dear.vote(all(honest.slice(0, 3), 1))
    expect((await dear.dispute(challenger!)).events[0]).toMatchObject({ bond: 2n * BOND, appeal: 1 })
    await dear.vote([])
    const { events } = await dear.letStand()
    expect(
      events.filter((event) => event.type === 'BondSettled').map(({ bond, paid }) => [bond, paid]),
    ).toEqual([
      [BOND, 0n],
      [BOND, BOND + (BOND * 3n) / 2n],
      [2n * BOND, 0n],
    ])
  })
  test('behavior: what is merged after the dispute makes no appeal cheaper', async () => {
    const [splitter] = await court.wallets(1)
    const [market] = await court.openMarkets(1, 5_000n * ONE, { wait: false })
    const { host, tokens } = court
    const { id: marketId, subject, endsAtMs } = market!
    const pairs = () => ({ marketId, quantity: 15_000n * ONE, deadlineMs: host.nowMs() + 60_000 })
    await court.send(splitter!, splitPairs({ ...pairs(), collateralId: tokens.collateral, subject }))
    await host.passTime(endsAtMs)
    const dear = hear(court, market!)
    await dear.submit(liar!, 'no')
    expect((await dear.dispute(truthful!)).events).toMatchObject([
      { type: 'MarketStateChanged' },
      { type: 'OutcomeDisputed', bond: 400n * ONE, appeal: 0 },
      { type: 'RoundOpened' },
    ])
    await court.send(splitter!, mergePairs(pairs()))
    await dear.vote(all(honest.slice(0, 3), 1))
    const [appeal] = (await dear.dispute(challenger!)).events
    expect(appeal).toMatchObject({ type: 'OutcomeDisputed', bond: 800n * ONE, appeal: 1 })
  })
  test('behavior: exposure that is still there keeps the bond as it was', async () => {
    const [market] = await court.openMarkets(1, 20_000n * ONE)
    const kept = hear(court, market!)
    await kept.submit(liar!, 'no')
    expect((await kept.dispute(challenger!)).events).toMatchObject([
      { type: 'MarketStateChanged' },
      { type: 'OutcomeDisputed', bond: 400n * ONE },
      { type: 'RoundOpened' },
    ])
  })
})

describe('unpaid voters', () => {
  test('behavior: three honest voters who all agree share half of the false bond', async () => {
    const earned = await gainOf(honest.slice(0, 3), async () => {
      await hearing.submit(truthful!, 'yes')
      await hearing.dispute(liar!)
      await hearing.vote(all(honest.slice(0, 3), 1))
      await hearing.letStand()
      for (const wallet of honest.slice(0, 3)) await hearing.workOff(1, wallet)
    })
    expect(earned).toEqual({ collateral: (BOND / 2n / 3n) * 3n, stake: 0n })
  })
})

describe('too few to decide', () => {
  test('behavior: voters who weigh 59 decide nothing, and a share traded with oneself says what the void pays', async () => {
    // The position is worth what it cost; a quarter of the bond is lost, and what fees the share took.
    expect(await playVoidPut('void put', 990)).toEqual({
      outcome: 'void',
      closing: 990,
      net: -25.02975,
      treasury: 50.01, // 2 % of 5,001 is 100.02, and a quarter of each bond
    })
    expect(await playVoidPut('void put', 500)).toEqual({
      outcome: 'void',
      closing: 500,
      net: 2375.9825,
      treasury: 50.01, // 2 % of 5,001 is 100.02, and a quarter of each bond
    })
  })
})

describe('void grab', () => {
  test('behavior: idle stake and silent commits keep nobody from deciding in the second round', async () => {
    const idle = await court.wallets(12)
    for (const wallet of idle) await court.send(wallet, court.calls.deposit(1_000_000n * ONE))
    await hearing.submit(truthful!, 'yes')
    expect((await hearing.dispute(liar!)).events.at(-1)).toMatchObject({ quorum: 173 })
    const silent = await gainOf(gang, async () => {
      await hearing.vote([...all(gang, null), ...all(honest.slice(0, 3), 1)])
      expect((await hearing.vote(all(honest.slice(0, 3), 1))).events).toMatchObject([{ result: 1 }])
      await hearing.letStand()
      for (const wallet of gang) await hearing.workOff(1, wallet)
    })
    expect(silent.stake).toBe(-(2n * S + 60n * ONE))
  })
  test('behavior: once there is a result, no appeal turns it into a void', async () => {
    await hearing.submit(truthful!, 'yes')
    await hearing.dispute(liar!)
    await hearing.vote(all(honest.slice(0, 3), 1))
    await hearing.dispute(challenger!)
    // A tie, then nobody: both would void in a second round.
    await hearing.vote([...all(honest.slice(3, 6), 1), ...all(honest.slice(6, 9), 2)])
    const [another] = await court.wallets(1)
    await hearing.dispute(another!)
    expect((await hearing.vote([])).events.at(-1)).toMatchObject({ state: 'resolved', finalOutcome: 1 })
  })
})
