import type { applyBlocks } from '../../src/indexer/index.ts'
import type { Database, Writer } from '../../src/store/index.ts'

export type FeedOptions = NonNullable<Parameters<typeof applyBlocks>[2]['feed']>

/** Events, by the clock and by what this process used of the processor: the latter says something on a busy machine too. */
export interface Speed {
  readonly perSecond: number
  readonly perCpuSecond: number
}

/** How a part of the chain is indexed. */
export interface Way {
  readonly feed: FeedOptions
  /** Block by block, and what undoes each is kept; else by batches of blocks that are never undone. */
  readonly isFollowing: boolean
}

export interface BesideFeed {
  readonly database: Database
  readonly rounds: number
  /** Indexes the next part of the chain and says how fast. */
  indexPart(database: Database, way: Way): Promise<Speed>
}

interface Kind {
  readonly name: string
  readonly whole: () => Promise<Speed>
  /** The same without some of the work. */
  readonly reference: () => Promise<Speed>
  readonly isJudged: boolean
}

const bar = 0.9
const confirmations = 10
const told: FeedOptions = { sinceMs: 0, confirmations }
/** Every block is too old to be told, as most are while a new index catches up. */
export const untold: FeedOptions = { sinceMs: Number.MAX_SAFE_INTEGER, confirmations }

/**
 * How fast the indexer is, of how fast it is without some of its work, by turns; which of the two comes first changes from
 * round to round, because tables grow. Judged is what it does all day and what a new index does: following block by block,
 * and catching up on blocks too old to be told, which only make candles. Many told blocks at once, and the histories of
 * wallets, are only told.
 */
export async function measureBesideFeed({ database, rounds, indexPart }: BesideFeed): Promise<boolean> {
  const noFeed = without(database, [...labelsOf('candles'), 'skip-feed', 'forget-book-versions'])
  const noHistories = without(database, labelsOf('activity'))
  const kinds: readonly Kind[] = [
    {
      name: 'following, block by block, with images: with feed and candles, of without',
      whole: () => indexPart(database, { feed: told, isFollowing: true }),
      reference: () => indexPart(noFeed, { feed: untold, isFollowing: true }),
      isJudged: true,
    },
    {
      name: 'catching up: with candles, blocks too old to be told, of without',
      whole: () => indexPart(database, { feed: untold, isFollowing: false }),
      reference: () => indexPart(noFeed, { feed: untold, isFollowing: false }),
      isJudged: true,
    },
    {
      name: 'by batches, as an index does that was away for less than a day: with feed and candles, of without',
      whole: () => indexPart(database, { feed: told, isFollowing: false }),
      reference: () => indexPart(noFeed, { feed: untold, isFollowing: false }),
      isJudged: false,
    },
    {
      name: 'by batches: with the histories of wallets, of without',
      whole: () => indexPart(database, { feed: told, isFollowing: false }),
      reference: () => indexPart(noHistories, { feed: told, isFollowing: false }),
      isJudged: false,
    },
  ]
  await indexPart(database, { feed: told, isFollowing: false })
  const measured = kinds.map((kind) => ({ ...kind, ratios: [] as Speed[] }))
  for (let round = 1; round <= rounds; round++)
    for (const { name, whole, reference, ratios } of measured) {
      const early = round % 2 === 0 ? await whole() : null
      const of = await reference()
      const { perSecond, perCpuSecond } = early ?? (await whole())
      const ratio = { perSecond: perSecond / of.perSecond, perCpuSecond: perCpuSecond / of.perCpuSecond }
      ratios.push(ratio)
      console.log(
        `  round ${round}/${rounds}: ${name}: ${perSecond.toFixed(0)} / ${of.perSecond.toFixed(0)} events a second = ${ratio.perSecond.toFixed(3)}; by processor ${perCpuSecond.toFixed(0)} / ${of.perCpuSecond.toFixed(0)} = ${ratio.perCpuSecond.toFixed(3)}`,
      )
    }
  const verdicts = measured.map(({ name, isJudged, ratios }) => {
    const median = medianOf(ratios.map(({ perSecond }) => perSecond))
    const byCpu = medianOf(ratios.map(({ perCpuSecond }) => perCpuSecond))
    const passed = !isJudged || median >= bar
    const verdict = isJudged ? (passed ? 'ok  ' : 'MISS') : '    '
    console.log(
      `${verdict} indexer ${name}: ${median.toFixed(3)}${isJudged ? ` (bar ${bar})` : ''}, by processor ${byCpu.toFixed(3)}`,
    )
    return passed
  })
  return verdicts.every(Boolean)
}

/** Of an even number the middle of the two in the middle: both orders count. */
function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = (sorted.length - 1) / 2
  return (sorted[Math.floor(half)]! + sorted[Math.ceil(half)]!) / 2
}

/** How many parts of the chain that takes. */
export const partsFor = (rounds: number): number => 8 * rounds + 1

/** What reads and writes a table's rows. */
const labelsOf = (table: string): string[] => [`write-rows-${table}`, `load-rows-${table}-`]

/** A database that leaves statements out and finds nothing with them; those of a label's kind when it ends with a dash. */
function without(database: Database, labels: readonly string[]): Database {
  const isLeftOut = (asked: string): boolean =>
    labels.some((label) => (label.endsWith('-') ? asked.startsWith(label) : asked === label))
  const leavingOut = (tx: Writer): Writer => ({
    query: (asked) => (isLeftOut(asked.label) ? Promise.resolve([]) : tx.query(asked)),
    execute: (asked) => (isLeftOut(asked.label) ? Promise.resolve(0) : tx.execute(asked)),
  })
  return {
    ...database,
    transaction: (work, how) => database.transaction((tx) => work(leavingOut(tx)), how),
  }
}
