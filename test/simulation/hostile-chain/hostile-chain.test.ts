import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../support/database.ts'
import { runHostileChain } from './scenario.ts'

/** `npm run sim -- hostile-chain` asks for 300 on each database, `--seed 17` for one. */
const count = Number(process.env.SIBYL_HOSTILE_SEEDS ?? 5)
const only = process.env.SIBYL_SIM_SEED
const seeds = only === undefined ? Array.from({ length: count }, (_, index) => String(index + 1)) : [only]

describeOnBothDatabases('a hostile chain', (context) => {
  test.each(seeds)('behavior: whatever blocks hold, the venue goes on, seed %s', async (seed) => {
    const report = await runHostileChain(context.database, seed)
    expect(report.keeperTroubles).toEqual([])
    expect(report.ordersIndexed).toBe(report.ordersSent)
    for (const [table, rows] of Object.entries(report.rebuilt))
      expect(report.followed[table], table).toEqual(rows)
  })
})
