import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/store/index.ts'
import { createHttpClient } from '../support/http.ts'
import { createDataDir, type Service, seedDatabase, startService } from '../support/service.ts'

const events = 200
const legs = 20
const clients = 200

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

  test('F38 behavior: two hundred clients at once in a small heap are served or turned away, and nothing breaks', async () => {
    const statuses = await Promise.all(
      Array.from({ length: clients }, async (_, i) => {
        // Every tenth asks something of its own, so that not all of them share one computation.
        const path = i % 10 === 0 ? `${url}&category=Sports&page=${i % 3 === 0 ? 0 : 1}` : url
        const response = await fetch(`${service.url}${path}`)
        // Read to the end, but keep only the size: the test's own heap is not what is tested.
        let bytes = 0
        for await (const chunk of response.body ?? []) bytes += chunk.length
        return bytes > 0 ? response.status : 0
      }),
    )
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(statuses).toContain(200)
    expect((await createHttpClient(service.url).request('GET', '/health')).status).toBe(200)
  })
})
