import {
  type MarketDeployed,
  ONE,
  type Outcome,
  type ProposalCreated,
  type Side,
  type VenueEvent,
} from '../../src/domain/index.ts'

export const marketAddress = '25kE2CyHzKVP5m2CAYAvPYxemhFKdXtXkkwdcTTcGVLH5'
export const [ann, bob] = [
  '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH',
  '14UAjZ3qcmEVKdTo84Kwf4RprTQi86w2TefnnGFjov9xF',
]
export const NOW = 1_800_000_000_000

export const created: ProposalCreated = {
  type: 'ProposalCreated',
  proposalId: 1,
  periodId: 1,
  proposer: ann,
  legCount: 0,
  endsAtMs: NOW + 1,
  creatorShare: 3,
  textHash: '00',
  deposit: ONE,
}
export const deployed: MarketDeployed = {
  type: 'MarketDeployed',
  marketId: 1,
  marketAddress,
  proposalId: 1,
  leg: 0,
  eventId: null,
  creator: ann,
  creatorShare: 3,
  endsAtMs: NOW + 1,
}
const opening: readonly VenueEvent[] = [
  { type: 'PeriodOpened', periodId: 1, startsAtMs: NOW, endsAtMs: NOW + 1, opener: ann },
  created,
  {
    type: 'ProposalTexts',
    proposalId: 1,
    question: 'Will it rain?',
    category: 'Weather',
    rules: null,
    resolutionSources: null,
    imageUrl: null,
    tags: ['rain', 'rain'],
    metadata: { a: 1 },
  },
  { type: 'ProposalAccepted', proposalId: 1, periodId: 1, finalVoteCount: 4, creatorShare: 3 },
  deployed,
]

/** Proposal 2 has two legs, which become event 7 and its markets 2 and 3. */
const legOf = (leg: number, question: string, imageUrl: string | null): VenueEvent => ({
  type: 'ProposalLeg',
  proposalId: 2,
  leg,
  question,
  imageUrl,
  metadata: null,
})
export const eventDeployed: readonly VenueEvent[] = [
  { ...created, proposalId: 2, legCount: 2 },
  {
    type: 'ProposalTexts',
    proposalId: 2,
    question: 'Who wins?',
    category: '',
    rules: 'The final counts.',
    resolutionSources: 'Press',
    imageUrl: 'https://master',
    tags: ['vote', 'cup'],
    metadata: null,
  },
  legOf(0, 'Ann?', null),
  legOf(1, 'Bob?', 'https://bob'),
  { type: 'EventDeployed', eventId: 7, proposalId: 2, masterAddress: 'master', legCount: 2 },
]
export const legAddress = (leg: number): string => `${marketAddress}${leg}`
export const legDeployed = (leg: number): MarketDeployed => ({
  ...deployed,
  marketId: 2 + leg,
  marketAddress: legAddress(leg),
  proposalId: 2,
  leg,
  eventId: 7,
})

interface At {
  readonly height: number
  readonly timestampMs: number
}

/** What a test of folds takes from the indexer: it is handed over, because a room's inside opens to its own tests only. */
interface Folding<Rows> {
  readonly createWorkspace: () => Rows
  readonly foldEvent: (
    placed: { event: VenueEvent; place: At & { txId: string; eventIndex: number } },
    rows: Rows,
  ) => void
  readonly settleBooks: (rows: Rows) => void
}

/** Rows with one market, which was proposed, accepted and deployed in block 1, and a way to fold more into them. */
export function createFoldStage<Rows extends { enterBlock(height: number, keepsImages: boolean): void }>({
  createWorkspace,
  foldEvent,
  settleBooks,
}: Folding<Rows>) {
  /** As one transaction of a block, and the end of that block. */
  function foldAt(rows: Rows, at: At, ...events: readonly VenueEvent[]): void {
    for (const [eventIndex, event] of events.entries())
      foldEvent({ event, place: { ...at, txId: 'tx', eventIndex } }, rows)
    settleBooks(rows)
  }
  const fold = (rows: Rows, ...events: readonly VenueEvent[]): void =>
    foldAt(rows, { height: 1, timestampMs: NOW }, ...events)
  function openMarket(): Rows {
    const rows = createWorkspace()
    rows.enterBlock(1, true)
    fold(rows, ...opening)
    return rows
  }
  return { fold, foldAt, openMarket }
}

export const placed = (
  orderId: number,
  trader: string,
  side: Side,
  outcome: Outcome,
  price: number,
  shares: bigint,
): VenueEvent => ({
  type: 'OrderPlaced',
  marketAddress,
  orderId,
  trader,
  side,
  outcome,
  price,
  quantity: shares * ONE,
  timeInForce: 'gtc',
  isMarketOrder: false,
  referer: null,
})
export const filled = (
  orderId: number,
  makerOrderId: number,
  fillType: 'transfer' | 'mint' | 'merge',
  price: number,
  shares: bigint,
): VenueEvent => ({
  type: 'OrderFilled',
  marketAddress,
  orderId,
  makerOrderId,
  maker: ann,
  fillType,
  price,
  quantity: shares * ONE,
  makerCollateral: 0n,
  makerRemaining: 0n,
})
export const resolved = (finalOutcome: 1 | 2 | 3): VenueEvent => ({
  type: 'MarketStateChanged',
  marketAddress,
  state: 'resolved',
  finalOutcome,
  closing: finalOutcome === 3 ? 400 : null,
})
