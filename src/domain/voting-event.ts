/** What the voting contract says about periods, proposals, votes and what became of them. */
export type VotingEvent =
  | PeriodOpened
  | ProposalCreated
  | ProposalTexts
  | ProposalLeg
  | VoteCast
  | ProposalAccepted
  | PeriodFrozen
  | EventDeployed
  | MarketDeployed
  | ProposalRefunded
  | PeriodClosed

/** Voting runs in [startsAtMs, endsAtMs); proposals are refused in its last quarter. */
export interface PeriodOpened {
  readonly type: 'PeriodOpened'
  readonly periodId: number
  readonly startsAtMs: number
  readonly endsAtMs: number
  readonly opener: string
}

/** Followed in the same transaction by one ProposalTexts and, when linked, by one ProposalLeg per leg in order. */
export interface ProposalCreated {
  readonly type: 'ProposalCreated'
  readonly proposalId: number
  readonly periodId: number
  readonly proposer: string
  /** 0 for a single proposal, 2..20 for a linked one. */
  readonly legCount: number
  /** When trading of its markets ends. */
  readonly endsAtMs: number
  /** Percent of the fees by the proposer's tier now; the freeze may lower it. */
  readonly creatorShare: number
  /** blake2b-256 over the texts; the contract keeps this and not the texts. */
  readonly textHash: string
  /** ALPH held until the refund, in atto. */
  readonly deposit: bigint
}

/** The texts, already made safe to show: valid Unicode, no control characters, within the interface's bounds. */
export interface ProposalTexts {
  readonly type: 'ProposalTexts'
  readonly proposalId: number
  /** The master question of a linked proposal. */
  readonly question: string
  readonly category: string
  readonly rules: string | null
  readonly resolutionSources: string | null
  /** https only; the master image of a linked proposal. */
  readonly imageUrl: string | null
  readonly tags: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>> | null
}

export interface ProposalLeg {
  readonly type: 'ProposalLeg'
  readonly proposalId: number
  /** From 0, in the proposal's order. */
  readonly leg: number
  readonly question: string
  readonly imageUrl: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
}

/** Support with the voter's tier weight at this moment. voteCount and uniqueVoters are the proposal's, after it. */
export interface VoteCast {
  readonly type: 'VoteCast'
  readonly proposalId: number
  readonly periodId: number
  readonly voter: string
  readonly weight: number
  readonly voteCount: number
  readonly uniqueVoters: number
}

/** At the freeze, before that transaction's PeriodFrozen; at most eight. creatorShare is the final one. */
export interface ProposalAccepted {
  readonly type: 'ProposalAccepted'
  readonly proposalId: number
  readonly periodId: number
  readonly finalVoteCount: number
  readonly creatorShare: number
}

/** Every proposal of the period that was not accepted in this transaction is rejected by it. */
export interface PeriodFrozen {
  readonly type: 'PeriodFrozen'
  readonly periodId: number
  readonly acceptedCount: number
  readonly proposalCount: number
}

/** Comes with the first leg of an accepted linked proposal. */
export interface EventDeployed {
  readonly type: 'EventDeployed'
  readonly eventId: number
  readonly masterAddress: string
  readonly proposalId: number
  readonly legCount: number
}

export interface MarketDeployed {
  readonly type: 'MarketDeployed'
  readonly marketId: number
  readonly marketAddress: string
  readonly proposalId: number
  /** From 0; 0 for a single proposal. */
  readonly leg: number
  /** Null for a single market. */
  readonly eventId: number | null
  readonly creator: string
  readonly creatorShare: number
  readonly endsAtMs: number
}

/** What was left of the deposit went back to the proposer, and the proposal's entry is gone. */
export interface ProposalRefunded {
  readonly type: 'ProposalRefunded'
  readonly proposalId: number
  readonly proposer: string
  readonly amount: bigint
}

/** At the period's last refund; its entry is gone. */
export interface PeriodClosed {
  readonly type: 'PeriodClosed'
  readonly periodId: number
}
