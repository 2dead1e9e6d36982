import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyBlocks } from '../src/indexer/index.ts'
import { sleep } from '../src/kit/index.ts'
import { type Database, findFeedHead, openDatabase } from '../src/store/index.ts'
import { createScriptedChain } from '../test/simulation/indexer/scripted-chain.ts'
import { createWorld, venue } from '../test/simulation/indexer/world.ts'
import { findPostgresBinaries } from '../test/support/postgres-binaries.ts'
import { startPostgresServer } from '../test/support/postgres-server.ts'
import { latencyOf, shown } from './support/latency.ts'
import { startReading } from './support/readers.ts'
import { type BenchServer, startServer } from './support/server.ts'

/**
 * Streams over PostgreSQL; indexer, service, readers and whoever reads lists are processes of their own.
 *
 * - 10,000 connections that are told nothing, and the service's memory for each, on both wires.
 * - A block a second, told to 1,000 subscribers of one market: from the end of the block's transaction until its last byte
 *   is with a reader, over all readers and blocks; half a second after each block a bare fan-out of the package ws gives
 *   the same bytes to as many.
 * - The same with ten more who asked for everything and read nothing, in turns with the same without; the first blocks, in
 *   which what they asked for fills their sockets, are told apart.
 * - Lists a second while those subscribers are told a block a second, in turns with blocks that nobody is told.
 *
 * `--idle 1000 --subscribers 100 --rounds 1 --blocks 5` for a quick look.
 */
const argument = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? fallback : Number(process.argv[at + 1])
}
const idle = argument('idle', 10_000)
const subscribers = argument('subscribers', 1_000)
const rounds = argument('rounds', 5)
const blocksPerRound = argument('blocks', 12)
const blocksBefore = argument('before', 300)
const actionsMax = argument('actions', 40)
const deaf = 10
const blocksToFill = 6
const everySecond = 1_000
const bars = { fanOut: 3, deaf: 1.2, reads: 0.9 }

/** On the clock that all processes of a machine share. */
const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6
const say = (line: string): void => console.log(`  ${line}`)
const medianOf = (values: readonly number[]): number => latencyOf(values).p50

interface Told {
  /** Of the last message that a subscriber got of this block. */
  readonly lastSeq: number
  readonly atMs: number
}

interface Place {
  readonly url: string
  readonly database: Database
  readonly readers: BenchServer
  readonly market: string
  readonly channels: readonly string[]
  /** Indexes the next block; the time is that of its commit. */
  nextBlock(): Promise<number>
}

const startHouse = (url: string): Promise<BenchServer> =>
  startServer(new URL('./servers/stream-house.mjs', import.meta.url), { BENCH_DATABASE_URL: url }, [
    '--expose-gc',
  ])

/** Pages of the feed and the channels in them. */
const toldSql = `
  select distinct last_seq, height, split_part(line, ' ', 1) as channel
  from feed cross join lateral string_to_table(messages, E'\\n') as m (line)`

async function openPlace(url: string): Promise<Place> {
  const database = await openDatabase({ kind: 'server', url })
  const chain = createScriptedChain()
  const world = createWorld({ actionsMax })
  const line = { networkId: 4, genesisHash: chain.main[0]!.hash, startHeight: 0 }
  let made = 0
  const nextBlock = async (): Promise<number> => {
    made += 1
    chain.mine(world.makeBlock(`bench ${made}`))
    await applyBlocks(database, chain.main.slice(made === 1 ? 0 : -1), {
      line,
      venue,
      finalHeight: chain.main.length,
    })
    return nowMs()
  }
  while (made < blocksBefore) await nextBlock()
  const [busiest] = await database.query<{ channel: string }>({
    label: 'bench-busiest-market',
    sql: `select channel from (${toldSql}) t where channel like 'market:%' and height > $1
          group by channel order by count(*) desc, channel limit 1`,
    values: [blocksBefore - 100],
  })
  const market = busiest!.channel
  const readers = await startServer(new URL('./servers/stream-readers.mjs', import.meta.url), {}, [])
  return { url, database, readers, market, channels: [market, 'blocks'], nextBlock }
}

async function measureIdle({ url, readers, market }: Place, wire: 'ws' | 'sse'): Promise<void> {
  const house = await startHouse(url)
  stops.push(house.stop)
  interface Memory {
    readonly heap: number
    readonly rss: number
  }
  const how = { op: 'open', url: house.url, wire, channels: [market] }
  // What the first ones make the process load and compile is nobody's own.
  await readers.ask({ ...how, group: 'warm-up', count: 200 })
  await readers.ask({ op: 'close', group: 'warm-up' })
  await sleep(everySecond)
  const before = await house.ask<Memory>({})
  const startedMs = nowMs()
  const { opened } = await readers.ask<{ opened: number }>({ ...how, group: 'idle', count: idle })
  const tookMs = nowMs() - startedMs
  await sleep(2 * everySecond)
  const after = await house.ask<Memory>({})
  const { lost } = await readers.ask<{ lost: number }>({ op: 'arrivals', group: 'idle', seqs: [] })
  await readers.ask({ op: 'close', group: 'idle' })
  house.stop()
  const each = (bytes: number): string => `${(bytes / opened / 1_024).toFixed(1)} KB`
  say(
    `${opened} idle by ${wire}, opened in ${(tookMs / 1_000).toFixed(1)} s, ${lost} lost: ${each(after.rss - before.rss)} of the process each, ${each(after.heap - before.heap)} of its heap`,
  )
  results.push(opened === idle && lost === 0)
}

/** Indexes a block a second; after each, `meanwhile` is given what a subscriber heard of it. */
async function tellBlocks(
  { readers, nextBlock }: Place,
  count: number,
  meanwhile: (texts: readonly string[]) => void = () => undefined,
): Promise<Told[]> {
  const told: Told[] = []
  for (let block = 0; block < count; block++) {
    const startedMs = nowMs()
    const atMs = await nextBlock()
    await sleep(everySecond / 2)
    const { heard } = await readers.ask<{ heard: { seq: number; text: string }[] }>({
      op: 'heard',
      group: 'house',
    })
    told.push({ lastSeq: heard.at(-1)!.seq, atMs })
    meanwhile(heard.map(({ text }) => text))
    await sleep(Math.max(0, startedMs + everySecond - nowMs()))
  }
  // For what was given out last to arrive.
  await sleep(everySecond)
  return told
}

/** Milliseconds from each block's time until a reader had its last byte, over all readers; all of them must have it. */
async function delaysOf(readers: BenchServer, group: string, told: readonly Told[]): Promise<number[]> {
  const answer = await readers.ask<{ told: number[][]; lost: number }>({
    op: 'arrivals',
    group,
    seqs: told.map(({ lastSeq }) => lastSeq),
  })
  const missing = answer.told.filter(({ length }) => length !== subscribers).length
  if (missing > 0 || answer.lost > 0)
    throw new Error(`${group}: ${missing} blocks were not told to everybody, ${answer.lost} were cut`)
  return answer.told.flatMap((times, index) => times.map((ms) => ms - told[index]!.atMs))
}

async function measureFanOut(place: Place, bare: BenchServer): Promise<void> {
  const { readers } = place
  await readers.ask({ op: 'open', group: 'bare', url: bare.url, wire: 'ws', count: subscribers })
  const ratios: number[] = []
  const sizes: number[] = []
  const both = { house: [] as number[], bare: [] as number[] }
  await tellBlocks(place, 5, (texts) => bare.tell({ texts }))
  for (const group of ['house', 'bare']) await readers.ask({ op: 'arrivals', group, seqs: [] })
  for (let round = 1; round <= rounds; round++) {
    const sentMs: number[] = []
    const told = await tellBlocks(place, blocksPerRound, (texts) => {
      sizes.push(texts.length, texts.join('').length)
      sentMs.push(nowMs())
      bare.tell({ texts })
    })
    const again = told.map(({ lastSeq }, index) => ({ lastSeq, atMs: sentMs[index]! }))
    const house = await delaysOf(readers, 'house', told)
    const plain = await delaysOf(readers, 'bare', again)
    both.house.push(...house)
    both.bare.push(...plain)
    ratios.push(latencyOf(house).p99 / latencyOf(plain).p99)
    say(
      `round ${round}/${rounds}: ${shown(latencyOf(house))}; bare ${shown(latencyOf(plain))}: ${ratios.at(-1)!.toFixed(2)}`,
    )
  }
  await readers.ask({ op: 'close', group: 'bare' })
  const mean = (part: number): number =>
    sizes.filter((_, index) => index % 2 === part).reduce((sum, size) => sum + size, 0) / (sizes.length / 2)
  say(
    `a block told to ${subscribers}: ${mean(0).toFixed(1)} messages, ${(mean(1) / 1_024).toFixed(1)} KB for each`,
  )
  say(`all rounds: ${shown(latencyOf(both.house))}; bare ${shown(latencyOf(both.bare))}`)
  results.push(
    judgeRatio(
      'p99 from commit to last byte told, of a bare fan-out',
      medianOf(ratios),
      (r) => r <= bars.fanOut,
      `at most ${bars.fanOut}`,
    ),
  )
}

async function measureDeaf(place: Place, house: BenchServer): Promise<void> {
  const { readers, database } = place
  const { epoch } = await findFeedHead(database)
  const everything = await database.query<{ channel: string }>({
    label: 'bench-channels',
    sql: `select channel from (${toldSql}) t where channel <> '*' group by channel order by count(*) desc limit 100`,
  })
  const channels = everything.map(({ channel }) => channel)
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const without = await delaysOf(readers, 'house', await tellBlocks(place, blocksPerRound))
    for (const wire of ['ws', 'sse'])
      await readers.ask({
        op: 'open',
        group: `deaf ${wire}`,
        url: house.url,
        wire,
        count: deaf / 2,
        channels,
        after: `${epoch}-0`,
        isDeaf: true,
      })
    // A socket takes about 4 MB of somebody who reads nothing: until then they are read to, as all who catch up are.
    const coming = await delaysOf(readers, 'house', await tellBlocks(place, blocksToFill))
    const told = await tellBlocks(place, blocksPerRound)
    const beside = await delaysOf(readers, 'house', told)
    for (const wire of ['ws', 'sse']) await readers.ask({ op: 'close', group: `deaf ${wire}` })
    ratios.push(latencyOf(beside).p99 / latencyOf(without).p99)
    say(
      `round ${round}/${rounds}: beside ${deaf} who read nothing ${shown(latencyOf(beside))}; without ${shown(latencyOf(without))}: ${ratios.at(-1)!.toFixed(2)}`,
    )
    say(`  while they came ${shown(latencyOf(coming))}`)
    const worst = (delays: readonly number[]): string =>
      told
        .map((_, at) => Math.max(...delays.slice(at * subscribers, (at + 1) * subscribers)).toFixed(0))
        .join(' ')
    say(`  the last reader of each block, beside: ${worst(beside)}; without: ${worst(without)} ms`)
  }
  results.push(
    judgeRatio(
      `p99 beside ${deaf} who read nothing, of without`,
      medianOf(ratios),
      (r) => r <= bars.deaf,
      `at most ${bars.deaf}`,
    ),
  )
}

/** Pages of many lengths: more lists than are read between two blocks, so that none comes from the cache. */
const lengths = Array.from({ length: 100 }, (_, at) => at + 1)

async function measureReads(place: Place, house: BenchServer): Promise<void> {
  const { readers, database, nextBlock } = place
  const markets = await database.query<{ address: string }>({
    label: 'bench-markets',
    sql: 'select market_address as address from markets order by id limit 50',
  })
  const paths = lengths.flatMap((limit) =>
    markets.map(({ address }) => `/v1/markets/${address}/trades?limit=${limit}`),
  )
  const read = async (): Promise<number> => {
    const stop = startReading(house.url, paths)
    for (let block = 0; block < blocksPerRound; block++) {
      const startedMs = nowMs()
      await nextBlock()
      await sleep(Math.max(0, startedMs + everySecond - nowMs()))
    }
    return stop()
  }
  await read()
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const alone = await read()
    await openSubscribers(place, house, 'ws')
    const beside = await read()
    await readers.ask({ op: 'close', group: 'house' })
    ratios.push(beside / alone)
    say(
      `round ${round}/${rounds}: ${beside.toFixed(0)} lists a second beside ${subscribers} subscribers / ${alone.toFixed(0)} alone = ${(beside / alone).toFixed(3)}`,
    )
  }
  results.push(
    judgeRatio(
      'lists beside subscribers, of alone',
      medianOf(ratios),
      (r) => r >= bars.reads,
      `at least ${bars.reads}`,
    ),
  )
}

const openSubscribers = (
  { readers, channels }: Place,
  house: BenchServer,
  wire: 'ws' | 'sse',
): Promise<unknown> =>
  readers.ask({ op: 'open', group: 'house', url: house.url, wire, count: subscribers, channels })

function judgeRatio(name: string, ratio: number, isGood: (ratio: number) => boolean, bar: string): boolean {
  console.log(`${isGood(ratio) ? 'ok  ' : 'MISS'} ${name}: ${ratio.toFixed(2)} (${bar})`)
  return isGood(ratio)
}

const results: boolean[] = []
const folder = mkdtempSync(join(tmpdir(), 'sibyl-bench-'))
chmodSync(folder, 0o711)
const binaries = findPostgresBinaries()
if ('absent' in binaries) throw new Error(binaries.absent)
const postgres = await startPostgresServer(binaries, join(folder, 'postgres'))
const stops: (() => void)[] = []
try {
  await (await openDatabase({ kind: 'server', url: postgres.url })).close()
  const place = await openPlace(postgres.url)
  stops.push(() => place.readers.stop())
  for (const wire of ['ws', 'sse'] as const) await measureIdle(place, wire)
  const house = await startHouse(place.url)
  const bare = await startServer(new URL('./servers/stream-bare.mjs', import.meta.url), {}, [])
  stops.push(house.stop, bare.stop)
  await openSubscribers(place, house, 'sse')
  await tellBlocks(place, 5)
  await place.readers.ask({ op: 'arrivals', group: 'house', seqs: [] })
  const bySse = await delaysOf(place.readers, 'house', await tellBlocks(place, blocksPerRound))
  say(`by sse: ${shown(latencyOf(bySse))}`)
  await place.readers.ask({ op: 'close', group: 'house' })
  await openSubscribers(place, house, 'ws')
  await measureFanOut(place, bare)
  await measureDeaf(place, house)
  await place.readers.ask({ op: 'close', group: 'house' })
  await measureReads(place, house)
  await place.database.close()
} finally {
  for (const stop of stops) stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(results.includes(false) ? 1 : 0)
