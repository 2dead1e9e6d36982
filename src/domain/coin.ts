/** A reference to an output: the hint says which lock it has, the key which output it is. */
export interface OutputRef {
  readonly hint: number
  readonly key: string
}

export interface TokenAmount {
  readonly id: string
  readonly amount: bigint
}

/** An unspent output of a wallet, as the builder and the keeper spend it. */
export interface Coin {
  readonly ref: OutputRef
  readonly attoAlph: bigint
  readonly tokens: readonly TokenAmount[]
  /** Unix milliseconds from which the coin may be spent; the chain takes any up to 2^63 - 1. */
  readonly lockTimeMs: bigint
}
