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
export const untold: FeedOptions = { sinceMs: Number.MAX_SAFE_INTEGER, confirmations }

/**
 * How fast the indexer is, of how fast it is without some of its work, by turns: without feed and candles, on blocks that
 * are told and on blocks too old for it, which only make candles; and without the histories of wallets, which is only told.
 */
export async function measureBesideFeed({ database, rounds, indexPart }: BesideFeed): Promise<boolean> {
  const noCandles = without(database, 'candles')
  const kinds = [
    {
      name: 'with feed and candles, of without',
      feed: told,
      reference: () => indexPart(noCandles, untold),
      isJudged: true,
      ratios: [] as number[],
    },
    {
      name: 'with candles, blocks too old to be told, of without',
      feed: untold,
      reference: () => indexPart(noCandles, untold),
      isJudged: true,
      ratios: [] as number[],
    },
    {
      name: 'with the histories of wallets, of without',
      feed: told,
      reference: () => indexPart(without(database, 'activity'), told),
      isJudged: false,
      ratios: [] as number[],
    },
  ]
  await indexPart(database, told)
  for (let round = 1; round <= rounds; round++)
    for (const { name, feed, reference, ratios } of kinds) {
      const plain = await reference()
      const whole = await indexPart(database, feed)
      ratios.push(whole / plain)
      console.log(
        `  round ${round}/${rounds}: ${name}: ${whole.toFixed(0)} / ${plain.toFixed(0)} events a second = ${(whole / plain).toFixed(3)}`,
      )
    }
  const verdicts = kinds.map(({ name, isJudged, ratios }) => {
    const median = latencyOf(ratios).p50
    const passed = !isJudged || median >= bar
    const verdict = isJudged ? (passed ? 'ok  ' : 'MISS') : '    '
    console.log(`${verdict} indexer ${name}: ${median.toFixed(3)}${isJudged ? ` (bar ${bar})` : ''}`)
    return passed
  })
  return verdicts.every(Boolean)
}

/** How many parts of the chain that takes. */
export const partsFor = (rounds: number): number => 6 * rounds + 1

/** A database whose table is empty and stays so. */
function without(database: Database, table: string): Database {
  const isOf = (label: string): boolean =>
    label === `write-rows-${table}` || label.startsWith(`load-rows-${table}-`)
  const leavingOut = (tx: Writer): Writer => ({
    query: (asked) => (isOf(asked.label) ? Promise.resolve([]) : tx.query(asked)),
    execute: (asked) => (isOf(asked.label) ? Promise.resolve(0) : tx.execute(asked)),
  })
  return {
    ...database,
    transaction: (work, how) => database.transaction((tx) => work(leavingOut(tx)), how),
  }
}
