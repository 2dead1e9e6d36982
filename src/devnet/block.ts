import type { Val } from '../bytecode/index.ts'
import type { ContractRecord } from '../vm/index.ts'
import type { Header } from './block-header.ts'
import type { CoinEntry } from './coin-entry.ts'
import type { Transaction } from './transaction.ts'

export interface ContractChange {
  readonly id: string
  readonly before: ContractRecord | undefined
  readonly after: ContractRecord | undefined
}

export interface BlockEvent {
  readonly txIndex: number
  readonly contractId: string
  readonly eventIndex: number
  readonly fields: readonly Val[]
}

/** A block and what it does to the ledger, both ways: everything needed to apply and to undo it without running it. */
export interface BlockBody {
  readonly header: Header
  readonly transactions: readonly Transaction[]
  /** Coins of earlier blocks that this one spends. */
  readonly spent: readonly CoinEntry[]
  readonly contracts: readonly ContractChange[]
  readonly codes: readonly (readonly [codeHash: string, code: Uint8Array])[]
  readonly parents: readonly (readonly [child: string, parent: string])[]
  readonly events: readonly BlockEvent[]
}

/** What the index keeps of every block ever seen, orphans included. */
export interface BlockEntry {
  readonly seq: number
  readonly hash: string
  readonly chain: number
  readonly height: number
  readonly timestampMs: number
  /** Where its body is kept. */
  readonly position: number
}
