import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/store/index.ts'
import { createHttpClient } from '../support/http.ts'
import { createDataDir, type Service, seedDatabase, startService } from '../support/service.ts'

const events = 200
const legs = 20
const clients = 200
/** As many as one address may hold. */
const atOnceMax = 64

/** As many events with as many legs as one answer may hold, written straight into the index. */
async function fillIndex(dataDir: string): Promise<void> {
  const database = await openDatabase({
    kind: 'embedded',
    folder: join(dataDir, 'database'),
    limits: { watchdogMs: 60_000 },
  })
  await database.execute({
    label: 'test-events',
    sql: `insert into events (id, master_address, proposal_id, question, category, tags, image_url, leg_count,
        legs_text, total_volume, created_at_ms)
      select n, rpad(replace('event' || n, '0', 'z'), 44, 'x'), n, rpad('Which one wins ' || n, 280, '?'), 'Sports', '{a,b}', null,
        ${legs}, '', 0, n
      from generate_series(1, ${events}) n`,
  })
  await database.execute({
    label: 'test-legs',
    sql: `insert into markets (id, market_address, proposal_id, leg, event_id, creator, creator_share, question,
        category, tags, tags_text, rules, resolution_sources, ends_at_ms, created_at_ms, state, resolved, volume,
        open_interest, best_bid_yes, best_ask_yes, order_count, trade_count, last_trade_at_ms, trend_amount, trending,
        unpaid_creator_fees, unpaid_treasury_fees, swept_chunks, updated_at_ms)
      select 1000000 + n, rpad(replace('market' || n, '0', 'z'), 44, 'x'), 1 + (n - 1) / ${legs}, (n - 1) % ${legs},
        1 + (n - 1) / ${legs}, rpad('creator', 44, 'x'), 0, rpad('Leg ' || n, 280, '?'), 'Sports', '{a,b}', 'a b',
        repeat('r', 400), repeat('s', 400), 4102444800000, n, 'open', false, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '[]', 0
      from generate_series(1, ${events * legs}) n`,
  })
  await database.execute({
    label: 'test-counts',
    sql: `insert into list_counts (scope, key, n) values ('events', 'all', ${events}), ('markets', 'open', ${events * legs})`,
  })
  await database.close()
}

describe('the largest legal answer', () => {
  const data = createDataDir()
  let service: Service
  beforeAll(async () => {
    await seedDatabase(data.path)
    await fillIndex(data.path)
    service = await startService({
      DATA_DIR: data.path,
      NODE_OPTIONS: '--max-old-space-size=256',
      RATE_LIMIT_ANON_READS: '1000000',
      HTTP_IN_FLIGHT_MAX: String(2 * atOnceMax),
    })
  })
  afterAll(async () => {
    service?.kill('SIGKILL')
    await service?.exited
    data.remove()
  })

  const url = '/v1/events?limit=200&withLegs=true'

  test('I58 behavior: it is complete', async () => {
    const answer = await createHttpClient(service.url).request('GET', url)
    expect(answer.status).toBe(200)
    expect(answer.json().events).toHaveLength(events)
    expect(answer.json().events.every((event: { legs: unknown[] }) => event.legs.length === legs)).toBe(true)
    expect(answer.body.length).toBeGreaterThan(5_000_000)
  })

  test('F38 behavior: of two hundred clients at once in a small heap some are served, the excess is 503', async () => {
    // They take their time: an answer that nobody reads stays in hand, because it fits into no socket's buffers.
    const slow = await Promise.all(Array.from({ length: atOnceMax }, () => ask(url)))
    expect(slow.map(({ statusCode }) => statusCode)).toEqual(slow.map(() => 200))
    const excess = await Promise.all(Array.from({ length: clients - atOnceMax }, () => ask(url)))
    expect(excess.map(({ statusCode }) => statusCode)).toEqual(excess.map(() => 503))
    for (const answer of excess) {
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(JSON.parse((await bytesOf(answer)).toString())).toMatchObject({ code: 'UNAVAILABLE' })
    }
    const sizes = await Promise.all(slow.map(async (answer) => (await bytesOf(answer)).length))
    expect(Math.min(...sizes)).toBeGreaterThan(5_000_000)
    const after = await createHttpClient(service.url).request('GET', url)
    expect(after.status).toBe(200)
  })

  test.each(['/openapi.json', '/docs/json', '/docs/yaml'])(
    'F38 behavior: sixteen hundred answers of %s that nobody reads take no memory from others',
    async (path) => {
      // Eight in one piece: when the first is on its way, all are made.
      const eight = `GET ${path} HTTP/1.1\r\nhost: sibyl\r\n\r\n`.repeat(8)
      const sockets: Socket[] = []
      while (sockets.length < clients) {
        const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
        sockets.push(socket)
        socket.write(eight)
        await firstBytes(socket)
      }
      expect((await createHttpClient(service.url).request('GET', '/v1/markets?limit=1')).status).toBe(200)
      for (const socket of sockets) socket.destroy()
    },
  )

  /** An answer's head; its body waits to be read. */
  const ask = (path: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      get(`${service.url}${path}`, { agent: false }, resolve).on('error', reject)
    })
})

async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Waits for them and leaves them unread. */
const firstBytes = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('readable', resolve)
    socket.on('error', reject)
  })
