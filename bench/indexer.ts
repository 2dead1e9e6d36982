import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as indexerRoom from '../src/indexer/index.ts'
import { monotonicMs } from '../src/kit/index.ts'
import type * as storeRoom from '../src/store/index.ts'
import type { Database } from '../src/store/index.ts'
import { emptyIndex } from '../test/simulation/indexer/dump.ts'
import { createScriptedChain, type ScriptedChain } from '../test/simulation/indexer/scripted-chain.ts'
import { createWorld, venue } from '../test/simulation/indexer/world.ts'
import { findPostgresBinaries } from '../test/support/postgres-binaries.ts'
import { startPostgresServer } from '../test/support/postgres-server.ts'
import { measureBesideFeed, untold, type Way } from './support/beside-feed.ts'
import { measureBesideLists } from './support/beside-lists.ts'
import { SHARED_BUFFERS_MB } from './support/shared-buffers.ts'

/**
 * The indexer from memory to a database: events a second (B16), beside a bare insert of the rows it ends with, undoing 200
 * blocks beside indexing them (B18), and on PostgreSQL events a second while the API answers lists, of those without (B17).
 * With feed and candles beside without, on a chain of its own, so that a part of it has over 2,000 events. `--blocks 600
 * --actions 80 --rounds 3` make it larger or smaller, `--database postgres://…` takes a database of a server of yours and
 * empties its index. `--only B17` and `--only feed` leave out the rest.
 */
const argument = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? fallback : Number(process.argv[at + 1])
}
const databaseAt = process.argv.indexOf('--database')
const given = databaseAt === -1 ? null : (process.argv[databaseAt + 1] ?? null)
const actionsMax = argument('actions', 80)
const batchEvents = argument('batch', 2_000)
const only = process.argv.indexOf('--only') === -1 ? null : process.argv[process.argv.indexOf('--only') + 1]
const UNDONE = 200

/** As it is shipped: what compiles sources on the fly gives every function its name whenever it is made. */
const built = (room: string) => import(new URL(`../dist/${room}/index.js`, import.meta.url).href)
const { applyBlocks, undoBlocks }: typeof indexerRoom = await built('indexer')
const { appendTables, foldedTables, openDatabase }: typeof storeRoom = await built('store')

const say = (line: string) => process.stdout.write(`${line}\n`)
const progress = (done: number, all: number, what: string) => {
  if (process.stdout.isTTY)
    process.stdout.write(`\r${what} ${Math.floor((100 * done) / all)} %${done === all ? '\n' : ''}`)
}

function makeChain(blockCount: number): ScriptedChain {
  const chain = createScriptedChain()
  const world = createWorld({ actionsMax })
  let eventCount = 0
  for (let made = 1; made <= blockCount; made++) {
    const block = world.makeBlock(`bench ${made}`)
    eventCount += block.events.length
    chain.mine(block)
    progress(made, blockCount, 'making blocks')
  }
  say(`${blockCount} blocks, ${eventCount} events`)
  return chain
}

async function index(
  database: Database,
  chain: ScriptedChain,
  from: number,
  to: number,
  finalHeight: number,
  { feed, isFollowing }: Partial<Way> = {},
) {
  const line = { networkId: 4, genesisHash: chain.main[0]!.hash, startHeight: 0 }
  const startedMs = monotonicMs()
  const startedCpu = process.cpuUsage()
  let events = 0
  for (let at = from; at < to; ) {
    let end = at + 1
    if (!isFollowing)
      for (let size = chain.main[at]!.events.length; end < to && size < batchEvents; end++)
        size += chain.main[end]!.events.length
    const applied = await applyBlocks(database, chain.main.slice(at, end), {
      line,
      venue,
      finalHeight,
      ...(feed === undefined ? {} : { feed }),
    })
    events += applied.eventCount
    at = end
    progress(at - from, to - from, 'indexing')
  }
  const { user, system } = process.cpuUsage(startedCpu)
  return { ms: monotonicMs() - startedMs, cpuMs: (user + system) / 1_000, events }
}

/** The rows the index ended with, into tables without anything else to do: same columns, same indexes. */
async function bareInsert(database: Database): Promise<{ ms: number; rows: number }> {
  let rows = 0
  let ms = 0
  for (const table of [...foldedTables, ...appendTables]) {
    const names = table.columns.map(({ name }) => name)
    const columns = names.join(', ')
    const copy = `bare_${table.name}`
    await database.execute({
      label: `make-${copy}`,
      sql: `create table ${copy} (like ${table.name} including all)`,
    })
    const arrays = names.map((name) => `array_agg(${name}::text order by row_at) as "${name}"`)
    const parts = await database.query<Record<string, string[]>>({
      label: `read-${copy}`,
      sql: `select ${arrays.join(', ')}
            from (select *, row_number() over () as row_at from ${table.name}) t group by (row_at - 1) / 500`,
    })
    const casts = table.columns.map(({ name, sqlType }) => `${name}::${sqlType}`).join(', ')
    const inputs = names.map((_, at) => `$${at + 1}::text[]`).join(', ')
    const startedMs = monotonicMs()
    for (const part of parts) {
      rows += part[names[0]!]!.length
      await database.execute({
        label: `fill-${copy}`,
        sql: `insert into ${copy} (${columns}) select ${casts} from unnest(${inputs}) as u (${columns})`,
        values: names.map((name) => part[name]!),
      })
    }
    ms += monotonicMs() - startedMs
  }
  for (const table of [...foldedTables, ...appendTables])
    await database.execute({ label: 'drop-bare', sql: `drop table bare_${table.name}` })
  return { ms, rows }
}

async function measure(name: string, database: Database, chain: ScriptedChain): Promise<void> {
  await emptyIndex(database)
  const tip = chain.main.length
  const cut = tip - UNDONE
  // As a new index catches up: what is older than the feed is kept is not told.
  const deep = await index(database, chain, 0, cut, cut - 1, { feed: untold })
  const perSecond = (1000 * deep.events) / deep.ms
  say(
    `${name}: catching up, ${deep.events} events in ${deep.ms.toFixed(0)} ms = ${perSecond.toFixed(0)} events/s (bar 5,000, aim 20,000), ${((1000 * deep.events) / deep.cpuMs).toFixed(0)} a second of its processor`,
  )
  const live = await index(database, chain, cut, tip, cut - 1)
  say(
    `${name}: the last ${UNDONE} blocks, told and with images: ${live.events} events in ${live.ms.toFixed(0)} ms = ${((1000 * live.events) / live.ms).toFixed(0)} events/s`,
  )
  const ancestor = chain.main[cut - 1]!
  const startedMs = monotonicMs()
  await undoBlocks(database, ancestor)
  const undoMs = monotonicMs() - startedMs
  say(
    `${name}: undoing them ${undoMs.toFixed(0)} ms (bar 1000), ${(undoMs / live.ms).toFixed(2)} × indexing them (bar 1.0)`,
  )
  const bare = await bareInsert(database)
  say(
    `${name}: bare insert of the ${bare.rows} rows it left: ${bare.ms.toFixed(0)} ms; indexing ran at ${(bare.ms / deep.ms).toFixed(2)} × of it (bar 0.1)`,
  )
}

async function measureOnServer(url: string): Promise<void> {
  const database = await openDatabase({ kind: 'server', url })
  if (only === null) await measure('PostgreSQL', database, chain())
  if (only === null || only === 'B17') await measureBeside(url, database, chain())
  if (only === null || only === 'feed') await measureWithFeed(url, database)
  await database.close()
}

async function measureBeside(url: string, database: Database, chain: ScriptedChain): Promise<void> {
  await emptyIndex(database)
  const rounds = argument('rounds', 3)
  const tip = chain.main.length
  const partBlocks = Math.floor(tip / (3 * rounds + 1))
  let at = 0
  await measureBesideLists({
    url,
    database,
    rounds,
    async indexPart() {
      const { ms, events } = await index(database, chain, at, at + partBlocks, tip)
      at += partBlocks
      return (1000 * events) / ms
    },
  })
}

async function measureWithFeed(url: string, database: Database): Promise<void> {
  await emptyIndex(database)
  const chain = makeChain(argument('blocks', 2_500))
  const tip = chain.main.length
  const name = 'sibyl_bench_beside'
  await database.execute({ label: 'drop-beside', sql: `drop database if exists ${name}` })
  await database.execute({ label: 'make-beside', sql: `create database ${name}` })
  const beside = await openDatabase({
    kind: 'server',
    url: Object.assign(new URL(url), { pathname: name }).href,
  })
  await measureBesideFeed({
    databases: [database, beside],
    blockCount: tip,
    rounds: argument('rounds', 6),
    index: (where, from, to, way) => index(where, chain, from, to, way.isFollowing ? from - 1 : tip, way),
  })
  await beside.close()
  await database.execute({ label: 'drop-beside', sql: `drop database ${name}` })
}

let made: ScriptedChain | null = null
const chain = (): ScriptedChain => {
  made ??= makeChain(argument('blocks', 600))
  return made
}
const folder = mkdtempSync(join(tmpdir(), 'sibyl-bench-'))
chmodSync(folder, 0o711)
try {
  const binaries = findPostgresBinaries()
  if (given !== null) {
    await measureOnServer(given)
  } else if ('absent' in binaries) say(`no PostgreSQL server: ${binaries.absent}`)
  else {
    const server = await startPostgresServer(binaries, join(folder, 'postgres'), {
      sharedBuffersMb: SHARED_BUFFERS_MB,
    })
    await measureOnServer(server.url)
    await server.stop()
  }
  if (only === null) {
    const embedded = await openDatabase({ kind: 'embedded', folder: join(folder, 'embedded') })
    await measure('embedded', embedded, chain())
    await embedded.close()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
