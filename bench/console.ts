import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { chromium, type Page } from 'playwright-core'
import { openDatabase } from '../src/store/index.ts'
import { findChromium } from '../test/support/chromium-binary.ts'
import { findPostgresBinaries } from '../test/support/postgres-binaries.ts'
import { startPostgresServer } from '../test/support/postgres-server.ts'
import { fillCandles, fillReads, hotMarketId } from './support/fill-reads.ts'
import { judge, measureLatency, shown } from './support/latency.ts'
import { startServer } from './support/server.ts'

/**
 * What a person waits for in Chromium: list, search and a market's page of a venue with a million markets beside the same of one
 * with fourteen. `--database postgres://…` is a database that `bench -- reads` has filled, and is only read; nothing is
 * cached between two visits.
 */
const argument = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? undefined : process.argv[at + 1]
}
const large = argument('database')
const found = findChromium()
const binaries = findPostgresBinaries()
if (large === undefined || 'absent' in found || 'absent' in binaries) {
  console.log('  left out: it needs --database (see reads), Chromium and PostgreSQL')
  process.exit(0)
}
const rounds = Number(argument('rounds') ?? 40)
const bar = 1.5
/** In every fortieth question each. */
const words = ['Bitcoin', 'Nvidia', 'Germany', 'Arsenal', 'Senate', 'Gold', 'Rainfall', 'Ferrari']
const secret = 'a secret for the bench of the console'

const folder = mkdtempSync(join(tmpdir(), 'sibyl-bench-'))
chmodSync(folder, 0o711)
const own = await startPostgresServer(binaries, join(folder, 'postgres'))
const browser = await chromium.launch({ executablePath: found.program, args: ['--no-sandbox'] })
const results: boolean[] = []
const opened: Venue[] = []
try {
  await (await openDatabase({ kind: 'server', url: own.url })).close()
  await fillReads(own.url, { markets: 14, trades: 140, hotTrades: 20 }, () => undefined)
  await fillCandles(own.url)
  const few = await openVenue(own.url)
  const many = await openVenue(large)
  const visits = {
    'the list': (venue: Venue) => visitList(venue, '/'),
    'a search for two words': (venue: Venue, round: number) =>
      search(venue, `${words[round % words.length]} win`),
    'a search for a word in every sixth question': (venue: Venue, round: number) =>
      search(venue, `${2026 + (round % 6)} -none${round}`),
    'a market’s page': (venue: Venue) => visit(venue, `/m/${venue.market}`, '.chart .line'),
  }
  for (const [name, go] of Object.entries(visits)) {
    const times = await measureLatency(
      { few: (round) => go(few, round), many: (round) => go(many, round) },
      rounds,
      () => Promise.all([few.categories, many.categories]),
    )
    console.log(`  ${name}: fourteen ${shown(times.few)}; a million ${shown(times.many)}`)
    results.push(judge(`${name} of a million markets, of fourteen`, times.many.p50, times.few.p50, bar))
  }
} finally {
  for (const { stop } of opened) stop()
  await browser.close()
  await own.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(results.includes(false) ? 1 : 0)

interface Venue {
  readonly url: string
  readonly market: string
  readonly page: Page
  /** Over when the last list's categories are there: they come behind it, and would slow down the next visit. */
  categories: Promise<unknown>
  stop(): void
}

async function openVenue(database: string): Promise<Venue> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ address: string }>(
    'select market_address as address from chain.markets where id = $1',
    [hotMarketId],
  )
  await client.end()
  const environment = { BENCH_DATABASE_URL: database, BENCH_SECRET: secret }
  const house = await startServer(new URL('./servers/console-house.mjs', import.meta.url), environment)
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  const venue = {
    url: house.url,
    market: rows[0]!.address,
    page,
    categories: Promise.resolve(),
    stop: () => house.stop(),
  }
  opened.push(venue)
  return venue
}

function search(venue: Venue, text: string): Promise<void> {
  return visitList(venue, `/?q=${encodeURIComponent(text)}`)
}

function visitList(venue: Venue, path: string): Promise<void> {
  venue.categories = venue.page.waitForResponse(/facets=true/)
  return visit(venue, path, '.card, .nobody')
}

/** From the address to what one came for. */
async function visit({ url, page }: Venue, path: string, wanted: string): Promise<void> {
  await page.goto(url + path, { waitUntil: 'commit' })
  // A price that never moved is a line without a height, which would not count as visible.
  await page.locator(wanted).first().waitFor({ state: 'attached' })
}
