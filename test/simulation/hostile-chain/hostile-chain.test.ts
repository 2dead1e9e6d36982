import { afterAll, expect, test } from 'vitest'
import { casesOf, engines, openLanes } from '../lanes.ts'
import { type HostileReport, runHostileChain } from './scenario.ts'

/** `npm run sim -- hostile-chain` asks for 300, `--seed 17` for one. */
const count = Number(process.env.SIBYL_HOSTILE_SEEDS ?? 5)
const only = process.env.SIBYL_SIM_SEED
const seeds = only === undefined ? Array.from({ length: count }, (_, index) => index + 1) : [Number(only)]

/** For what hangs: five wait for each other at a time, on a machine that may stand still for minutes. */
const TIMEOUT_MS = 3_600_000

const lanes = openLanes()
const told = { seeds: 0, blocks: 0, orders: 0, acts: {} as Record<string, { tried: number; taken: number }> }

/** For long runs: a line now and then, and at the end what was done and how often. */
function tell(): void {
  if (seeds.length <= 5) return
  process.stdout.write(
    `${told.seeds} seeds, ${told.blocks} hostile blocks, ${told.orders} orders beside them\n`,
  )
}
afterAll(() => {
  tell()
  if (seeds.length <= 5) return
  for (const [name, { tried, taken }] of Object.entries(told.acts))
    process.stdout.write(`${name}: ${tried} tried, ${taken} taken by the node\n`)
})

test.concurrent.each(casesOf(seeds))(
  'behavior: whatever blocks hold, the venue goes on, seed $seed ($engine)',
  { timeout: TIMEOUT_MS },
  async ({ seed, engine }) => {
    const report = await lanes.on(engine, (database) => runHostileChain(database, String(seed)))
    told.seeds += 1
    told.blocks += report.blocks
    told.orders += report.ordersSent
    for (const [name, { tried, taken }] of Object.entries(report.acts)) {
      const sum = told.acts[name] ?? { tried: 0, taken: 0 }
      told.acts[name] = { tried: sum.tried + tried, taken: sum.taken + taken }
    }
    if (told.seeds % 25 === 0) tell()
    expectUnharmed(report)
  },
)

/** Its last order waits: four transactions before it spoil a block each. */
const seedWithSpoiltBlocks = 178

test
  .runIf(only === undefined)
  .concurrent(
    `behavior: orders behind spoilt blocks arrive, and a seed is one chain on every database, seed ${seedWithSpoiltBlocks}`,
    { timeout: TIMEOUT_MS },
    async () => {
      const reports = engines.map((engine) =>
        lanes.on(engine, (database) => runHostileChain(database, String(seedWithSpoiltBlocks))),
      )
      const tips = new Set<string>()
      for (const report of await Promise.all(reports)) {
        expectUnharmed(report)
        tips.add(report.tip)
      }
      expect(tips.size).toBe(1)
    },
  )

function expectUnharmed(report: HostileReport): void {
  expect(report.keeperTroubles).toEqual([])
  expect(report.ordersIndexed).toBe(report.ordersSent)
  for (const [table, rows] of Object.entries(report.rebuilt))
    expect(report.followed[table], table).toEqual(rows)
}
