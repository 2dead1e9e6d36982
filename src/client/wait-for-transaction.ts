import type { NodeProvider } from '../alephium/index.ts'
import type { Transaction } from '../wire/index.ts'
import type { Client } from './create-client.ts'
import { askingNode } from './node-error.ts'
import type { CallOptions } from './transport.ts'

export interface WaitOptions extends CallOptions {
  /** `included` unless said otherwise; `confirmed` waits for the venue's number of confirmations. */
  readonly until?: 'included' | 'confirmed' | undefined
  /** With a node, the index is waited for too, so that reads show what the transaction did. */
  readonly node?: NodeProvider | undefined
  readonly intervalMs?: number | undefined
  readonly looksMax?: number | undefined
}

/** Blocks come every few seconds; two minutes are many of them. */
const INTERVAL_MS = 1_000
const LOOKS_MAX = 120

/** A transaction did not do what it was for. */
export class TransactionFailed extends Error {
  /** As last seen: `failed` when a block has it without effect, otherwise it never came into one. */
  readonly transaction: Transaction

  constructor(transaction: Transaction) {
    const what = transaction.status === 'failed' ? 'is in a block but failed' : `is ${transaction.status}`
    super(`the transaction ${transaction.txId} ${what}`)
    this.name = 'TransactionFailed'
    this.transaction = transaction
  }
}

/** Looks again and again, a bounded number of times, until a block has the transaction. */
export async function waitForTransaction(
  client: Client,
  txId: string,
  { until = 'included', node, intervalMs = INTERVAL_MS, looksMax = LOOKS_MAX, ...options }: WaitOptions = {},
): Promise<Transaction> {
  for (let look = 1; ; look++) {
    const transaction = await client.transactions.get({ txId }, options)
    const { status } = transaction
    if (status === 'confirmed' || (status === 'included' && until === 'included'))
      return node === undefined ? transaction : indexed(client, transaction, { node, options })
    if (status === 'failed' || look >= looksMax) throw new TransactionFailed(transaction)
    await client.wait(intervalMs, options.signal)
    options.signal?.throwIfAborted()
  }
}

/** The same once reads reflect its block: then its orders and fills are there too. */
async function indexed(
  client: Client,
  { txId, blockHash }: Transaction,
  { node, options }: { readonly node: NodeProvider; readonly options: CallOptions },
): Promise<Transaction> {
  const block = await askingNode('the node does not show the block', () =>
    node.blockflow.getBlockflowBlocksBlockHash(blockHash ?? ''),
  )
  await client.status({ ...options, minBlockHeight: block.height })
  return client.transactions.get({ txId }, options)
}
