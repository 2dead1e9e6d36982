import { maxBigint } from '../kit/index.ts'
import {
  type AssetOutput,
  groupOfHint,
  hintOfLock,
  outputKeyOf,
  type Spendable,
} from '../transaction/index.ts'

/** An asset output on the ledger, or in the mempool. Never changed in place: snapshots share it. */
export interface CoinEntry extends Spendable {
  readonly lock: string
  readonly group: number
  /** As stored: an output that was not locked beyond its block's time carries the block's time. */
  readonly lockTimeMs: bigint
  /** As written in the transaction. */
  readonly ownLockTimeMs: bigint
  readonly additionalData: Uint8Array
  readonly txId: string
  /** The height of its group's own chain from which on the node counts it as persisted. */
  readonly settledAt: number
}

/** How the node ranks coins: persisted, in a block its group has not built on yet, in the mempool. */
export type CoinLevel = 0 | 1 | 2

export interface RankedCoin extends CoinEntry {
  readonly level: CoinLevel
}

export function coinOf(
  output: AssetOutput,
  origin: {
    readonly txId: string
    readonly index: number
    readonly timeMs: number
    readonly settledAt: number
  },
): CoinEntry {
  const hint = hintOfLock(output.lock)
  return {
    hint,
    key: outputKeyOf(origin.txId, origin.index),
    amount: output.amount,
    tokens: output.tokens,
    lock: output.lock,
    group: groupOfHint(hint),
    lockTimeMs: maxBigint(output.lockTimeMs, BigInt(origin.timeMs)),
    ownLockTimeMs: output.lockTimeMs,
    additionalData: output.additionalData,
    txId: origin.txId,
    settledAt: origin.settledAt,
  }
}

/** The output a coin stands for. What its group has not built on yet still shows the lock time of the transaction. */
export const outputOf = (coin: CoinEntry, level: CoinLevel): AssetOutput => ({
  kind: 'asset',
  amount: coin.amount,
  lock: coin.lock,
  tokens: coin.tokens,
  lockTimeMs: level === 0 ? coin.lockTimeMs : coin.ownLockTimeMs,
  additionalData: coin.additionalData,
})
