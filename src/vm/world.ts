import type { Hash, Val } from '../bytecode/index.ts'
import type { ContractOutput, OutputRef } from './output.ts'

/** Everything the chain remembers about one living contract. */
export interface ContractRecord {
  readonly codeHash: Hash
  readonly initialStateHash: Hash
  readonly immFields: readonly Val[]
  readonly mutFields: readonly Val[]
  readonly assetRef: OutputRef
  readonly asset: ContractOutput
}

/**
 * What a script may look at. Two things stand behind it: the devnet's ledger, and a fixture in memory for dry runs and
 * tests. The VM never writes to it: a run keeps its own overlay and hands the difference back as WorldChanges.
 */
export interface World {
  findContract(id: Hash): ContractRecord | undefined
  /** The bytecode of a code hash. Code outlives the contracts that used it. */
  findCode(codeHash: Hash): Uint8Array | undefined
}

/** The difference a successful run makes. `undefined` in `contracts` means destroyed. */
export interface WorldChanges {
  readonly contracts: ReadonlyMap<Hash, ContractRecord | undefined>
  readonly codes: ReadonlyMap<Hash, Uint8Array>
  /** parent contract id of every contract created as a sub-contract in this run (for the sub-contract index). */
  readonly parents: ReadonlyMap<Hash, Hash>
}

export interface MutableWorld extends World {
  apply(changes: WorldChanges): void
}
