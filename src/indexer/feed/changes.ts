import type {
  CommitRow,
  MarketRow,
  OrderRow,
  ParlayRow,
  PositionRow,
  PriceLevelRow,
  ProposalRow,
  RoundRow,
  StakeRow,
  SubmissionRow,
  TradeRow,
  VoteRow,
} from '../../store/index.ts'

/** A row before and after; null: there was, or is, none. */
export interface Change<R> {
  readonly before: R | null
  readonly after: R | null
}

/** What a block changed, or what undoing some blocks changed back. */
export interface Changes {
  readonly markets: readonly Change<MarketRow>[]
  readonly priceLevels: readonly Change<PriceLevelRow>[]
  readonly orders: readonly Change<OrderRow>[]
  readonly positions: readonly Change<PositionRow>[]
  readonly parlays: readonly Change<ParlayRow>[]
  readonly stakes: readonly Change<StakeRow>[]
  readonly votes: readonly Change<VoteRow>[]
  readonly proposals: readonly Change<ProposalRow>[]
  readonly submissions: readonly Change<SubmissionRow>[]
  readonly rounds: readonly Change<RoundRow>[]
  readonly commits: readonly Change<CommitRow>[]
  readonly trades: readonly TradeRow[]
  /** A market that one of the rows belongs to, as it is now; null when it is gone. */
  readonly marketOf: (id: number) => MarketRow | null
}
