import { writeFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node'

/** The message, and the place in our own files: enough to know where to look when only the end of a log is kept. */
function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  const { message = '', stack = '' } = error as { message?: string; stack?: string }
  const place = stack.split('\n').find((line) => line.includes('.test.ts:')) ?? ''
  return `${message.slice(0, messageMaxLength)}${place === '' ? '' : `\n${place.trim()}`}`
}

const messageMaxLength = 1_000

/** Of the file itself, and of the hooks of its suites: a `beforeAll` that fails is nowhere else. */
const errorsOf = (module: TestModule): unknown[] =>
  [module, ...module.children.allSuites()].flatMap((suite) => suite.errors())

/** Why a test proves nothing, however it was written down; null when it does. */
function emptinessOf({ options: { retry, fails, mode } }: TestCase): string | null {
  const again = typeof retry === 'object' ? (retry.count ?? 0) : (retry ?? 0)
  if (again > 0) return 'it may be tried again, which hides what fails now and then'
  if (fails === true) return 'it is meant to fail, so any failure will do'
  return mode === 'todo' ? 'it is not written' : null
}

/** Such as one over an empty table; of one that is left out, the table may be what the machine does not have. */
const isWithoutTests = ({ options, children }: TestSuite): boolean =>
  options.mode === 'run' && children.allTests().next().done === true

/** Writes what the run came to into the file SIBYL_TEST_SUMMARY names; scripts/run.mjs prints it as the last words. */
export class SuiteReporter implements Reporter {
  private vitest: Vitest | null = null

  onInit(vitest: Vitest): void {
    this.vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const suites = new Map<string, { seconds: number; tests: number }>()
    const skipped: { name: string; reason: string }[] = []
    const failures = unhandled.map((error) => ({ name: 'outside of a test', reason: messageOf(error) }))
    const hollow: { name: string; reason: string }[] = []
    let passed = 0
    for (const module of modules) {
      const suite = suites.get(this.suiteOf(module)) ?? { seconds: 0, tests: 0 }
      suites.set(this.suiteOf(module), suite)
      const { duration, collectDuration, setupDuration, prepareDuration, environmentSetupDuration } =
        module.diagnostic()
      suite.seconds +=
        (duration + collectDuration + setupDuration + prepareDuration + environmentSetupDuration) / 1000
      const tests = [...module.children.allTests()]
      // A file that could not be collected has no tests to fail, and must not look like one that passed.
      if (module.state() === 'failed' && !tests.some((test) => test.result().state === 'failed'))
        failures.push({ name: this.pathOf(module), reason: errorsOf(module).map(messageOf).join('\n') })
      for (const empty of [...module.children.allSuites()].filter(isWithoutTests))
        hollow.push({ name: `${this.pathOf(module)} > ${empty.fullName}`, reason: 'it has no test' })
      for (const test of tests) {
        suite.tests += 1
        const { state, errors } = test.result()
        const name = `${this.pathOf(module)} > ${test.fullName}`
        const emptiness = emptinessOf(test)
        if (emptiness !== null) hollow.push({ name, reason: emptiness })
        else if (state === 'passed') passed += 1
        else if (state === 'failed') failures.push({ name, reason: (errors ?? []).map(messageOf).join('\n') })
        else skipped.push({ name, reason: this.reasonFor(test) })
      }
    }
    const sorted = [...suites]
      .map(([name, suite]) => ({ name, ...suite }))
      .sort((a, b) => b.seconds - a.seconds)
    if (hollow.length > 0) process.exitCode = 1
    for (const { name, reason } of hollow) process.stderr.write(`${name}: ${reason}\n`)
    const file = process.env.SIBYL_TEST_SUMMARY
    if (file === undefined) return
    failures.push(...hollow)
    writeFileSync(file, JSON.stringify({ suites: sorted, passed, failures, skipped }))
  }

  private pathOf(module: TestModule): string {
    return relative(module.project.config.root, module.moduleId).split(sep).join('/')
  }

  /** `src/store`, `test/contract`: the first two folders. */
  private suiteOf(module: TestModule): string {
    return this.pathOf(module).split('/').slice(0, 2).join('/')
  }

  /** Tests say why with `context.skip('why')`; suites on a server of the machine's are skipped as a whole, for one reason. */
  private reasonFor(test: TestCase): string {
    const result = test.result()
    if (result.state === 'skipped' && result.note !== undefined) return result.note
    const { postgresAbsent, redisAbsent, caddyAbsent, chromiumAbsent } =
      this.vitest?.getRootProject().getProvidedContext() ?? {}
    if (test.fullName.includes('(server)') && typeof postgresAbsent === 'string') return postgresAbsent
    if (test.fullName.includes('(redis)') && typeof redisAbsent === 'string') return redisAbsent
    if (test.fullName.includes('(proxy)') && typeof caddyAbsent === 'string') return caddyAbsent
    if (test.fullName.includes('(browser)') && typeof chromiumAbsent === 'string') return chromiumAbsent
    return 'no reason given'
  }
}
