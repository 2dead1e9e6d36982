import { type MarketDeployed, searchWordsOf } from '../../domain/index.ts'
import { assert } from '../../kit/index.ts'
import type { LegTexts, MarketRow, ProposalRow } from '../../store/index.ts'
import type { Workspace } from '../workspace.ts'
import type { Fold } from './fold.ts'

/** A market takes its texts from its proposal, which emitted them; a leg without image shows the master's. */
export const foldMarketDeployed: Fold<MarketDeployed> = (event, place, rows) => {
  const proposal = rows.proposals.get(String(event.proposalId))
  const leg = legOf(proposal, event)
  const linked = event.eventId !== null
  const market: MarketRow = {
    id: event.marketId,
    marketAddress: event.marketAddress,
    proposalId: event.proposalId,
    leg: event.leg,
    eventId: event.eventId,
    creator: event.creator,
    creatorShare: event.creatorShare,
    question: leg.question,
    category: proposal.category || null,
    tags: proposal.tags,
    tagsText: proposal.tags.join(' '),
    rules: proposal.rules,
    resolutionSources: proposal.resolutionSources,
    imageUrl: leg.imageUrl ?? proposal.imageUrl,
    metadata: leg.metadata,
    masterQuestion: linked ? proposal.question : null,
    masterImage: linked ? proposal.imageUrl : null,
    endsAtMs: event.endsAtMs,
    createdAtMs: place.timestampMs,
    state: 'open',
    resolved: false,
    finalOutcome: null,
    closing: null,
    resolvedAtMs: null,
    volume: 0n,
    openInterest: 0n,
    bestBidYes: 0,
    bestAskYes: 0,
    orderCount: 0,
    tradeCount: 0,
    lastTradeAtMs: 0,
    lastPrice: 0,
    trendAmount: 0n,
    trending: 0,
    unpaidCreatorFees: 0n,
    unpaidTreasuryFees: 0n,
    keptFees: 0n,
    sweptChunks: [],
    updatedAtMs: place.timestampMs,
  }
  rows.markets.put(market)
  rows.marketIds.set(event.marketAddress, event.marketId)
  addWords(rows, market)
  rows.proposals.put({
    ...proposal,
    deployedCount: proposal.deployedCount + 1,
    updatedAtMs: place.timestampMs,
  })
  if (event.eventId === null) return
  const group = rows.events.get(String(event.eventId))
  rows.events.put({
    ...group,
    legCount: group.legCount + 1,
    legsText: group.legsText === '' ? leg.question : `${group.legsText} ${leg.question}`,
  })
}

function legOf(proposal: ProposalRow, event: MarketDeployed): LegTexts {
  if (event.eventId === null) return proposal
  const leg = proposal.legs[event.leg]
  assert(leg, `proposal ${proposal.id} has no leg ${event.leg}`)
  return leg
}

function addWords(rows: Workspace, market: MarketRow): void {
  const texts = [market.question, market.category, market.tagsText, market.rules, market.resolutionSources]
  for (const word of searchWordsOf(texts)) rows.words.add(word, 1)
}
