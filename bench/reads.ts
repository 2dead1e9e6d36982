import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import { positiveWordsOf, toWebsearch } from '../src/domain/index.ts'
import { sleep } from '../src/kit/index.ts'
import {
  createCursorCodec,
  type Database,
  listCandles,
  listTradesByMarket,
  openDatabase,
  searchMarkets,
  searchMarketsFuzzily,
} from '../src/store/index.ts'
import { findPostgresBinaries } from '../test/support/postgres-binaries.ts'
import { startPostgresServer } from '../test/support/postgres-server.ts'
import { createWallet, mint } from '../test/support/wallet.ts'
import { type Comparison, compare, type Target } from './support/compare.ts'
import { fillCandles, fillReads, hotMarketId, type ReadsSize } from './support/fill-reads.ts'
import { judge, type Latency, latencyOf, measureLatency, shown } from './support/latency.ts'
import { shippedFlags, startServer } from './support/server.ts'
import { SHARED_BUFFERS_MB } from './support/shared-buffers.ts'

/**
 * Lists and search over PostgreSQL with generated rows: B1, B2 and B4 to B13. A million markets and ten million trades,
 * one and a half of them in one market; `--scale 0.01` for a quick look, `--markets`, `--trades` and `--hot` for other
 * sizes. `--database postgres://…` takes a database of a server of yours instead of one that lives for the run: an empty
 * one is filled and stays so, one that an earlier run filled is measured as it is (give the same sizes). `--only B2` measures that
 * alone, as do B1 and B4.
 */
const textArgument = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? undefined : process.argv[at + 1]
}
const argument = (name: string, fallback: number): number => Number(textArgument(name) ?? fallback)

const scale = argument('scale', 1)
const size: ReadsSize = {
  markets: Math.round(argument('markets', 1_000_000 * scale)),
  trades: Math.round(argument('trades', 10_000_000 * scale)),
  hotTrades: Math.round(argument('hot', 1_500_000 * scale)),
}
const turns = {
  seconds: argument('seconds', 2),
  pairs: argument('pairs', 16),
  // Lists are some hundreds a second: two seconds of them leave much of the service uncompiled.
  warmUpSeconds: argument('warm-up', 8),
}
const only = textArgument('only')
const isWanted = (bar: string): boolean => only === undefined || only === bar
const rounds = argument('rounds', 200)
const searchRounds = argument('search-rounds', 20)
const limit = 50
/** Two thirds into the hot market: row 1,000,000 of 1,500,000. */
const depth = Math.floor((size.hotTrades * 2) / 3)
/** Bars of search are for a million markets: among few, looking at every question is as good as anything. */
const atSize = (bar: number): number | null => (size.markets >= 1_000_000 ? bar : null)
const secret = 'a secret for the bench of reads, long enough'

const say = (line: string) => process.stdout.write(`${line}\n`)
let lastSaid = ''
function progress(done: number, all: number, what: string): void {
  const percent = Math.floor((100 * done) / all)
  if (process.stdout.isTTY) process.stdout.write(`\r${what} ${percent} %   ${done === all ? '\n' : ''}`)
  else if (`${what} ${Math.floor(percent / 25)}` !== lastSaid) say(`  ${what} ${percent} %`)
  lastSaid = `${what} ${Math.floor(percent / 25)}`
}

interface Place {
  readonly url: string
  readonly database: Database
  /** Without the service's limits: for statements to compare with. */
  readonly plain: pg.Client
  readonly marketAddress: string
  /** The trade before each of many pages of the hot market, from the first to the last. */
  readonly afters: readonly string[]
  /** The same from `depth` on. */
  readonly deepAfters: readonly string[]
}

const cursors = createCursorCodec([secret])
const results: boolean[] = []

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-bench-'))
  chmodSync(folder, 0o711)
  const given = textArgument('database')
  const own = given === undefined ? await startOwn(folder) : null
  try {
    const url = given ?? own!.url
    // The service's own limits hold in its process; here the slowest answer is worth waiting for.
    const limits = { statementMs: 60_000, searchStatementMs: 60_000, answerMs: 90_000 }
    const database = await openDatabase({ kind: 'server', url, limits })
    say(`  ${size.markets} markets, ${size.trades} trades, ${size.hotTrades} of them in one market`)
    const plain = new pg.Client({ connectionString: url })
    await plain.connect()
    await plain.query('set search_path = chain, service, public')
    const { rowCount } = await plain.query('select from checkpoint')
    if (rowCount === 0) await fillReads(url, size, progress)
    const place = await lookAround(url, database, plain)
    if (isWanted('candles')) await measureCandles(place)
    if (only !== 'candles') await measureLists(place)
    if (only === undefined) await measureSearch(place)
    await plain.end()
    await database.close()
  } finally {
    await own?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  process.exit(results.includes(false) ? 1 : 0)
}

async function startOwn(folder: string) {
  const binaries = findPostgresBinaries()
  if ('absent' in binaries) throw new Error(`${binaries.absent}; give a server with --database`)
  return startPostgresServer(binaries, join(folder, 'postgres'), { sharedBuffersMb: SHARED_BUFFERS_MB })
}

async function lookAround(url: string, database: Database, plain: pg.Client): Promise<Place> {
  const { rows } = await plain.query<{ market_address: string }>(
    'select market_address from markets where id = $1',
    [hotMarketId],
  )
  const ids = async (from: number, every: number) => {
    const found = await plain.query<{ id: string }>(
      `select id from (select id, row_number() over (order by id desc) as place from trades where market_id = $1) t
       where place >= $2 and (place - $2) % $3 = 0 order by id desc`,
      [hotMarketId, from, every],
    )
    return found.rows.map(({ id }) => id)
  }
  return {
    url,
    database,
    plain,
    marketAddress: rows[0]!.market_address,
    // Twenty thousand pages and more do not fit the response cache, which forgets its oldest first.
    afters: (await ids(1, Math.max(1, Math.floor(size.hotTrades / 50_000)))).slice(0, -2 * limit),
    deepAfters: (await ids(depth, 7)).slice(0, 1_000),
  }
}

async function measureLists(place: Place): Promise<void> {
  const environment = { BENCH_DATABASE_URL: place.url, BENCH_SECRET: secret }
  const house = await startServer(
    new URL('./servers/reads-house.mjs', import.meta.url),
    environment,
    shippedFlags,
  )
  const bare = await startServer(
    new URL('./servers/reads-bare.mjs', import.meta.url),
    environment,
    shippedFlags,
  )
  try {
    const path = `/v1/markets/${place.marketAddress}/trades`
    const withCursor = (id: string): string => `${path}?limit=${limit}&cursor=${cursorAt(path, id)}`
    const first = `${house.url}${path}?limit=${limit}`
    await assertSameRecords(
      `${house.url}${withCursor(place.afters[7]!)}`,
      `${bare.url}${path}?after=${place.afters[7]}`,
    )

    // Made beforehand: whoever asks shares the machine, and should have the same work with both.
    // Half a walk apart: whoever came second would find the pages of the first in the server's memory.
    const walk = (origin: string, pathOf: (id: string) => string, from = 0): Target => {
      const paths = place.afters.map(pathOf)
      let at = Math.floor(from * paths.length)
      return { url: origin, nextPath: () => paths[at++ % paths.length]! }
    }
    const uncached = walk(house.url, withCursor)
    const judged = async (bar: string, comparison: Comparison) => {
      if (isWanted(bar))
        results.push(await compare({ ...turns, ...comparison, name: `${bar} ${comparison.name}` }))
    }
    await judged('B2', {
      name: 'uncached list against bare Fastify and pg with the same statement',
      subject: uncached,
      reference: walk(bare.url, (id) => `${path}?after=${id}`, 0.5),
      bar: 0.85,
      // Two runs of as many turns as the others have differ by 0.08 on one source.
      pairs: 2 * turns.pairs,
    })
    await judged('B1', {
      name: 'cached list against hello-world of the same server',
      subject: first,
      reference: `${house.url}/v1/hello`,
      bar: 0.5,
    })
    await judged('B4', {
      name: 'cached list with a key against without',
      subject: { url: first, headers: { authorization: `Bearer ${await mintKey(house.url)}` } },
      reference: first,
      bar: 0.9,
    })
    if (only !== undefined) return
    await measurePages(place, house.url, path)
    await measureBesideSearch(house.url, uncached)
  } finally {
    house.stop()
    bare.stop()
  }
}

function cursorAt(path: string, id: string): string {
  return cursors.of({ list: path, filters: {}, sort: 'created-at', order: 'desc' }).encode({ value: id, id })
}

/** One after the other on one connection; before each the index moves on, so that nothing is cached. */
async function measurePages(place: Place, origin: string, path: string): Promise<void> {
  const { database, deepAfters, plain } = place
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (query: string) => fetchText(`${origin}${path}?limit=${limit}${query}`, agent)
  const deepAt = (round: number): string => deepAfters[round % deepAfters.length]!
  const byHttp = await measureLatency(
    {
      first: () => ask(''),
      deep: (round) => ask(`&cursor=${cursorAt(path, deepAt(round))}`),
      largest: () => ask(`&page=${Number.MAX_SAFE_INTEGER}`),
    },
    rounds,
    async () => {
      await plain.query('update checkpoint set revision = revision + 1')
      // Longer than the service believes what it last saw of the index.
      await sleep(25)
    },
  )
  agent.destroy()
  sayAll('over HTTP, uncached', byHttp)
  const page = (after: string | null, offset = 0n) =>
    listTradesByMarket(database, place.marketAddress, {
      limit,
      after: after === null ? null : { value: after, id: after },
      offset,
    })
  const inSql = await measureLatency(
    {
      first: () => page(null),
      deep: (round) => page(deepAt(round)),
      largest: () => page(null, BigInt(Number.MAX_SAFE_INTEGER) * BigInt(limit)),
      'without total': () => plain.query(bareListSql(false), [hotMarketId, limit + 1]),
      'with total': () => plain.query(bareListSql(true), [hotMarketId, limit + 1]),
    },
    rounds,
  )
  sayAll('statements alone', inSql)
  const middle = Math.floor(size.hotTrades * 0.47)
  const inMiddle = await measureLatency(
    {
      ours: () => page(null, BigInt(middle)),
      'plain OFFSET': () =>
        plain.query(
          `select row_to_json(r)::text from (
             select t.*, m.market_address from trades t join markets m on m.id = t.market_id
             where t.market_id = $1 order by t.id desc limit $2 offset $3) r`,
          [hotMarketId, limit + 1, middle],
        ),
    },
    Math.min(rounds, 20),
  )
  sayAll(`page at row ${middle}`, inMiddle)
  results.push(
    judge(
      `B5 cursor page at row ${depth} against the first, over HTTP`,
      byHttp.deep.p50,
      byHttp.first.p50,
      1.2,
    ),
    judge(`B5 the same, statements alone`, inSql.deep.p50, inSql.first.p50, 1.2),
    judge('B6 largest legal page against the first, over HTTP', byHttp.largest.p50, byHttp.first.p50, 1),
    judge('B7 page in the middle against plain OFFSET', inMiddle.ours.p50, inMiddle['plain OFFSET'].p50, 0.5),
    judge(
      'B8 list with its exact total against without',
      inSql['with total'].p50,
      inSql['without total'].p50,
      1.2,
    ),
  )
}

const bareListSql = (withTotal: boolean): string => `
  with picked as materialized (
    select t.id from trades t where t.market_id = $1 order by t.id desc limit $2)
  select (
      select string_agg(row_to_json(record)::text, ',' order by record.id desc)
      from (select t.* from picked p join trades t on t.id = p.id) record
    ) as shown${withTotal ? `, (select n from list_counts where scope = 'trades_by_market' and key = $1::bigint::text) as total` : ''}`

/** As many candles as one answer may have, of the busiest market, beside the same rows by their primary key. */
async function measureCandles({ url, database, plain, marketAddress }: Place): Promise<void> {
  const { rowCount } = await plain.query('select from candles limit 1')
  if (rowCount === 0) {
    say('  making candles of all trades')
    await fillCandles(url)
  }
  const { rows: starts } = await plain.query<{ start_ms: string }>(
    `select start_ms from candles where market_id = $1 and "interval" = '1m' order by start_ms`,
    [hotMarketId],
  )
  const count = Math.min(candlesMax, starts.length)
  const spanAt = (round: number): string[] => {
    const from = (round * 977) % (starts.length - count + 1)
    return starts.slice(from, from + count).map(({ start_ms }) => start_ms)
  }
  const latencies = await measureLatency(
    {
      candles: async (round) => {
        const span = spanAt(round)
        const [fromMs, toMs] = [Number(span[0]), Number(span.at(-1)) + 1]
        const { stored } = await listCandles(database, { marketAddress, interval: '1m', fromMs, toMs })
        if (stored.length < count) throw new Error(`${stored.length} candles of ${count}`)
      },
      'by primary key': (round) => plain.query(byKeySql, [hotMarketId, spanAt(round)]),
    },
    rounds,
  )
  sayAll(`${count} candles of ${size.trades} trades`, latencies)
  results.push(
    judge(
      'candles against a primary-key read of as many rows',
      latencies.candles.p50,
      latencies['by primary key'].p50,
      1.5,
    ),
  )
}

/** One answer's. */
const candlesMax = 1_500

const byKeySql = `
  select k.start_ms, k.open, k.high, k.low, k.close, k.volume, k.trades, k.best_bid, k.best_ask
  from unnest($2::bigint[]) as wanted (start_ms)
  join candles k on k.market_id = $1 and k."interval" = '1m' and k.start_ms = wanted.start_ms
  order by k.start_ms`

/** B13: many searches at once may not starve lists, which have connections of their own. */
async function measureBesideSearch(origin: string, list: Target): Promise<void> {
  const p99s = { alone: [] as number[], beside: [] as number[] }
  const listP99 = async () => {
    const requests = [
      { setupRequest: (request: autocannon.Request) => ({ ...request, path: list.nextPath!() }) },
    ]
    const result = await autocannon({ url: list.url, connections: 8, duration: turns.seconds, requests })
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} lists were no success`)
    return result.latency.p99
  }
  let asked = 0
  for (let pair = 0; pair < turns.pairs; pair++) {
    p99s.alone.push(await listP99())
    const searching = autocannon({
      url: origin,
      connections: 16,
      duration: turns.seconds + 1,
      requests: [
        {
          setupRequest: (request) => ({
            ...request,
            path: `/v1/search?q=${encodeURIComponent(`${strictQueries[asked % strictQueries.length]} -none${asked++}`)}`,
          }),
        },
      ],
    })
    p99s.beside.push(await listP99())
    await searching
  }
  const [alone, beside] = [latencyOf(p99s.alone).p50, latencyOf(p99s.beside).p50]
  results.push(judge('B13 p99 of lists while search is saturated against alone', beside, alone, 3))
}

const strictQueries = [
  'alephium',
  '"interest rates" germany',
  'january',
  '2026',
  '"rates interest"',
  '-bitcoin',
  'nosuchword',
]
const commonest = ['january', '2026']
const misspelt = [
  'bitconi',
  'etherium',
  'alephum',
  'nvidea',
  'liverpol championshp',
  'federal reserv intrest rate',
  'taylr swft',
  'qwrtz plmnk vbxcy hjkgf zzxxq',
]

/** The searches themselves, beside the statements one would write first. */
async function measureSearch({ database, plain }: Place): Promise<void> {
  const strict = new Map<string, Latency>()
  const fuzzy = new Map<string, Latency>()
  const trigram = new Map<string, Latency>()
  const findStrictly = (q: string) => searchMarkets(database.search, toWebsearch(q), 20)
  for (const q of strictQueries) {
    const { hits } = await findStrictly(q)
    strict.set(q, (await measureLatency({ strict: () => findStrictly(q) }, searchRounds)).strict)
    say(`  strict ${q} (${hits}): ${shown(strict.get(q)!)}`)
  }
  const rankAll = await measureLatency(
    {
      ours: async () => {
        for (const word of commonest) await findStrictly(word)
      },
      'rank all': async () => {
        for (const word of commonest) await plain.query(rankAllSql, [word])
      },
    },
    searchRounds,
  )
  sayAll(commonest.join(', then '), rankAll)
  const phrase = '"rates interest"'
  const walked = await measureLatency(
    { ours: () => findStrictly(phrase), 'volume walk': () => plain.query(volumeWalkSql, [phrase]) },
    Math.min(searchRounds, 5),
  )
  sayAll(phrase, walked)

  say('  making a trigram index on questions, for the comparison only')
  await plain.query(`set maintenance_work_mem = '1GB'`)
  await plain.query('create index bench_question_trgm on markets using gin (question gin_trgm_ops)')
  for (const q of misspelt) {
    const find = () => searchMarketsFuzzily(database.search, q, positiveWordsOf(q), 20)
    const { hits } = await find()
    const both = await measureLatency(
      { fuzzy: find, trigram: () => plain.query(trigramSql, [q]) },
      Math.min(searchRounds, 20),
    )
    fuzzy.set(q, both.fuzzy)
    trigram.set(q, both.trigram)
    say(`  fuzzy ${q} (${hits}): ${shown(both.fuzzy)}; plain trigram ${shown(both.trigram)}`)
  }
  await plain.query('drop index bench_question_trgm')
  const worst = (all: Map<string, Latency>) => Math.max(...[...all.values()].map(({ p99 }) => p99))
  const sum = (all: Map<string, Latency>) => [...all.values()].reduce((total, { p50 }) => total + p50, 0)
  say(
    `  worst p99: strict ${worst(strict).toFixed(1)} ms, fuzzy ${worst(fuzzy).toFixed(1)} ms, plain trigram ${worst(trigram).toFixed(1)} ms`,
  )
  results.push(
    judge(
      'B9 strict search, the two commonest words, against "rank all"',
      rankAll.ours.p50,
      rankAll['rank all'].p50,
      atSize(0.5),
    ),
    judge(
      'B10 a phrase without hits against the volume walk',
      walked.ours.p50,
      walked['volume walk'].p50,
      atSize(0.25),
    ),
    judge('B11 fuzzy p99 against strict p99', worst(fuzzy), worst(strict), atSize(1)),
    judge('B12 fuzzy p50s against plain trigram p50s, summed', sum(fuzzy), sum(trigram), atSize(0.2)),
  )
}

const rankAllSql = `
  select m.*, count(*) over () as hits, ts_rank_cd(m.tsv, websearch_to_tsquery('english', $1)) as score
  from markets m where m.tsv @@ websearch_to_tsquery('english', $1)
  order by score desc, id desc limit 20`
const volumeWalkSql = `
  select m.id from (select id, tsv from markets order by resolved, volume desc, id desc offset 0) m
  where m.tsv @@ websearch_to_tsquery('english', $1) limit 20`
const trigramSql = `
  select m.id, m.question, word_similarity($1, m.question) as score
  from markets m where $1 <% m.question order by score desc, id desc limit 20`

function sayAll(what: string, latencies: Readonly<Record<string, Latency>>): void {
  for (const [name, latency] of Object.entries(latencies)) say(`  ${what}, ${name}: ${shown(latency)}`)
}

/** Both sides must do the same work, or their ratio says nothing. */
async function assertSameRecords(house: string, bare: string): Promise<void> {
  const [ours, theirs] = (await Promise.all([fetchText(house), fetchText(bare)])).map(
    (text) => JSON.parse(text) as { trades: unknown[]; pagination: { total: number } },
  )
  const same =
    JSON.stringify(ours!.trades) === JSON.stringify(theirs!.trades) &&
    ours!.pagination.total === theirs!.pagination.total
  if (!same || ours!.trades.length !== limit) throw new Error('the two handlers answer different records')
}

function fetchText(url: string, agent?: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, agent === undefined ? {} : { agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(text)
          : reject(new Error(`${url}: ${response.statusCode} ${text}`)),
      )
    }).on('error', reject)
  })
}

/** Through the interface, as everybody gets one. */
async function mintKey(origin: string): Promise<string> {
  const { key } = await mint(
    {
      async request(method, url, options = {}) {
        const answer = await fetch(`${origin}${url}`, {
          method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(options.json),
        })
        const body = await answer.text()
        return { status: answer.status, headers: {}, body, json: () => JSON.parse(body) }
      },
    },
    createWallet(),
  )
  return key
}

await main()
