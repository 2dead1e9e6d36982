import { defineConfig } from 'vitest/config'

/** Suites share two cores with a database and a devnet each, so files run in a bounded number of forks. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    retry: 0,
  },
})
