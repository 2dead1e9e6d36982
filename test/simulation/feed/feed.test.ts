import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../support/database.ts'
import { runScenario } from '../indexer/scenario.ts'
import { Follower } from './follower.ts'

/** `npm run sim -- feed --seeds 200` asks for more, `npm run sim -- feed --seed 17` for one. */
const count = Number(process.env.SIBYL_SIM_SEEDS ?? 4)
const only = process.env.SIBYL_SIM_SEED
const seeds = only === undefined ? Array.from({ length: count }, (_, index) => String(index + 1)) : [only]

describeOnBothDatabases('simulated feeds', (context) => {
  test.each(seeds)('behavior: who only follows the feed knows what the reads say, seed %s', async (seed) => {
    const follower = new Follower()
    await runScenario(context.database, `feed ${seed}`, {
      // By ones every block is compared, by many whole batches are.
      blocksMax: Number(seed) % 2 === 0 ? 1 : 7,
      onStep: async () => {
        await follower.follow(context.database)
        if (follower.findings.length === 0) await follower.compare(context.database)
        expect(follower.findings).toEqual([])
      },
    })
    expect(follower.height).toBeGreaterThan(0)
  })
})
