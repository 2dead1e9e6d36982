import { defineConfig } from 'vitest/config'

/** What needs a full node that was started by hand: never part of `npm test`. */
export default defineConfig({
  test: {
    include: ['test/real-node/*.run.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 1_200_000,
    hookTimeout: 120_000,
    retry: 0,
  },
})
