import { expect, test } from 'vitest'
import { createIndexView } from '../../src/api/index.ts'
import { createClient } from '../../src/client/index.ts'
import { systemClock, systemTimers } from '../../src/kit/index.ts'
import { catchUp, makeIndexer } from '../simulation/indexer/scenario.ts'
import { createStory } from '../simulation/indexer/story.ts'
import { createTestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'

describeOnBothDatabases('a book kept over two processes', (context) => {
  test('behavior: begins with nothing missing, though who answers the reads is behind who streams', async () => {
    const { database } = context
    const story = createStory()
    const indexer = makeIndexer(story.chain, database)
    const mine = async (blocks: number) => {
      story.mine(blocks)
      await catchUp(indexer)
    }
    await mine(80)
    const streaming = await createTestApi({ database })
    // What it knows of the index it believes for an hour, and its streams look for nothing newer.
    const index = createIndexView({ database, clock: systemClock, ageMaxMs: 3_600_000 })
    const timers = { ...systemTimers, every: () => () => undefined }
    const reading = await createTestApi({ database, parts: { index, timers } })
    const [a, b] = await Promise.all(
      [streaming, reading].map(async ({ api }) => {
        const { host, port } = await api.start()
        return `http://${host}:${port}`
      }),
    )
    const addresses = (
      await database.query<{ address: string }>({
        label: 'list-market-addresses',
        sql: 'select market_address as address from markets order by 1',
      })
    ).map(({ address }) => address)
    const bookOf = async (api: typeof reading, address: string) =>
      (await api.request('GET', `/v1/markets/${address}/orderbook?depth=999`)).json()
    const before = new Map<string, { readonly version: number; readonly yes: object }>()
    for (const address of addresses) before.set(address, await bookOf(reading, address))
    await mine(8)
    const isChanged = async (address: string) =>
      JSON.stringify((await bookOf(streaming, address)).yes) !== JSON.stringify(before.get(address)!.yes)
    const changed: string[] = []
    for (const address of addresses) if (await isChanged(address)) changed.push(address)
    expect(changed.length).toBeGreaterThan(0)
    expect((await bookOf(reading, changed[0]!)).version).toBe(before.get(changed[0]!)!.version)

    const client = createClient({
      url: a!,
      // One address, and two processes behind it.
      fetch: (input, init) =>
        fetch(String(input).includes('/stream') ? input : String(input).replace(a!, b!), init),
    })
    const stop = new AbortController()
    for await (const { version, bids, asks } of client.book(changed[0]!, { signal: stop.signal })) {
      const { version: wanted, yes } = await bookOf(streaming, changed[0]!)
      expect({ version, bids, asks }).toEqual({ version: wanted, ...yes })
      stop.abort()
      break
    }
    for (const api of [streaming, reading]) await api.close()
  })
})
