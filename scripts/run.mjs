import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { openOpeningPage } from '../bin/opening-page.mjs'
import { buildPackages, ensureBuilt, isBuilt } from './build.mjs'
import { assertNode, ensureInstalled } from './install.mjs'

/** `node scripts/run.mjs <command> [arguments]`: installs what is missing, then does the work. */
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [command, ...rest] = process.argv.slice(2)

const bin = (name) => join(root, 'node_modules', '.bin', name)
const script = (name, ...args) => [bin('tsx'), [join(root, 'scripts', name), ...args]]
const folders = ['src', 'test', 'bench', 'examples', 'console', 'scripts'].filter((folder) =>
  existsSync(join(root, folder)),
)

/** What the other tools cannot know: rooms, names, documents, statements without a test. */
const rules = ['rooms', 'names', 'documents', 'statements', 'house-rules'].map(
  (name) => `test/repo/${name}.test.ts`,
)

const check = [
  [bin('biome'), ['check', '--error-on-warnings', '.']],
  [process.execPath, [join(root, 'node_modules/typescript7/bin/tsc')]],
  [process.execPath, [join(root, 'node_modules/typescript7/bin/tsc'), '-p', 'console/tsconfig.json']],
  [bin('depcruise'), ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...folders]],
  [process.execPath, [join(root, 'scripts', 'console-size.mjs')]],
  [process.execPath, [join(root, 'scripts', 'client-size.mjs')]],
  script('check-artifacts.ts'),
  script('generate.ts', '--check'),
  [bin('knip'), ['--no-config-hints']],
  [bin('knip'), ['--production', '--config', 'knip.production.cjs', '--include', 'files,exports,types']],
  [bin('vitest'), ['run', '--reporter=dot', ...rules]],
]

const commands = {
  start,
  test: testAll,
  build: () => buildPackages(root, rest[0]),
  check: () => runAll(check),
  generate: () =>
    runAll([
      ...(rest[0] === 'examples' ? [script('record-examples.ts')] : []),
      script('generate.ts', ...rest),
      script('schema.ts'),
    ]),
  contracts: () => runAll([script('contracts.ts', ...rest)]),
  gas: () => runAll([script('gas.ts', ...rest)]),
  mutate: () => runAll([script(rest[0] === 'contracts' ? 'mutate-guards.ts' : 'mutate.ts', ...rest)]),
  size: () => runAll([script('size.ts', ...rest)]),
  pictures: () => {
    ensureBuilt(root)
    return runAll([script('pictures.ts', ...rest)])
  },
  sim: simulate,
  bench: () => {
    ensureBuilt(root)
    return runAll([[bin('tsx'), [join(root, 'bench', 'run.ts'), ...rest]]])
  },
}

/**
 * `--seeds 200` for that many, `--seed 17` for the one that failed. Ten thousand lives of markets come first, alone with
 * `markets`, which also takes `--only` and the other options of sim-markets.ts. `cases` plays lives of vault and oracle,
 * `oracle` attacks on it and draws where they pay. `feed` follows the feed alone through 200 histories, `stream`
 * cuts connections a thousand times. `real-node URL` plays the whole life of a venue against a full node of a devnet, `hostile-node` a venue behind a node that answers
 * wrongly, `hostile-chain` one on a chain that strangers fill. `accounts` reckons a thousand lives and ten thousand quotes,
 * `maker` makes three markets for a day.
 */
async function simulate() {
  if (rest[0] === 'markets') return runAll([script('sim-markets.ts', ...rest.slice(1))])
  if (rest[0] === 'cases') return runAll([script('sim-cases.ts', ...rest.slice(1))])
  if (rest[0] === 'demo-day') return runAll([script('sim-demo-day.ts', ...rest.slice(1))])
  if (rest[0] === 'oracle') return runAll([script('sim-oracle.ts', ...rest.slice(1))])
  if (rest[0] === 'real-node') return playOnRealNode(rest[1])
  if (rest[0] === 'hostile-node') return meetHostileNode()
  if (rest[0] === 'hostile-chain') return playHostileChain()
  if (rest[0] === 'accounts') return reckon()
  if (rest[0] === 'stream') return cutStreams()
  if (rest[0] === 'maker') return makeMarkets()
  const isFeed = rest[0] === 'feed'
  if (!isFeed && !rest.includes('--seed')) await runAll([script('sim-markets.ts')])
  const value = (name) => {
    const at = rest.indexOf(name)
    return at === -1 ? undefined : rest[at + 1]
  }
  const environment = isFeed ? { SIBYL_SIM_SEEDS: '200' } : {}
  if (value('--seeds') !== undefined) environment.SIBYL_SIM_SEEDS = value('--seeds')
  if (value('--seed') !== undefined) environment.SIBYL_SIM_SEED = value('--seed')
  return run(bin('vitest'), ['run', isFeed ? 'test/simulation/feed' : 'test/simulation'], environment).then(
    (code) => process.exit(code),
  )
}

/** In so many processes beside each other: most of a seed is waiting, and a busy loop must not look like a bad node. */
const hostileNodeShards = 4
/** Everybody's account in a thousand lives of markets, and a quote in ten thousand books, to the unit. */
function reckon() {
  const environment = { SIBYL_SIM_LIVES: '1000', SIBYL_SIM_BOOKS: '10000' }
  const args = [
    'run',
    'src/indexer/fold/accounts.test.ts',
    'src/domain/quote.test.ts',
    '--testTimeout=600000',
  ]
  return run(bin('vitest'), args, environment).then((code) => process.exit(code))
}

/** A thousand forced disconnects on both wires, between two replicas that are processes of their own. */
function cutStreams() {
  const args = ['run', 'test/contract/stream-disconnects.test.ts', '--testTimeout=1800000']
  return run(bin('vitest'), args, { SIBYL_STREAM_CUTS: '1000' }).then((code) => process.exit(code))
}

/** A day of `sibyl make` on three markets, a block a minute, or as many hours as `--hours` says. */
function makeMarkets() {
  const at = rest.indexOf('--hours')
  const environment = { SIBYL_SIM_HOURS: at === -1 ? '24' : rest[at + 1] }
  return run(bin('vitest'), ['run', 'test/e2e/make.test.ts'], environment).then((code) => process.exit(code))
}

/** 200 seeds of ten seconds behind a node that answers wrongly, or those that are named. */
async function meetHostileNode() {
  const at = (name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined)
  const environment = { SIBYL_SIM_HOSTILE_SEEDS: at('--seeds') ?? '200', SIBYL_SIM_HOSTILE_MS: '10000' }
  if (at('--seed') !== undefined) environment.SIBYL_SIM_SEED = at('--seed')
  const count = at('--seed') === undefined ? hostileNodeShards : 1
  const args = ['run', 'test/simulation/hostile-node', '--reporter=verbose']
  const codes = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      run(bin('vitest'), args, { ...environment, SIBYL_SIM_SHARD: `${index}/${count}` }),
    ),
  )
  process.exit(Math.max(...codes))
}

/** 300 seeds, half of them on each database, unless `--seeds` says otherwise; `--seed 17` for the one that failed. */
function playHostileChain() {
  const value = (name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined)
  const environment = { SIBYL_HOSTILE_SEEDS: value('--seeds') ?? '300' }
  if (value('--seed') !== undefined) environment.SIBYL_SIM_SEED = value('--seed')
  return run(bin('vitest'), ['run', 'test/simulation/hostile-chain'], environment).then((code) =>
    process.exit(code),
  )
}

async function playOnRealNode(url) {
  if (url === undefined) {
    process.stderr.write('name the node: npm run sim -- real-node http://127.0.0.1:22973\n')
    process.exit(2)
  }
  ensureBuilt(root)
  const args = ['run', '--config', 'test/real-node/vitest.config.ts']
  return run(bin('vitest'), args, { SIBYL_TEST_NODE_URL: url }).then((code) => process.exit(code))
}

assertNode(root)
const work = Object.hasOwn(commands, command ?? '') ? commands[command] : null
if (work === null) {
  process.stderr.write(`unknown command ${command}; there are ${Object.keys(commands).join(', ')}\n`)
  process.exit(2)
}
ensureInstalled(root)
await work()

/** In this very process, so that a signal to it reaches the service and there is no parent to outlive. */
async function start() {
  process.stderr.write('Sibyl starts ...\n')
  const page = isBuilt(root) ? null : openFirstPage(process.env)
  ensureBuilt(root)
  const { main } = await import(pathToFileURL(join(root, 'dist', 'cli', 'index.js')).href)
  await main(['start', ...rest], process.env, page)
}

/** Whoever opens the address while the sources are compiled sees that something happens, and then the venue. */
function openFirstPage({ HOST: host = '127.0.0.1', PORT = '3000', CONSOLE }) {
  const port = Number(PORT)
  if (!(port > 0) || CONSOLE === 'false') return null
  const page = openOpeningPage({ host, port })
  page.report({ doing: 'Compiling the sources', done: 0, total: 1 })
  return page
}

/** Vitest, then each suite's seconds, what was skipped and why, and a last line that a machine can read. */
async function testAll() {
  ensureBuilt(root)
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-summary-'))
  const summaryFile = join(folder, 'summary.json')
  const code = await run(bin('vitest'), ['run', ...rest], { SIBYL_TEST_SUMMARY: summaryFile })
  const summary = existsSync(summaryFile) ? JSON.parse(readFileSync(summaryFile, 'utf8')) : null
  rmSync(folder, { recursive: true, force: true })
  if (summary === null) process.exit(code || 1)

  const say = (line) => process.stdout.write(`${line}\n`)
  say('\nSeconds by suite')
  for (const { name, seconds, tests } of summary.suites)
    say(`  ${seconds.toFixed(1).padStart(7)}  ${name} (${tests})`)
  const { passed, failures, skipped } = summary
  if (skipped.length > 0) {
    say(`\nSkipped ${skipped.length}`)
    for (const { name, reason } of skipped) say(`  ${name}: ${reason}`)
  }
  if (failures.length > 0) say(`\nFailed ${failures.length}`)
  for (const { name, reason } of failures) say(`  ${name}\n${reason.replace(/^/gm, '    ')}`)
  const forbidden = process.env.SIBYL_TEST_NO_SKIPS === 'true' && skipped.length > 0
  if (forbidden) say('\nNothing may be skipped here (SIBYL_TEST_NO_SKIPS)')
  say(`\n${passed} passed, ${failures.length} failed`)
  process.exit(code !== 0 ? code : forbidden || failures.length > 0 ? 1 : 0)
}

async function runAll(steps) {
  for (const [program, args] of steps) {
    const code = await run(program, args)
    if (code !== 0) process.exit(code)
  }
}

function run(program, args, environment = {}) {
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    shell: process.platform === 'win32',
  })
  return new Promise((resolve) => {
    child.on('error', (error) => {
      process.stderr.write(`${error.message}\n`)
      resolve(1)
    })
    child.on('exit', (code, signal) => resolve(signal ? 1 : code))
  })
}
