import { defineConfig } from 'vitest/config'
import { SuiteReporter } from './scripts/suite-reporter.ts'

/** Suites share two cores with a database and a devnet each, so files run in a bounded number of forks. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    reporters: ['default', new SuiteReporter()],
    pool: 'forks',
    maxWorkers: 2,
    // For what hangs, not for what is slow: a busy machine has taken ten times the usual.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    retry: 0,
  },
})
