import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest, type TestSpecification } from 'vitest/node'
import { createSeededRandom, randomBelow } from '../src/kit/index.ts'
import { createAsker, type VerdictOnMistake } from './mutate/ask-suites.ts'
import { listMutants, type Mutant } from './mutate/mutants.ts'
import { createCompiler } from './mutate/program.ts'
import { listSources, nearestSuites } from './mutate/suites.ts'

/**
 * `npm run mutate -- src/domain`: makes small mistakes in a folder, one at a time and never on disk, and runs the nearest
 * suites that import the file. Prints what survived. `--seed 7` repeats a choice, `--count 20` makes fewer, `--only 3,9`
 * takes those of the choice, `--suites a,b` names further suites. The embedded database's half of a suite is left out.
 */
const root = join(import.meta.dirname, '..')
const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? undefined : process.argv[at + 1]
}
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const folder = process.argv[2]?.replace(/\/$/, '')
const sources = folder === undefined ? [] : listSources(root).filter((path) => path.startsWith(`${folder}/`))
const seed = option('seed') ?? String(randomInt(1_000_000))
const count = Number(option('count') ?? 60)
const only = option('only')?.split(',').map(Number)

const all = sources.flatMap((path) => listMutants(path, readFileSync(join(root, path), 'utf8')))
if (all.length === 0) {
  process.stderr.write('name a folder with sources: npm run mutate -- src/domain\n')
  process.exit(2)
}
const chosen = choose(all, count)

/** So many that compile, by the seed, in the order of the sources. */
function choose(from: readonly Mutant[], wanted: number): Mutant[] {
  const random = createSeededRandom(seed)
  const compiles = createCompiler(root, sources)
  const left = [...from]
  const taken = new Set<Mutant>()
  while (taken.size < wanted && left.length > 0)
    for (const mutant of left.splice(randomBelow(random, left.length), 1))
      if (compiles(mutant)) taken.add(mutant)
  return from.filter((mutant) => taken.has(mutant))
}

let current: Mutant | null = null
const vitest = await createVitest(
  'test',
  {
    root,
    watch: false,
    reporters: [{}],
    testNamePattern: '^(?!.*\\(embedded\\))',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    silent: true,
    // One red test is enough to know.
    bail: 1,
    // Cheaper to start than processes, once per mutant.
    pool: 'threads',
    // A module that is loaded stays without its mistake.
    isolate: true,
  },
  {
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        transform: (_code, id) =>
          current !== null && id.split('?')[0] === join(root, current.path) ? current.text : null,
      },
    ],
  },
)
const specifications = await vitest.globTestSpecifications()
const extra = option('suites')?.split(',') ?? []

const asker = createAsker(vitest)
/** Suites that have no test to run here, such as those of a server that is absent. */
const silent = new Set<string>()

function suitesOf(path: string): TestSpecification[] {
  const suites = new Set([...nearestSuites(root, path), ...extra].map((suite) => join(root, suite)))
  return specifications.filter(({ moduleId }) => suites.has(moduleId) && !silent.has(moduleId))
}

function setCurrent(path: string, mutant: Mutant | null): void {
  current = mutant
  vitest.invalidateFile(join(root, path))
}

const verdictOn = (mutant: Mutant): Promise<VerdictOnMistake> =>
  asker.ask(
    suitesOf(mutant.path),
    () => setCurrent(mutant.path, mutant),
    () => setCurrent(mutant.path, null),
  )

say(`${folder}: ${chosen.length} of ${all.length} mutants, seed ${seed}`)
const paths = [...new Set(chosen.map(({ path }) => path))]
const triedOut = await asker.tryOut([...new Set(paths.flatMap(suitesOf))])
if (triedOut.red.length > 0) {
  process.stderr.write(`the suites are red as they are: ${triedOut.red.join(' ')}\n`)
  process.exit(1)
}
for (const suite of triedOut.silent) silent.add(suite)
const words = {
  passed: 'LIVED ',
  silent: 'LIVED, its suite said nothing',
  'red anyway': 'LIVED, its suite is as red without it',
  failed: 'killed',
  'timed out': 'killed, timed out',
} as const
const survivors: string[] = []
let tried = 0
for (const [index, mutant] of chosen.entries()) {
  if (only !== undefined && !only.includes(index + 1)) continue
  tried += 1
  const verdict = await verdictOn(mutant)
  const line = `${String(index + 1).padStart(3)} ${words[verdict]} ${mutant.path}:${mutant.line} ${mutant.change}`
  say(line)
  if (!words[verdict].startsWith('killed')) survivors.push(line)
}
say(`\nSurvived ${survivors.length}`)
for (const line of survivors) say(line)
say(
  `${folder}: ${tried - survivors.length} of ${tried} killed, ${Math.floor((100 * (tried - survivors.length)) / tried)} %`,
)
await vitest.close()
process.exit(0)
