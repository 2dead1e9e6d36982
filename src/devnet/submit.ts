import { bytesToHex } from '../kit/index.ts'
import { chainOf, fromOf, isIntraGroup } from './chain-index.ts'
import { chainOfTx } from './check-stateless.ts'
import { InvalidTx } from './invalid-tx.ts'
import { checkTx, mineWithSettlement, type NodeCore } from './node-core.ts'
import { encodeSignedTx, type SignedTx } from './transaction.ts'

const POOL_MAX_PER_CHAIN = 2_000
const POOL_EXPIRY_MS = 600_000

/** A submission the node answers with an error; the text is the node's. */
export class SubmissionRefused extends Error {
  constructor(text: string) {
    super(text)
    this.name = 'SubmissionRefused'
  }
}

/**
 * Takes a signed transaction into the mempool and, when the devnet mines instantly, into a block before answering. The
 * same transaction again is no error while it waits; once it is in a block its coins are gone and the node says so.
 */
export function submit(core: NodeCore, tx: SignedTx): void {
  dropExpired(core)
  if (core.state.pool.get(tx.txId) === undefined) admit(core, tx)
  if (core.state.mining.mode === 'instant') {
    const pooled = core.state.pool.get(tx.txId)
    if (pooled !== undefined) mineWithSettlement(core, pooled.chain)
  }
}

function admit(core: NodeCore, tx: SignedTx): void {
  const hex = () => bytesToHex(encodeSignedTx(tx))
  const short = tx.txId.slice(-8)
  const { pool } = core.state
  if (tx.unsigned.inputs.some((input) => pool.spenderOf(input.ref.key) !== undefined))
    throw new SubmissionRefused(`Tx ${short} is double spending: ${hex()}`)
  try {
    const { chain } = checkTx(core, tx, fromOf(chainOfTx(tx.unsigned)))
    if (pool.countOf(chain) >= POOL_MAX_PER_CHAIN)
      throw new SubmissionRefused(`the mempool is full when trying to add the tx ${short}: ${hex()}`)
    core.addToPool(tx, chain)
  } catch (error) {
    if (!(error instanceof InvalidTx)) throw error
    throw new SubmissionRefused(`Failed in validating tx ${tx.txId} due to ${error.status}: ${hex()}`)
  }
}

/** Nothing waits longer than ten minutes. */
export function dropExpired(core: NodeCore): void {
  const limit = core.nowMs() - POOL_EXPIRY_MS
  const expired: string[] = []
  for (const { tx, seenAtMs } of core.state.pool.all()) if (seenAtMs < limit) expired.push(tx.txId)
  core.removeFromPool(expired)
}

/** One block on every chain that has something waiting, senders' own chains included. */
export function minePending(core: NodeCore): void {
  dropExpired(core)
  const chains = new Set<number>()
  for (const { chain } of core.state.pool.all()) chains.add(chain)
  for (const chain of [...chains]) if (!isIntraGroup(chain)) chains.add(chainOf(fromOf(chain), fromOf(chain)))
  const order = [...chains].sort((a, b) => Number(isIntraGroup(a)) - Number(isIntraGroup(b)) || a - b)
  for (const chain of order) core.mine(chain)
}
