import type { Chain, TransactionStatus } from '../chain/index.ts'
import { Fault } from '../kit/index.ts'
import {
  type Database,
  findBuildByTx,
  findIndexedTransaction,
  type IndexedTransaction,
  listTransactionOrders,
  listTransactionTrades,
  type StoredBuild,
} from '../store/index.ts'
import { markBuildSeen } from '../store/writes/builder.ts'
import type { Summary } from './summary.ts'

/**
 * unknown    nobody we ask has seen it
 * mempool    a node holds it, no block has it
 * included   in a block of the main chain, with fewer confirmations than the venue asks for
 * confirmed  with enough of them
 * failed     in a block, inputs spent and fee paid, but its script failed: without effect
 * orphaned   was in a block that is no longer of the main chain, and is nowhere else now
 */
export type Lifecycle = 'unknown' | 'mempool' | 'included' | 'confirmed' | 'failed' | 'orphaned'

export interface TransactionReport {
  readonly txId: string
  readonly status: Lifecycle
  readonly blockHash: string | null
  readonly confirmations: number
  /** Of the block that holds it, once the index has it. */
  readonly blockHeight: number | null
  /** Whether reads show what it did: a node may know of a block before the index does. */
  readonly indexed: boolean
  /** What it caused, as far as the index has got. */
  readonly orders: Awaited<ReturnType<typeof listTransactionOrders>>
  readonly trades: Awaited<ReturnType<typeof listTransactionTrades>>
  /** Null unless the transaction is a build of ours. */
  readonly build: Summary | null
}

/** A transaction places at most one order and fills at most a hundred. */
const ROWS_MAX = 200

interface Parts {
  readonly chain: Chain
  readonly database: Database
  readonly confirmations: number
}

interface Place {
  readonly blockHash: string
  readonly confirmations: number
  readonly scriptOk: boolean
}

/** What became of a transaction: the node knows the mempool, the index its effects, the store what we built. */
export function createGetTransaction(parts: Parts): (txId: string) => Promise<TransactionReport> {
  const { chain, database } = parts
  return async (txId) => {
    const [stored, indexed] = await Promise.all([
      findBuildByTx(database, txId),
      findIndexedTransaction(database, txId),
    ])
    const status = await askNode(chain, txId, indexed)
    const place = await placeOf(parts, { txId, status, indexed })
    if (place !== null && stored !== null && stored.seenBlockHash !== place.blockHash)
      await markBuildSeen(database, { txId, blockHash: place.blockHash })
    const isIndexed = indexed !== null && indexed.blockHash === place?.blockHash
    const caused = indexed === null ? null : { height: indexed.height, txId, limit: ROWS_MAX }
    const [orders, trades] =
      caused === null
        ? [[], []]
        : await Promise.all([
            listTransactionOrders(database, caused),
            listTransactionTrades(database, caused),
          ])
    return {
      txId,
      status: lifecycleOf(status, { place, stored, confirmations: parts.confirmations }),
      blockHash: place?.blockHash ?? null,
      confirmations: place?.confirmations ?? 0,
      blockHeight: isIndexed ? indexed!.height : null,
      indexed: isIndexed,
      orders,
      trades,
      build: stored === null ? null : (JSON.parse(stored.summary) as Summary), // written by buildNew
    }
  }
}

/** With the node away the index answers for what it has; about anything else nobody can be asked. */
async function askNode(
  chain: Chain,
  txId: string,
  indexed: IndexedTransaction | null,
): Promise<TransactionStatus | null> {
  try {
    return await chain.getTransactionStatus(txId)
  } catch (error) {
    if (error instanceof Fault && indexed !== null) return null
    throw error
  }
}

async function placeOf(
  { chain }: Parts,
  of: {
    readonly txId: string
    readonly status: TransactionStatus | null
    readonly indexed: IndexedTransaction | null
  },
): Promise<Place | null> {
  const { txId, status, indexed } = of
  if (status === null) return indexed
  if (status.type === 'unknown' && indexed !== null) {
    // The node may lag behind the index, or the index behind a reorganisation.
    return (await chain.getBlockStanding(indexed.blockHash)) === 'orphan' ? null : indexed
  }
  if (status.type !== 'confirmed' && status.type !== 'conflicted') return null
  const { blockHash, confirmations } = status
  const scriptOk =
    status.type === 'confirmed' && ((await chain.findTransaction(txId))?.scriptExecutionOk ?? true)
  return { blockHash, confirmations, scriptOk }
}

function lifecycleOf(
  status: TransactionStatus | null,
  known: {
    readonly place: Place | null
    readonly stored: StoredBuild | null
    readonly confirmations: number
  },
): Lifecycle {
  const { place } = known
  if (place !== null) {
    if (!place.scriptOk) return 'failed'
    return place.confirmations >= known.confirmations ? 'confirmed' : 'included'
  }
  if (status?.type === 'mempool') return 'mempool'
  return known.stored?.seenBlockHash === undefined || known.stored.seenBlockHash === null
    ? 'unknown'
    : 'orphaned'
}
