import { decodeUnsignedTx, encodeUnsignedTx } from '../transaction/index.ts'
import type { PoolEntry } from './mempool.ts'
import { signedTx } from './transaction.ts'

/** A waiting transaction as the journal keeps it. */
export interface PoolJson {
  tx: string
  signatures: string[]
  chain: number
  seen: number
}

export function poolToJson(entry: PoolEntry): PoolJson {
  return {
    tx: Buffer.from(encodeUnsignedTx(entry.tx.unsigned)).toString('base64'),
    signatures: [...entry.tx.inputSignatures],
    chain: entry.chain,
    seen: entry.seenAtMs,
  }
}

export function poolFromJson(json: PoolJson): PoolEntry {
  const unsigned = decodeUnsignedTx(new Uint8Array(Buffer.from(json.tx, 'base64')))
  return { tx: signedTx(unsigned, json.signatures), chain: json.chain, seenAtMs: json.seen }
}
