/** What the vault says about stakes. A wallet has at most one running unlock request. */
export type VaultEvent = Staked | UnlockStarted | Withdrawn | Slashed

export interface Staked {
  readonly type: 'Staked'
  readonly wallet: string
  readonly amount: bigint
  /** The stake that counts for the tier, after this. */
  readonly staked: bigint
  /** The weight of all stakes together, after this. */
  readonly wholeWeight: number
}

/** The amount stopped counting for the tier at once and may be withdrawn from unlockAtMs on. */
export interface UnlockStarted {
  readonly type: 'UnlockStarted'
  readonly wallet: string
  readonly amount: bigint
  readonly unlockAtMs: number
  readonly staked: bigint
  readonly wholeWeight: number
}

/** The matured request was paid; none is running any more. */
export interface Withdrawn {
  readonly type: 'Withdrawn'
  readonly wallet: string
  readonly amount: bigint
}

/** A losing or unrevealed commit was worked off: taken from the stake first, then from the running request. */
export interface Slashed {
  readonly type: 'Slashed'
  readonly wallet: string
  readonly amount: bigint
  readonly staked: bigint
  readonly unlocking: bigint
  readonly wholeWeight: number
}
