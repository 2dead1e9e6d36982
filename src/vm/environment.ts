import type { Hash } from '../bytecode/index.ts'
import type { SpentOutput } from './output.ts'
import type { SelectorCache } from './selector-cache.ts'

/** The block a script runs in, or would run in. */
export interface BlockEnv {
  readonly networkId: number
  /** The group of the intra-group chain. */
  readonly group: number
  readonly timestampMs: number
  /** Compact difficulty target, 4 bytes as in the block header. */
  readonly target: Uint8Array
  /** Unknown while a block is being assembled; without it `blockHash!` fails. */
  readonly blockHash: Hash | undefined
  /** Shared by the transactions of one block: a selector that was searched once is free afterwards. */
  readonly selectors?: SelectorCache
}

/** The transaction a script belongs to. */
export interface TxEnv {
  readonly txId: Hash
  /** The outputs its inputs spend, in input order. `lockTimeMs` as stored on the ledger (stamped with the block's time). */
  readonly inputs: readonly SpentOutput[]
  readonly fixedOutputs: readonly SpentOutput[]
  readonly gasPrice: bigint
  readonly gasAmount: number
  /** A stack: the last is taken first. A tx script gets its script signatures as they are, an unlock script the inputs' reversed. */
  readonly signatures: readonly Uint8Array[]
}
