/**
 * What the oracle says about how a market finds its outcome. States of the market itself come as MarketStateChanged
 * of the market, in the same transaction. submission and round count from 1 over a market's life and never restart.
 */
export type OracleEvent =
  | OutcomeSubmitted
  | OutcomeDisputed
  | BondLowered
  | RoundOpened
  | VoteCommitted
  | VoteRevealed
  | RoundFinalized
  | BondSettled
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

/** Somebody contradicts what stands. Followed in the same transaction by the RoundOpened it caused. */
export interface OutcomeDisputed {
  readonly type: 'OutcomeDisputed'
  readonly marketId: number
  readonly submission: number
  readonly disputer: string
  /** What it says is false. */
  readonly outcome: VoteChoice
  readonly bond: bigint
  /** 0: the submission is disputed; 1 and 2: a round's result is appealed. */
  readonly appeal: number
}

/** Less depends on the outcome than at the submission: what the submitter put up beyond that returned with the dispute. */
export interface BondLowered {
  readonly type: 'BondLowered'
  readonly marketId: number
  readonly submission: number
  readonly holder: string
  /** What stays, and what the disputer puts up too. */
  readonly bond: bigint
  readonly returned: bigint
}

/** Commits are taken from this block on until commitEndsAtMs, reveals from then until revealEndsAtMs. */
export interface RoundOpened {
  readonly type: 'RoundOpened'
  readonly marketId: number
  readonly round: number
  readonly submission: number
  /** Which round of this submission, 1..4. */
  readonly attempt: number
  /** 0: by a dispute or after a first round without result; 1 and 2: by an appeal. */
  readonly appeal: number
  readonly commitEndsAtMs: number
  readonly revealEndsAtMs: number
  /** The least revealed weight that decides; in an appeal, that overturns. */
  readonly quorum: number
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
  /** What a losing or unrevealed vote costs once, or ten times in an appeal's or an overturned round: floor(stake / 1000). */
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
  /** Until when the result may be appealed; null when there is none, or no appeal is left. */
  readonly appealEndsAtMs: number | null
}

/** What became of one bond: place 0 the submitter's, 1 the disputer's, 2 and 3 the appeals'. Amounts are collateral. */
export interface BondSettled {
  readonly type: 'BondSettled'
  readonly marketId: number
  readonly submission: number
  readonly place: number
  readonly holder: string
  readonly bond: bigint
  readonly paid: bigint
}

/** A submission came to its end: every claim and vote is judged by its result. `too-early` puts the market back to closed. */
export interface SubmissionClosed {
  readonly type: 'SubmissionClosed'
  readonly marketId: number
  readonly submission: number
  readonly result: 'yes' | 'no' | 'too-early' | 'void'
  /** Weight that voted for the result, over all rounds. */
  readonly winners: number
  /** Stake tokens for them. */
  readonly stakePool: bigint
  /** Collateral for them. */
  readonly bondPool: bigint
  /** Collateral; only a void pays any. */
  readonly toTreasury: bigint
}

/** The market was voided: the stake tokens nobody won went to the treasury. */
export interface SlashesForfeited {
  readonly type: 'SlashesForfeited'
  readonly marketId: number
  readonly submission: number
  readonly amount: bigint
}

/** One voter of a submission that is over is done: slashed or paid, and the commit's entry is gone. */
export interface CommitWorkedOff {
  readonly type: 'CommitWorkedOff'
  readonly marketId: number
  readonly round: number
  readonly voter: string
  readonly slashed: bigint
  /** Stake tokens. */
  readonly stakeReward: bigint
  /** Collateral. */
  readonly bondReward: bigint
}

/** Nothing of the round is left to work off; its entry is gone. */
export interface RoundClosed {
  readonly type: 'RoundClosed'
  readonly marketId: number
  readonly round: number
}
