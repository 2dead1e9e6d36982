import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest, type TestSpecification } from 'vitest/node'
import { compileHere } from './contracts/compile.ts'
import { listSources, root, tablePath } from './contracts/manifest.ts'
import { renderTable } from './contracts/table.ts'
import { type Guard, listGuards } from './mutate/guards.ts'
import { type NamingTest, patternOf, testsNaming } from './mutate/refusal-tests.ts'
import { unneeded } from './mutate/unneeded-guards.ts'

/**
 * `npm run mutate -- contracts`: takes guards of the contracts away, compiles them in memory and asks the tests that name
 * their refusals. First several at once, whose tests are different ones: a guard is killed when a test misses its own
 * refusal. Those that lived are asked alone, and then with every suite of the contracts. What it found goes to
 * docs/guards.md. `--only vault` takes the guards of the contracts whose paths hold that word, `--survivors` those that
 * the page says no test kills.
 */
const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? undefined : process.argv[at + 1]
}
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** What plays the contracts alone. Left out: what measures gas, which any change of the code may fail. */
const folders = /\/test\/integration\/(contracts|market|parlay|desk)\/(?!gas|hundred-fills)/
/** The suites that are asked first; all others follow while it lives. */
const near: Readonly<Record<string, RegExp>> = {
  desk: /\/desk\//,
  market: /market\/(place-order|cancel-order|quote|pairs|expiry|meaning|resolution|closing-price|same-block)/,
  oracle: /contracts\/(oracle|deadlines)/,
  parlay: /\/parlay\/|market\/meaning/,
  tokens: /contracts\/venue/,
  vault: /contracts\/(vault|deadlines)/,
  venue: /contracts\/venue/,
  voting: /contracts\/(proposals|voting|deadlines|limits)/,
}

const page = join(root, 'docs', 'guards.md')
const keyOf = ({ path, method, condition, error }: Omit<Guard, 'text' | 'line'>): string =>
  [path, method, condition, error].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')

const nobody = 'nobody'
const unasked = 'not asked yet'
const isUnneeded = (by: string): boolean => by.startsWith('nobody can:')

/** Who killed which guard, as the page has it. */
const known = new Map<string, string>()
for (const line of readText(page).split('\n')) {
  const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll(/^`|`$/g, ''))
  if (cells.length === 7) known.set(cells.slice(1, 5).join(' | '), cells[5]!)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const sources = new Map(listSources().map((path) => [path, readFileSync(join(root, path), 'utf8')]))
const guards = [...sources].flatMap(([path, text]) => listGuards(path, text))
const only = option('only')
const chosen = guards
  .filter(({ path }) => only === undefined || path.includes(only))
  .filter((guard) => !process.argv.includes('--survivors') || !isKnown(known.get(keyOf(guard))))

function isKnown(by: string | undefined): boolean {
  return by !== undefined && (killed(by) || isUnneeded(by))
}

function killed(by: string | undefined): boolean {
  return by !== undefined && by !== nobody && by !== unasked && !isUnneeded(by)
}

let table: string | null = null
const vitest = await createVitest(
  'test',
  {
    root,
    watch: false,
    reporters: [{}],
    silent: true,
    pool: 'threads',
    // A module that is loaded stays without its mistake.
    isolate: true,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
  {
    plugins: [
      {
        name: 'guard',
        enforce: 'pre',
        transform: (_code, id) => (table !== null && id.split('?')[0] === tablePath ? table : null),
      },
    ],
  },
)
const suites = (await vitest.globTestSpecifications()).filter(({ moduleId }) => folders.test(moduleId))

const sourceOf = new Map(suites.map(({ moduleId }) => [moduleId, readText(moduleId)]))

interface Red {
  readonly name: string
  /** The refusals, or whatever else, that its assertions expected and did not get. */
  readonly missed: readonly string[]
}

/** What fails of a suite. */
async function listReds(suite: TestSpecification): Promise<Red[]> {
  const { testModules } = await vitest.runTestSpecifications([suite])
  // It also tells of the suites that ran before.
  const module = testModules.find(({ moduleId }) => moduleId === suite.moduleId)!
  const name = module.relativeModuleId.replace('test/integration/', '')
  const reds = [...module.children.allTests('failed')].map((test) => ({
    name: `${name}: ${test.name}`,
    missed: (test.result().errors ?? []).map(({ expected }) => String(expected)),
  }))
  return reds.length > 0 || module.ok() ? reds : [{ name, missed: [] }]
}

/** As the tests name it: `Vault.AmountZero`. */
const refusalOf = ({ path, error }: Guard): string =>
  path.includes('parlay') ? error.replace('ParlayError', 'Parlays') : error.replace('Error.', '.')

const isNear = (guard: Guard, { moduleId }: TestSpecification): boolean =>
  near[guard.path.split('/')[1]!]?.test(moduleId) === true

const nearFirst = (guard: Guard): TestSpecification[] =>
  suites.toSorted((a, b) => Number(isNear(guard, b)) - Number(isNear(guard, a)))

interface Naming extends NamingTest {
  readonly moduleId: string
}
const namingOf = new Map<Guard, readonly Naming[]>(
  guards.map((guard) => [
    guard,
    nearFirst(guard).flatMap(({ moduleId }) =>
      testsNaming(sourceOf.get(moduleId)!, refusalOf(guard)).map((test) => ({ ...test, moduleId })),
    ),
  ]),
)

/** Whether one's failure may hide the other's. */
const collide = (a: Guard, b: Guard): boolean =>
  a.path !== b.path ||
  a.error === b.error ||
  a.line === b.line ||
  namingOf
    .get(a)!
    .some(
      ({ moduleId, name, isTable }) =>
        !isTable && namingOf.get(b)!.some((other) => other.moduleId === moduleId && other.name === name),
    )

function compileWithout(taken: readonly Guard[]): void {
  const code = [...sources].map(([path, text]) => withoutGuards(path, text, taken)).join('\n')
  const { contracts, structs } = compileHere(code)
  table = renderTable(contracts, structs ?? [])
  vitest.invalidateFile(tablePath)
}

/** A guard's text without it differs from the source in the lines it stands on, and keeps their number. */
function withoutGuards(path: string, text: string, taken: readonly Guard[]): string {
  const lines = text.split('\n')
  for (const guard of taken.filter((each) => each.path === path))
    for (const [i, line] of guard.text.split('\n').entries())
      if (line !== text.split('\n')[i]) lines[i] = line
  return lines.join('\n')
}

/** The tests that name their refusals: which guards were missed, and by whom. */
async function askNaming(taken: readonly Guard[]): Promise<Map<Guard, string>> {
  compileWithout(taken)
  const killers = new Map<Guard, string>()
  const tests = taken.flatMap((guard) => namingOf.get(guard)!)
  for (const moduleId of new Set(tests.map((test) => test.moduleId))) {
    const testNamePattern = patternOf(tests.filter((test) => test.moduleId === moduleId))
    const suite = vitest.getRootProject().createSpecification(moduleId, { testNamePattern })
    for (const { name, missed } of await listReds(suite))
      for (const guard of taken)
        if (!killers.has(guard) && misses(guard, missed, taken.length === 1)) killers.set(guard, name)
    if (killers.size === taken.length) break
  }
  return killers
}

/** Alone, a guard also answers for a list of refusals. */
const misses = (guard: Guard, missed: readonly string[], isAlone: boolean): boolean =>
  missed.some((text) => text === refusalOf(guard) || (isAlone && text.includes(refusalOf(guard))))

async function askAll(guard: Guard): Promise<string> {
  compileWithout([guard])
  for (const suite of nearFirst(guard)) {
    const [red] = await listReds(suite)
    if (red !== undefined) return red.name
  }
  return nobody
}

function note(guard: Guard, killer: string): void {
  const reason = unneeded[keyOf(guard)]
  const by = killer === nobody && reason !== undefined ? `nobody can: ${reason}` : killer
  known.set(keyOf(guard), by.replaceAll('|', '\\|'))
  say(`${killer === nobody ? 'LIVED ' : 'killed'} ${guard.path}:${guard.line} ${guard.condition} (${by})`)
  writePage()
}

say(`${chosen.length} of ${guards.length} guards`)
const batches: Guard[][] = []
for (const guard of chosen) {
  const batch = batches.find((each) =>
    each.every((other) => !collide(guard, other) && !collide(other, guard)),
  )
  if (batch === undefined) batches.push([guard])
  else batch.push(guard)
}
say(`in ${batches.length} turns`)
let alive: Guard[] = []
for (const batch of batches) {
  const killers = await askNaming(batch)
  for (const [guard, by] of killers) note(guard, by)
  alive.push(...batch.filter((guard) => !killers.has(guard)))
}
say(`${alive.length} alone`)
for (const guard of alive) note(guard, (await askNaming([guard])).get(guard) ?? nobody)
alive = alive.filter((guard) => !killed(known.get(keyOf(guard))))
say(`${alive.length} with every suite`)
for (const guard of alive) note(guard, await askAll(guard))
await vitest.close()
process.exit(0)

function writePage(): void {
  const rows = guards.map((guard) => {
    const by = known.get(keyOf(guard)) ?? unasked
    const [path, method, condition, error] = keyOf(guard).split(' | ')
    return `| ${path} | ${method} | \`${condition}\` | ${error} | ${by} |`
  })
  const answers = guards.map((guard) => known.get(keyOf(guard)) ?? unasked)
  const count = (holds: (by: string) => boolean): number => answers.filter(holds).length
  writeFileSync(
    page,
    `# Guards of the contracts

Guards were taken away, the contracts compiled without them and the tests that name their refusals run: several guards at
once where those tests are different ones, the others alone. A guard is killed when a test missed its own refusal, or, alone,
when any test of the contracts failed. A guard that joins conditions with \`&&\` counts once for each. Made by
\`npm run mutate -- contracts\`.

${guards.length} guards: ${count(killed)} killed, ${count(isUnneeded)} that no call can meet, ${count((by) => by === nobody)} lived, ${count((by) => by === unasked)} not asked yet.

| Contract | Method | Guard | Refusal | Killed by |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`,
  )
}
