import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest, type TestSpecification } from 'vitest/node'
import { compileHere } from './contracts/compile.ts'
import { listSources, root, tablePath } from './contracts/manifest.ts'
import { renderTable } from './contracts/table.ts'
import { type Guard, listGuards } from './mutate/guards.ts'

/**
 * `npm run mutate -- contracts`: takes away one guard of the contracts at a time, compiles them in memory and plays the
 * suites of the contracts until a test fails. What it found goes to docs/guards.md. `--only vault` takes the guards of the
 * contracts whose paths hold that word, `--survivors` those that the page says no test kills.
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

/** Who killed which guard, as the page has it. */
const known = new Map<string, string>()
for (const line of readText(page).split('\n')) {
  const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('`', ''))
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
  .filter((guard) => !process.argv.includes('--survivors') || !killed(known.get(keyOf(guard))))

function killed(by: string | undefined): boolean {
  return by !== undefined && by !== nobody && by !== unasked
}

let table: string | null = null
const vitest = await createVitest(
  'test',
  {
    root,
    watch: false,
    bail: 1,
    reporters: [{}],
    silent: true,
    pool: 'threads',
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

/** The first test that fails, by suite and name. */
async function firstRed(specs: readonly TestSpecification[]): Promise<string | null> {
  const { testModules } = await vitest.runTestSpecifications([...specs])
  for (const module of testModules) {
    for (const test of module.children.allTests('failed'))
      return `${module.relativeModuleId.replace('test/integration/', '')}: ${test.name}`
    if (!module.ok()) return `${module.relativeModuleId.replace('test/integration/', '')}`
  }
  return null
}

async function killerOf(guard: Guard): Promise<string> {
  const code = [...sources].map(([path, text]) => (path === guard.path ? guard.text : text)).join('\n')
  const { contracts, structs } = compileHere(code)
  table = renderTable(contracts, structs ?? [])
  vitest.invalidateFile(tablePath)
  const first = near[guard.path.split('/')[1]!]
  const asked = suites.filter(({ moduleId }) => first?.test(moduleId))
  const others = suites.filter((suite) => !asked.includes(suite))
  return (await firstRed(asked)) ?? (await firstRed(others)) ?? nobody
}

say(`${chosen.length} of ${guards.length} guards`)
for (const [index, guard] of chosen.entries()) {
  const by = await killerOf(guard)
  known.set(keyOf(guard), by.replaceAll('|', '\\|'))
  say(
    `${String(index + 1).padStart(3)} ${by === nobody ? 'LIVED ' : 'killed'} ${guard.path}:${guard.line} ${guard.condition} (${by})`,
  )
  writePage()
}
await vitest.close()
process.exit(0)

function writePage(): void {
  const rows = guards.map((guard) => {
    const by = known.get(keyOf(guard)) ?? unasked
    const [path, method, condition, error] = keyOf(guard).split(' | ')
    return `| ${path} | ${method} | \`${condition}\` | ${error} | ${by} |`
  })
  const alive = guards.filter((guard) => !killed(known.get(keyOf(guard)))).length
  writeFileSync(
    page,
    `# Guards of the contracts

Each guard was taken away alone, the contracts were compiled without it, and the suites that play them were run until a test
failed. A guard that joins conditions with \`&&\` counts once for each. Made by \`npm run mutate -- contracts\`.

${guards.length} guards, ${guards.length - alive} killed.

| Contract | Method | Guard | Refusal | Killed by |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`,
  )
}
