/**
 * The words of a transaction, as plain values. Locks, unlocks and scripts are the lower-case hex of their serialised
 * form: the SDK's codecs read them where their inside matters, and everywhere else they are only compared and copied.
 */

/** Hex of a serialised lock script. */
export type Lock = string

export interface Token {
  readonly id: string
  readonly amount: bigint
}

export interface OutputRef {
  /** 32 bits, signed, as the REST API prints it. */
  readonly hint: number
  readonly key: string
}

export interface AssetOutput {
  readonly kind: 'asset'
  readonly amount: bigint
  readonly lock: Lock
  readonly tokens: readonly Token[]
  readonly lockTimeMs: bigint
  readonly additionalData: Uint8Array
}

export interface TxInput {
  readonly ref: OutputRef
  /** Hex of a serialised unlock script. */
  readonly unlock: string
}

export interface UnsignedTx {
  readonly version: number
  readonly networkId: number
  /** Hex of the script's bytecode. */
  readonly script: string | undefined
  readonly gasAmount: number
  readonly gasPrice: bigint
  readonly inputs: readonly TxInput[]
  readonly fixedOutputs: readonly AssetOutput[]
}

/** What selection needs to know about an unspent output; a Coin of the domain is one, the devnet's entries are too. */
export interface Spendable {
  readonly hint: number
  readonly key: string
  readonly amount: bigint
  readonly tokens: readonly Token[]
}

/** Who pays: the lock of the coins and what opens it. */
export interface Payer {
  readonly lock: Lock
  readonly unlock: string
}
