import type { applyBlocks } from '../../src/indexer/index.ts'
import type { Database, Writer } from '../../src/store/index.ts'
import { latencyOf } from './latency.ts'

export type FeedOptions = NonNullable<Parameters<typeof applyBlocks>[2]['feed']>

/** Events, by the clock and by what this process used of the processor: the latter says something on a busy machine too. */
export interface Speed {
  readonly perSecond: number
  readonly perCpuSecond: number
}

export interface BesideFeed {
  readonly database: Database
  readonly rounds: number
  /** Indexes the next part of the chain and says how fast. */
  indexPart(database: Database, feed: FeedOptions): Promise<Speed>
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
      ratios: [] as Speed[],
    },
    {
      name: 'with candles, blocks too old to be told, of without',
      feed: untold,
      reference: () => indexPart(noCandles, untold),
      isJudged: true,
      ratios: [] as Speed[],
    },
    {
      name: 'with the histories of wallets, of without',
      feed: told,
      reference: () => indexPart(without(database, 'activity'), told),
      isJudged: false,
      ratios: [] as Speed[],
    },
  ]
  await indexPart(database, told)
  for (let round = 1; round <= rounds; round++)
    for (const { name, feed, reference, ratios } of kinds) {
      const plain = await reference()
      const whole = await indexPart(database, feed)
      const ratio = {
        perSecond: whole.perSecond / plain.perSecond,
        perCpuSecond: whole.perCpuSecond / plain.perCpuSecond,
      }
      ratios.push(ratio)
      console.log(
        `  round ${round}/${rounds}: ${name}: ${whole.perSecond.toFixed(0)} / ${plain.perSecond.toFixed(0)} events a second = ${ratio.perSecond.toFixed(3)}; by processor ${whole.perCpuSecond.toFixed(0)} / ${plain.perCpuSecond.toFixed(0)} = ${ratio.perCpuSecond.toFixed(3)}`,
      )
    }
  const verdicts = kinds.map(({ name, isJudged, ratios }) => {
    const median = latencyOf(ratios.map(({ perSecond }) => perSecond)).p50
    const byCpu = latencyOf(ratios.map(({ perCpuSecond }) => perCpuSecond)).p50
    const passed = !isJudged || median >= bar
    const verdict = isJudged ? (passed ? 'ok  ' : 'MISS') : '    '
    console.log(
      `${verdict} indexer ${name}: ${median.toFixed(3)}${isJudged ? ` (bar ${bar})` : ''}, by processor ${byCpu.toFixed(3)}`,
    )
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
