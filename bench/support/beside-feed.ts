import type { applyBlocks } from '../../src/indexer/index.ts'
import type { Database, Writer } from '../../src/store/index.ts'
import { latencyOf } from './latency.ts'

export type FeedOptions = NonNullable<Parameters<typeof applyBlocks>[2]['feed']>

export interface BesideFeed {
  readonly database: Database
  readonly rounds: number
  /** Indexes the next part of the chain and says how many events a second that were. */
  indexPart(database: Database, feed: FeedOptions): Promise<number>
}

const bar = 0.9
const confirmations = 10
const told: FeedOptions = { sinceMs: 0, confirmations }
/** Every block is too old to be told, as most are while a new index catches up. */
const untold: FeedOptions = { sinceMs: Number.MAX_SAFE_INTEGER, confirmations }

/**
 * How fast the indexer is with feed and candles, of how fast it is when it neither tells blocks nor reads and writes
 * candles, by turns: blocks that are told, and blocks that are too old for it and only make candles.
 */
export async function measureBesideFeed({ database, rounds, indexPart }: BesideFeed): Promise<boolean> {
  const plain = withoutCandles(database)
  await indexPart(database, told)
  const kinds = [
    { name: 'blocks that are told', feed: told, ratios: [] as number[] },
    { name: 'blocks too old to be told', feed: untold, ratios: [] as number[] },
  ]
  for (let round = 1; round <= rounds; round++)
    for (const { name, feed, ratios } of kinds) {
      const without = await indexPart(plain, untold)
      const beside = await indexPart(database, feed)
      ratios.push(beside / without)
      console.log(
        `  round ${round}/${rounds}: ${beside.toFixed(0)} events a second, ${name} / ${without.toFixed(0)} without feed and candles = ${(beside / without).toFixed(3)}`,
      )
    }
  const medians = kinds.map(({ name, ratios }) => ({ name, median: latencyOf(ratios).p50 }))
  for (const { name, median } of medians)
    console.log(
      `${median >= bar ? 'ok  ' : 'MISS'} indexer with feed and candles, ${name}, of without: ${median.toFixed(3)} (bar ${bar})`,
    )
  return medians.every(({ median }) => median >= bar)
}

/** A database that has no candles and takes none. */
function withoutCandles(database: Database): Database {
  const isCandles = (label: string): boolean =>
    label === 'write-rows-candles' || label.startsWith('load-rows-candles')
  const without = (tx: Writer): Writer => ({
    query: (asked) => (isCandles(asked.label) ? Promise.resolve([]) : tx.query(asked)),
    execute: (asked) => (isCandles(asked.label) ? Promise.resolve(0) : tx.execute(asked)),
  })
  return {
    ...database,
    transaction: (work, how) => database.transaction((tx) => work(without(tx)), how),
  }
}
