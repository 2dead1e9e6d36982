import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandRows } from '../../src/cli/index.ts'
import { createClient } from '../../src/client/index.ts'
import {
  createDataDir,
  type Finished,
  runCommand,
  type Service,
  seedDatabase,
  startService,
} from '../support/service.ts'

// Everything the command line can do, typed one after the other at a demo venue: a newcomer's evening.

const seconds = 1_000
const tradingMs = 60 * 24 * 3_600_000

describe('a typed session', { timeout: 600 * seconds }, () => {
  const data = createDataDir()
  const environment = {
    DATA_DIR: data.path,
    DEMO: 'true',
    DEMO_TRICKLE: 'false',
    RATE_LIMIT_ANON_READS: '100000',
    RATE_LIMIT_ANON_WRITES: '100000',
  }
  let service: Service
  let ends: string
  const typed = new Set<string>()

  /** Words in quotes are one argument, as in a shell. */
  async function sibyl(line: string, more: Readonly<Record<string, string>> = {}): Promise<Finished> {
    const args = (line.replace('<ends>', ends).match(/"[^"]*"|\S+/g) ?? []).map((word) =>
      word.replaceAll('"', ''),
    )
    const row = commandRows.find(({ words }) => words.split(' ').every((word, i) => args[i] === word))
    if (row !== undefined) typed.add(row.words)
    return runCommand(args, {
      ...environment,
      DEVNET_PORT: new URL(service.nodeUrl).port,
      SIBYL_URL: service.url,
      SIBYL_VOTES_DIR: join(data.path, 'votes'),
      NO_COLOR: '1',
      ...more,
    })
  }

  beforeAll(async () => {
    await seedDatabase(data.path)
    service = await startService(environment)
    const { chain } = await createClient({ url: service.url }).status()
    ends = new Date((chain?.blockTimestamp ?? 0) + tradingMs).toISOString()
  }, 300 * seconds)
  afterAll(async () => {
    service?.kill('SIGKILL')
    await service?.exited
    data.remove()
  })

  // Before anything else: the demo's period takes proposals for two minutes more.
  test('behavior: propose: in words, and JSON that can be parsed', async () => {
    const seen = await sibyl('propose "Will it be seen?" --category Test --ends <ends> --demo')
    expect([seen.code, seen.stdout]).toEqual([0, expect.stringMatching(/transaction [0-9a-f]{64}/)])
    const parsed = await sibyl('propose "Will it be parsed?" --category Test --ends <ends> --demo --json')
    expect([parsed.code, typeof JSON.parse(parsed.stdout)]).toEqual([0, 'object'])
  })

  test.each([
    ['status', /collateral +DUSD/],
    ['markets --status all', /question/],
    ['book 1', /buy yes +sell yes/],
    ['quote 1 buy yes 2.5', /to pay/],
    ['orders --demo --status all', /There is no order\.|shares/],
    ['positions --demo', /There is no position\.|shares/],
    ['portfolio --demo', /profit/],
    ['balance --demo', /DUSD/],
    ['keys list --demo', /read/],
  ])('behavior: %s fits 80 and 140 columns, with and without colour, and is JSON', async (line, words) => {
    const narrow = await sibyl(line, { COLUMNS: '80' })
    expect([narrow.code, narrow.stderr]).toEqual([0, ''])
    expect(narrow.stdout).toMatch(words)
    expect(narrow.stdout).toBe(stripVTControlCharacters(narrow.stdout))
    expect(narrow.stdout.split('\n').filter((each) => each.length > 80)).toEqual([])
    const wide = await sibyl(line, { COLUMNS: '140', FORCE_COLOR: '1' })
    expect(wide.code).toBe(0)
    const plain = stripVTControlCharacters(wide.stdout)
    expect(plain.split('\n').filter((each) => each.length > 140)).toEqual([])
    expect(plain).not.toBe(wide.stdout)
    const json = await sibyl(`${line} --json`)
    expect([json.code, typeof JSON.parse(json.stdout)]).toEqual([0, 'object'])
  })

  test.each([
    ['doctor', 0, /Not looked at/],
    ['watch 1 --trades 1', 0, / at 0\.\d{3} /],
    ['order 1 buy yes 1 2 --demo', 0, /order \d+: buy yes 2\.00 at 0\.001, 0\.00 filled, the rest waits/],
    ['make 1=500 --dry-run --demo', 0, /bid .* ask .* holds /],
    ['cancel 1 all --demo', 0, /transaction [0-9a-f]{64}/],
    ['stake deposit 100 --demo', 0, /100\.00 staked/],
    ['keys mint --demo', 0, /sibyl_live_/],
    ['maintenance off', 0, /./],
    ['ralph compile', 0, /Market/],
    ['ralph check', 0, /./],
    ['completion bash', 0, /make-keeper/],
    [`keys make-keeper ${join(data.path, 'keeper')}`, 0, /Send some ALPH/],
  ])('behavior: %s', async (line, code, words) => {
    const { code: ended, stdout, stderr } = await sibyl(line)
    expect({ line, ended, stderr }).toEqual({ line, ended: code, stderr: expect.any(String) })
    expect(stdout).toMatch(words)
  })

  test.each([
    'doctor --json',
    'watch 1 --trades 1 --json',
    'make 1=500 --dry-run --demo --json',
    'order 1 buy yes 1 3 --demo --json',
    'cancel 1 all --demo --json',
    'stake deposit 1 --demo --json',
    'keys mint --demo --json',
    'ralph compile --json',
  ])('behavior: %s can be parsed', async (line) => {
    const { code, stdout } = await sibyl(line)
    // One value, or one a line.
    const parsed: unknown[] = line.startsWith('watch')
      ? stdout
          .trim()
          .split('\n')
          .map((each) => JSON.parse(each))
      : [JSON.parse(stdout)]
    expect([code, parsed.every((value) => typeof value === 'object' && value !== null)]).toEqual([0, true])
  })

  test.each([
    ['settle 1 --demo --json', /^\{.*"code":"STATE_CONFLICT"/],
    ['vote 9999 --demo --json', /^\{.*"code":"(NOT_FOUND|STATE_CONFLICT)"/],
    ['commit 1 yes --demo --json', /^\{.*"code":"INVALID_COMMAND".*no vote is under way on market 1/],
    ['reveal 1 --demo', /./],
    ['keys revoke nothing --demo --json', /^\{.*"code":"(NOT_FOUND|INVALID_REQUEST)"/],
    ['keys limit nothing --reads 1', /./],
  ])('error: %s is refused with a sentence, and as JSON where that is wanted', async (line, words) => {
    const { code, stdout, stderr } = await sibyl(line)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(words)
    if (line.endsWith('--json')) expect(JSON.parse(stderr)).toMatchObject({ message: expect.any(String) })
  })

  test.each(['start', 'api', 'index', 'keeper', 'devnet', 'migrate', 'reindex', 'deploy'])(
    'behavior: %s --help',
    async (line) => {
      const { code, stdout } = await sibyl(`${line} --help`)
      expect(code).toBe(0)
      expect(stdout.startsWith(`sibyl ${line}`)).toBe(true)
    },
  )

  test('behavior: every command of the table was typed', () => {
    expect(commandRows.map(({ words }) => words).filter((words) => !typed.has(words))).toEqual([])
  })
})
