import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** Runs one file of tests under the reporter, away from our own settings. */
function report(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-reporter-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const summaryFile = join(folder, 'summary.json')
  writeFileSync(join(folder, 'one.test.js'), text)
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `import { SuiteReporter } from ${JSON.stringify(join(root, 'scripts', 'suite-reporter.ts'))}
export default { test: { globals: true, maxWorkers: 1, reporters: [new SuiteReporter()] } }`,
  )
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const { status, stderr } = spawnSync(process.execPath, [vitest, 'run', '--root', folder], {
    env: { ...process.env, SIBYL_TEST_SUMMARY: summaryFile },
    encoding: 'utf8',
  })
  const { passed, failures, skipped } = JSON.parse(readFileSync(summaryFile, 'utf8')) as {
    readonly passed: number
    readonly failures: readonly { readonly name: string }[]
    readonly skipped: readonly { readonly name: string; readonly reason: string }[]
  }
  return { status, stderr, passed, failures: failures.map(({ name }) => name), skipped }
}

test('default: what passes is counted, and what is left out says why', () => {
  const found = report(`
    describe('a', () => { test('b', () => {}) })
    test('c', (context) => context.skip('no such thing here'))`)
  expect(found).toMatchObject({
    status: 0,
    passed: 1,
    failures: [],
    skipped: [{ name: 'one.test.js > c', reason: 'no such thing here' }],
  })
})

test('error: a test that is tried again, meant to fail or not written is a failure', () => {
  const found = report(`
    test('a', () => {})
    test('b', { retry: 2 }, () => {})
    describe('of c', { retry: { count: 1 } }, () => { test('c', () => {}) })
    test.fails('d', () => { throw new Error('d') })
    test.todo('e')`)
  const named = ['b', 'of c > c', 'd', 'e'].map((name) => `one.test.js > ${name}`)
  expect(found).toMatchObject({ status: 1, passed: 1, failures: named, skipped: [] })
  for (const name of named) expect(found.stderr).toContain(`${name}: it `)
})

test('error: a suite without a test is a failure', () => {
  const found = report(`
    test('a', () => {})
    const rows = []
    describe('of none', () => { test.each(rows)('b %s', () => {}) })`)
  expect(found).toMatchObject({ status: 1, passed: 1 })
  expect(found.failures).toContain('one.test.js > of none')
})
