import type { applyBlocks } from '../../src/indexer/index.ts'
import type { Database, Writer } from '../../src/store/index.ts'

export type FeedOptions = NonNullable<Parameters<typeof applyBlocks>[2]['feed']>

/** How a part of the chain is indexed. */
export interface Way {
  readonly feed: FeedOptions
  /** Block by block, and what undoes each is kept; else by batches of blocks that are never undone. */
  readonly isFollowing: boolean
}

/** What indexing took, by the clock and of the processor: the latter says something on a busy machine too. */
interface Cost {
  readonly ms: number
  readonly cpuMs: number
}

export interface BesideFeed {
  /** Of the same server, both empty. */
  readonly databases: readonly [whole: Database, reference: Database]
  readonly blockCount: number
  readonly rounds: number
  /** Indexes some blocks of the chain. */
  index(database: Database, from: number, to: number, way: Way): Promise<Cost & { readonly events: number }>
}

interface Kind {
  readonly name: string
  readonly whole: { readonly database: Database; readonly feed: FeedOptions }
  /** The same without some of the work. */
  readonly reference: { readonly database: Database; readonly feed: FeedOptions }
  readonly isFollowing: boolean
  readonly isJudged: boolean
}

const bar = 0.9
const confirmations = 10
const told: FeedOptions = { sinceMs: 0, confirmations }
/** Every block is too old to be told, as most are while a new index catches up. */
export const untold: FeedOptions = { sinceMs: Number.MAX_SAFE_INTEGER, confirmations }

/**
 * How fast the indexer is, of how fast it is without some of its work: the same blocks into two databases, in turns of a
 * block or a batch, and the other one first each time. So both grow alike, and whatever else the machine does meets both.
 * Judged is what an index does all day and what a new one does: following block by block, and catching up on blocks too old
 * to be told, which only make candles. Many told blocks at once, and the histories of wallets, are only told.
 */
export async function measureBesideFeed({
  databases: [database, beside],
  blockCount,
  rounds,
  index,
}: BesideFeed): Promise<boolean> {
  const noFeed = without(beside, [
    'list-candle-rows',
    'write-rows-candles',
    'skip-feed',
    'forget-book-versions',
  ])
  const noHistories = without(beside, labelsOf('activity'))
  const kinds: readonly Kind[] = [
    {
      name: 'following, block by block, with images: with feed and candles, of without',
      whole: { database, feed: told },
      reference: { database: noFeed, feed: untold },
      isFollowing: true,
      isJudged: true,
    },
    {
      name: 'catching up: with candles, blocks too old to be told, of without',
      whole: { database, feed: untold },
      reference: { database: noFeed, feed: untold },
      isFollowing: false,
      isJudged: true,
    },
    {
      name: 'by batches, as an index does that was away for less than a day: with feed and candles, of without',
      whole: { database, feed: told },
      reference: { database: noFeed, feed: untold },
      isFollowing: false,
      isJudged: false,
    },
    {
      name: 'by batches: with the histories of wallets, of without',
      whole: { database, feed: told },
      reference: { database: noHistories, feed: told },
      isFollowing: false,
      isJudged: false,
    },
  ]
  const partBlocks = Math.floor(blockCount / (rounds * kinds.length + 1))
  for (const each of [database, beside]) await index(each, 0, partBlocks, { feed: told, isFollowing: false })
  let at = partBlocks
  const measured = kinds.map((kind) => ({ ...kind, cost: nothing, referenceCost: nothing, events: 0 }))
  for (let round = 1; round <= rounds; round++)
    for (const kind of measured) {
      const { whole, reference, isFollowing } = kind
      const turnBlocks = isFollowing ? 1 : partBlocks
      const end = at + partBlocks
      for (let turn = 0; at < end; turn++, at += turnBlocks) {
        const run = async (side: 'whole' | 'reference'): Promise<void> => {
          const { database: where, feed } = side === 'whole' ? whole : reference
          const cost = await index(where, at, at + turnBlocks, { feed, isFollowing })
          if (side === 'whole') {
            kind.cost = plus(kind.cost, cost)
            kind.events += cost.events
          } else kind.referenceCost = plus(kind.referenceCost, cost)
        }
        const isFirst = (turn + round) % 2 === 0
        await run(isFirst ? 'whole' : 'reference')
        await run(isFirst ? 'reference' : 'whole')
      }
      console.log(`  round ${round}/${rounds}: ${tellOf(kind)}`)
    }
  const verdicts = measured.map((kind) => {
    const { isJudged, cost, referenceCost } = kind
    const passed = !isJudged || referenceCost.ms / cost.ms >= bar
    const verdict = isJudged ? (passed ? 'ok  ' : 'MISS') : '    '
    console.log(`${verdict} indexer ${tellOf(kind)}${isJudged ? ` (bar ${bar})` : ''}`)
    return passed
  })
  return verdicts.every(Boolean)
}

const nothing: Cost = { ms: 0, cpuMs: 0 }
const plus = (a: Cost, b: Cost): Cost => ({ ms: a.ms + b.ms, cpuMs: a.cpuMs + b.cpuMs })

interface Measured {
  readonly name: string
  readonly events: number
  readonly cost: Cost
  readonly referenceCost: Cost
}

/** All of it so far. */
function tellOf({ name, events, cost, referenceCost }: Measured): string {
  const rate = ({ ms }: Cost) => ((1000 * events) / ms).toFixed(0)
  return `${name}: ${rate(cost)} / ${rate(referenceCost)} events a second = ${(referenceCost.ms / cost.ms).toFixed(3)}, by processor ${(referenceCost.cpuMs / cost.cpuMs).toFixed(3)}`
}

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
