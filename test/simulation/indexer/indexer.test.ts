import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../support/database.ts'
import { runScenario } from './scenario.ts'

/** `npm run sim -- --seeds 200` asks for more, `npm run sim -- --seed 17` for one. */
const count = Number(process.env.SIBYL_SIM_SEEDS ?? 40)
const only = process.env.SIBYL_SIM_SEED
const seeds = only === undefined ? Array.from({ length: count }, (_, index) => String(index + 1)) : [only]

describeOnBothDatabases('simulated histories', (context) => {
  test.each(seeds)('behavior: following equals rebuilding, seed %s', async (seed) => {
    const { findings, followed, rebuilt } = await runScenario(context.database, seed)
    expect(findings).toEqual([])
    for (const [table, rows] of Object.entries(rebuilt)) expect(followed[table], table).toEqual(rows)
  })
})
