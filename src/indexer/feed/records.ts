import { assert } from '../../kit/index.ts'
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
import { type FeedData, toIso, toIsoOrNull } from '../../wire/index.ts'

/**
 * Rows as the interface shows them. The same records come from SQL in the reads; the simulation of the feed compares the
 * two at every block.
 */
export type StateName = FeedData['state']['state']

/** Trading ends by time: an open market past its end is closed, though no event said so. */
export const stateAt = (row: MarketRow, atMs: number): StateName =>
  row.state === 'open' && row.endsAtMs <= atMs ? 'closed' : row.state

const priceOrNull = (price: number): number | null => (price === 0 ? null : price)
const otherOrNull = (price: number): number | null => (price === 0 ? null : 1000 - price)

const bestPricesOf = ({ bestBidYes, bestAskYes }: MarketRow) => ({
  bestBidYes: priceOrNull(bestBidYes),
  bestAskYes: priceOrNull(bestAskYes),
  bestBidNo: otherOrNull(bestAskYes),
  bestAskNo: otherOrNull(bestBidYes),
})

const outcomeOrNull = (outcome: number | null) => outcome

export const toMarketRecord = (row: MarketRow, atMs: number): FeedData['created'] => ({
  id: row.id,
  marketAddress: row.marketAddress,
  question: row.question,
  category: row.category,
  tags: [...row.tags],
  creator: row.creator,
  resolved: row.resolved,
  finalOutcome: outcomeOrNull(row.finalOutcome),
  volume: String(row.volume),
  ...bestPricesOf(row),
  createdAt: toIso(row.createdAtMs),
  metadata: row.metadata,
  imageUrl: row.imageUrl,
  rules: row.rules,
  resolutionSources: row.resolutionSources,
  master: false,
  masterQuestion: row.masterQuestion,
  masterImage: row.masterImage,
  linked: row.eventId !== null,
  proposalId: row.proposalId,
  endsAt: toIso(row.endsAtMs),
  state: stateAt(row, atMs),
})

export const toState = (row: MarketRow, atMs: number): FeedData['state'] => ({
  marketAddress: row.marketAddress,
  marketId: row.id,
  state: stateAt(row, atMs),
  resolved: row.resolved,
  finalOutcome: outcomeOrNull(row.finalOutcome),
})

export const toTicker = (row: MarketRow): FeedData['ticker'] => ({
  marketAddress: row.marketAddress,
  marketId: row.id,
  ...bestPricesOf(row),
  lastPrice: priceOrNull(row.lastPrice),
  volume: String(row.volume),
  openInterest: String(row.openInterest),
  tradeCount: row.tradeCount,
})

type Level = FeedData['book']['bids'][number]

export const toLevel = ({ price, quantity, orderCount }: PriceLevelRow): Level => ({
  price,
  quantity: String(quantity),
  orderCount,
})

export const toGoneLevel = ({ price }: PriceLevelRow): Level => ({ price, quantity: '0', orderCount: 0 })

export function toBook(
  market: MarketRow,
  parts: Pick<FeedData['book'], 'prev' | 'version' | 'full' | 'bids' | 'asks'>,
): FeedData['book'] {
  const { prev, version, full } = parts
  return {
    marketAddress: market.marketAddress,
    marketId: market.id,
    prev,
    version,
    full,
    bids: parts.bids.toSorted((a, b) => b.price - a.price),
    asks: parts.asks.toSorted((a, b) => a.price - b.price),
    ...bestPricesOf(market),
  }
}

export const toTradeRecord = (row: TradeRow, marketAddress: string): FeedData['trade'] => ({
  id: row.id,
  marketAddress,
  txId: row.txId,
  buyOrderId: row.buyOrderId,
  sellOrderId: row.sellOrderId,
  fillType: row.fillType,
  outcome: row.outcome,
  side: row.side,
  isBuy: row.side === 'buy',
  price: row.price,
  quantity: String(row.quantity),
  amountUsd: String(row.amountUsd),
  fee: String(row.fee),
  makerAddress: row.makerAddress,
  takerAddress: row.takerAddress,
  refererAddress: row.refererAddress,
  fillTimestamp: row.filledAtMs,
  createdAt: toIso(row.filledAtMs),
})

/** Whether the taker's order is the one that buys yes or sells no. */
const takerBids = ({ side, outcome }: TradeRow): boolean => (side === 'buy') === (outcome === 'yes')

export const takerOrderOf = (row: TradeRow): number => (takerBids(row) ? row.buyOrderId : row.sellOrderId)
export const makerOrderOf = (row: TradeRow): number => (takerBids(row) ? row.sellOrderId : row.buyOrderId)

export const toOrderRecord = (row: OrderRow, marketAddress: string): FeedData['order'] => ({
  id: row.id,
  marketAddress,
  marketId: row.marketId,
  orderId: row.orderId,
  trader: row.trader,
  side: row.side,
  outcome: row.outcome,
  price: row.price,
  quantity: String(row.quantity),
  filled: String(row.filled),
  fee: String(row.fee),
  cancelled: row.status === 'cancelled',
  isMarketOrder: row.isMarketOrder,
  orderTimestamp: row.createdAtMs,
  refererAddress: row.refererAddress,
  txId: row.txId,
  createdAt: toIso(row.createdAtMs),
  expiresAt: toIsoOrNull(row.expiresAtMs),
})

export const toPositionRecord = (row: PositionRow, market: MarketRow): FeedData['position'] => ({
  id: row.id,
  userAddress: row.userAddress,
  marketId: row.marketId,
  positionType: row.positionType,
  shares: String(row.shares),
  entryPrice: row.entryPrice,
  potentialPayout: String(market.resolved ? row.paid : row.shares),
  isSettled: row.isSettled,
  lockedCollateral: String(row.lockedCollateral),
  lockedShares: String(row.lockedShares),
  createdAt: toIso(row.createdAtMs),
  updatedAt: toIso(row.updatedAtMs),
})

const textOrNull = (amount: bigint | null): string | null => (amount === null ? null : String(amount))

export const toParlayRecord = (row: ParlayRow): FeedData['parlay'] => ({
  id: row.id,
  maker: row.maker,
  taker: row.taker,
  amount: String(row.amount),
  combinedOdds: String(row.combinedOdds),
  takerAmount: String(row.takerAmount),
  legs: row.legs.map(({ marketAddress, outcome }) => ({ marketAddress, outcome })),
  expiresAt: toIso(row.expiresAtMs),
  status: row.status,
  result: row.result,
  makerPayout: textOrNull(row.makerPayout),
  takerPayout: textOrNull(row.takerPayout),
  txId: row.txId,
  createdAt: toIso(row.createdAtMs),
  takenAt: toIsoOrNull(row.takenAtMs),
  endedAt: toIsoOrNull(row.endedAtMs),
  updatedAt: toIso(row.updatedAtMs),
})

export const toStake = (row: StakeRow): FeedData['stake'] => ({
  address: row.wallet,
  staked: String(row.staked),
  unlocking: String(row.unlocking),
  unlocksAt: toIsoOrNull(row.unlockAtMs),
})

export const toVote = (row: VoteRow): FeedData['vote'] => ({
  proposalId: row.proposalId,
  voter: row.voter,
  weight: row.weight,
  txId: row.txId,
  votedAt: toIso(row.votedAtMs),
})

export const toDisputeVote = (row: CommitRow, marketAddress: string): FeedData['dispute-vote'] => ({
  marketAddress,
  marketId: row.marketId,
  voteRound: row.round,
  voter: row.voter,
  weight: row.weight,
  voteChoice: row.vote,
  committedAt: toIso(row.committedAtMs),
  revealedAt: toIsoOrNull(row.revealedAtMs),
  slashed: textOrNull(row.slashed),
  stakeReward: textOrNull(row.stakeReward),
  bondReward: textOrNull(row.bondReward),
})

export function toProposalRecord(row: ProposalRow): FeedData['proposal'] {
  const finalVoteCount = row.finalVoteCount === null ? null : Number(row.finalVoteCount)
  assert(finalVoteCount === null || Number.isSafeInteger(finalVoteCount), `votes of proposal ${row.id}`)
  return {
    id: row.id,
    question: row.question,
    proposer: row.proposer,
    status: row.status,
    category: row.category,
    rules: row.rules,
    resolutionSources: row.resolutionSources,
    imageUrl: row.imageUrl,
    voteCount: String(row.voteCount),
    uniqueVoters: row.uniqueVoters,
    isWinner: row.isWinner,
    finalVoteCount,
    submissionTime: row.createdAtMs,
    createdAt: toIso(row.createdAtMs),
    updatedAt: toIso(row.updatedAtMs),
    finalizedAt: toIsoOrNull(row.finalizedAtMs),
    rejectedAt: toIsoOrNull(row.rejectedAtMs),
    lastVoteAt: toIsoOrNull(row.lastVoteAtMs),
    metadata: row.metadata,
    kind: row.kind,
    legs: row.kind === 'linked' ? row.legs.map((leg) => ({ ...leg })) : null,
  }
}

export const toSubmission = (row: SubmissionRow, marketAddress: string): FeedData['submission'] => ({
  marketAddress,
  marketId: row.marketId,
  submission: {
    submission: row.submission,
    submitter: row.submitter,
    outcome: row.outcome,
    bond: String(row.bond),
    submittedAt: toIso(row.submittedAtMs),
    disputeEndsAt: toIso(row.disputeEndsAtMs),
    disputer: row.disputer,
    disputedAt: toIsoOrNull(row.disputedAtMs),
    result: row.result,
    closedAt: toIsoOrNull(row.closedAtMs),
    txId: row.txId,
    winners: row.winners === null ? null : String(row.winners),
    stakePool: textOrNull(row.stakePool),
    bondPool: textOrNull(row.bondPool),
  },
})

export const toRound = (row: RoundRow, marketAddress: string): FeedData['round'] => ({
  marketAddress,
  marketId: row.marketId,
  round: {
    voteRound: row.round,
    submission: row.submission,
    attempt: row.attempt,
    appeal: row.appeal,
    quorum: String(row.quorum),
    appealEndsAt: toIsoOrNull(row.appealEndsAtMs),
    opensAt: toIso(row.openedAtMs),
    commitEndsAt: toIso(row.commitEndsAtMs),
    revealEndsAt: toIso(row.revealEndsAtMs),
    commitCount: row.commitCount,
    revealCount: row.revealCount,
    weightYes: String(row.weightYes),
    weightNo: String(row.weightNo),
    weightTooEarly: String(row.weightEarly),
    result: row.result,
    finalizedAt: toIsoOrNull(row.finalizedAtMs),
  },
})
