import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { SuiteReporter } from './scripts/suite-reporter.ts'

/**
 * Suites share two cores with a database and a devnet each, so files run in a bounded number of forks. Of three one is mostly
 * waiting for a block, a process or a browser. A fork loads our modules once and not for each file: that took three times as long
 * as the tests beside the sources themselves.
 */
export default defineConfig({
  // The console's own tests run on the sources, as its build does.
  resolve: { alias: { 'sibyl/client': fileURLToPath(new URL('src/client/index.ts', import.meta.url)) } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'console/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    reporters: ['default', new SuiteReporter()],
    pool: 'forks',
    isolate: false,
    maxWorkers: 3,
    // For what hangs, not for what is slow: a busy machine has taken ten times the usual.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    retry: 0,
  },
})
