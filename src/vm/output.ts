import type { Hash, Lock } from '../bytecode/index.ts'

export interface Token {
  readonly id: Hash
  readonly amount: bigint
}

export interface AssetOutput {
  readonly kind: 'asset'
  readonly amount: bigint
  readonly lock: Lock
  readonly tokens: readonly Token[]
  /** Any 63-bit number: a script may lock coins until the end of time, which a double cannot hold. */
  readonly lockTimeMs: bigint
  readonly additionalData: Uint8Array
}

/** An output that already exists, as a ledger hands it over; it may count its milliseconds in doubles. */
export type SpentOutput = Omit<AssetOutput, 'lockTimeMs'> & { readonly lockTimeMs: bigint | number }

export interface ContractOutput {
  readonly kind: 'contract'
  readonly amount: bigint
  /** `03` and the contract id. */
  readonly lock: Lock
  readonly tokens: readonly Token[]
}

export type Output = AssetOutput | ContractOutput

/** Names an output on the ledger: the hint of its lock (32 bits, signed as the REST API prints it) and its key. */
export interface OutputRef {
  readonly hint: number
  readonly key: Hash
}
