/**
 * What the oracle says about how a market finds its outcome. States of the market itself come as MarketStateChanged
 * of the market, in the same transaction. submission and round count from 1 over a market's life and never restart.
 */
export type OracleEvent =
  | OutcomeSubmitted
  | OutcomeDisputed
  | RoundOpened
  | VoteCommitted
  | VoteRevealed
  | RoundFinalized
  | SubmissionClosed
  | SlashesForfeited
  | CommitWorkedOff
  | RoundClosed

/** 1 yes, 2 no, 3 too early. */
export type VoteChoice = 1 | 2 | 3

export interface OutcomeSubmitted {
  readonly type: 'OutcomeSubmitted'
  readonly marketId: number
  readonly submission: number
  readonly submitter: string
  readonly outcome: 1 | 2
  /** Collateral. */
  readonly bond: bigint
  readonly disputeEndsAtMs: number
}

/** Followed in the same transaction by the dispute's first RoundOpened. */
export interface OutcomeDisputed {
  readonly type: 'OutcomeDisputed'
  readonly marketId: number
  readonly submission: number
  readonly disputer: string
  readonly bond: bigint
}

/** Commits are taken from this block on until commitEndsAtMs, reveals from then until revealEndsAtMs. */
export interface RoundOpened {
  readonly type: 'RoundOpened'
  readonly marketId: number
  readonly round: number
  readonly submission: number
  /** Which round of this dispute, 1..4. */
  readonly attempt: number
  readonly commitEndsAtMs: number
  readonly revealEndsAtMs: number
  /** Stake tokens lost in earlier rounds of this dispute, for this round's winners. */
  readonly carried: bigint
}

export interface VoteCommitted {
  readonly type: 'VoteCommitted'
  readonly marketId: number
  readonly round: number
  readonly voter: string
  /** 32 bytes hex. */
  readonly commitHash: string
  readonly weight: number
  readonly stake: bigint
  /** What a losing or unrevealed vote costs: floor(stake / 1000). */
  readonly slash: bigint
}

export interface VoteRevealed {
  readonly type: 'VoteRevealed'
  readonly marketId: number
  readonly round: number
  readonly voter: string
  readonly vote: VoteChoice
  /** 32 bytes hex; public from now on. */
  readonly salt: string
  readonly weight: number
}

export interface RoundFinalized {
  readonly type: 'RoundFinalized'
  readonly marketId: number
  readonly round: number
  /** Null: no result. */
  readonly result: VoteChoice | null
  readonly weightYes: number
  readonly weightNo: number
  readonly weightEarly: number
  /** How many wallets revealed. */
  readonly wallets: number
  /** Stake tokens for the winners; without a result carried on, or forfeited when the market is voided. */
  readonly pool: bigint
}

/** A submission came to its end; amounts are collateral. `too-early` puts the market back to closed. */
export interface SubmissionClosed {
  readonly type: 'SubmissionClosed'
  readonly marketId: number
  readonly submission: number
  readonly result: 'yes' | 'no' | 'too-early' | 'void'
  readonly toSubmitter: bigint
  /** 0 when nobody disputed. */
  readonly toDisputer: bigint
  readonly toTreasury: bigint
}

/** The market was voided: the stake tokens nobody won went to the treasury. */
export interface SlashesForfeited {
  readonly type: 'SlashesForfeited'
  readonly marketId: number
  readonly round: number
  readonly amount: bigint
}

/** One voter of a finished round is done: slashed or paid, and the commit's entry is gone. */
export interface CommitWorkedOff {
  readonly type: 'CommitWorkedOff'
  readonly marketId: number
  readonly round: number
  readonly voter: string
  readonly slashed: bigint
  readonly reward: bigint
}

/** Nothing of the round is left to work off; its entry is gone. */
export interface RoundClosed {
  readonly type: 'RoundClosed'
  readonly marketId: number
  readonly round: number
}
