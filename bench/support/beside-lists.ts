import { sleep } from '../../src/kit/index.ts'
import type { Database } from '../../src/store/index.ts'
import { latencyOf } from './latency.ts'
import { startReading } from './readers.ts'
import { startServer } from './server.ts'

export interface BesideLists {
  readonly url: string
  readonly database: Database
  readonly rounds: number
  /** Indexes the next part of the chain and says how many events a second that were. */
  indexPart(): Promise<number>
}

const bar = 0.5

/**
 * B17: how fast the indexer is beside 32 connections that read lists as fast as they are answered, of how fast it is alone,
 * by turns. Once everybody reads the same lists, which the API has in its cache until the next block; once each list is
 * another, so that all of them come from the database. API and readers are processes of their own.
 */
export async function measureBesideLists({
  url,
  database,
  rounds,
  indexPart,
}: BesideLists): Promise<boolean> {
  const house = await startServer(new URL('../servers/reads-house.mjs', import.meta.url), {
    BENCH_DATABASE_URL: url,
    BENCH_SECRET: 'a secret for the bench of the indexer, long enough',
  })
  try {
    // What comes first is not counted: there is nothing to list yet.
    await indexPart()
    const trades = (await marketAddresses(database)).map((address) => `/v1/markets/${address}/trades`)
    const kinds = [
      { name: 'the same lists', paths: ['/v1/markets', ...trades], ratios: [] as number[] },
      {
        name: 'uncached lists',
        paths: lengths.flatMap((limit) => trades.map((path) => `${path}?limit=${limit}`)),
        ratios: [] as number[],
      },
    ]
    for (const { paths } of kinds) {
      const stopWarmingUp = startReading(house.url, paths)
      await sleep(4_000)
      await stopWarmingUp()
    }
    for (let round = 1; round <= rounds; round++) {
      const alone = await indexPart()
      for (const { name, paths, ratios } of kinds) {
        const stopReading = startReading(house.url, paths)
        await sleep(1_000)
        const beside = await indexPart()
        const lists = await stopReading()
        ratios.push(beside / alone)
        console.log(
          `  round ${round}/${rounds}: ${beside.toFixed(0)} beside ${lists.toFixed(0)} of ${name} a second / ${alone.toFixed(0)} alone = ${(beside / alone).toFixed(3)}`,
        )
      }
    }
    const medians = kinds.map(({ name, ratios }) => ({ name, median: latencyOf(ratios).p50 }))
    for (const { name, median } of medians)
      console.log(
        `${median >= bar ? 'ok  ' : 'MISS'} B17 indexer beside readers of ${name}, of alone: ${median.toFixed(3)} (bar ${bar})`,
      )
    return medians.every(({ median }) => median >= bar)
  } finally {
    house.stop()
  }
}

/** Pages of a hundred lengths: five thousand lists, more than are read between two batches of blocks. */
const lengths = Array.from({ length: 100 }, (_, at) => at + 1)

async function marketAddresses(database: Database): Promise<string[]> {
  const markets = await database.query<{ market_address: string }>({
    label: 'bench-markets',
    sql: 'select market_address from markets order by id limit 50',
  })
  return markets.map(({ market_address }) => market_address)
}
