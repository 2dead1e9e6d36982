import type { MarketRow, PriceLevelRow } from '../../store/index.ts'
import type { FeedData, FeedType } from '../../wire/index.ts'
import type { Change, Changes } from './changes.ts'
import {
  makerOrderOf,
  stateAt,
  takerOrderOf,
  toBook,
  toDisputeVote,
  toGoneLevel,
  toLevel,
  toMarketRecord,
  toOrderRecord,
  toParlayRecord,
  toPositionRecord,
  toProposalRecord,
  toRound,
  toStake,
  toState,
  toSubmission,
  toTicker,
  toTradeRecord,
  toVote,
} from './records.ts'

/** A message before it has its number. */
export type Told = {
  [T in FeedType]: { readonly channel: string; readonly type: T; readonly data: FeedData[T] }
}[FeedType]

export interface Moment {
  /** Block time before and after: trading ends by it. */
  readonly fromMs: number
  readonly toMs: number
  /** The index's revision after it. */
  readonly version: number
  /** Version of a market's book that was told last, 0 when none was. */
  readonly prevOf: (marketId: number) => number
  /** After a reorganisation books are told whole. */
  readonly fullBookOf: ((marketId: number) => readonly PriceLevelRow[]) | null
}

/** Everything that changed, as messages: derived from rows, so that no fold has to think of it. */
export function messagesOf(changes: Changes, moment: Moment): Told[] {
  const out: Told[] = []
  const tell = (message: Told): void => {
    out.push(message)
  }
  const addressOf = (marketId: number): string | null => changes.marketOf(marketId)?.marketAddress ?? null

  for (const change of changes.markets) tellCreated(change, moment, tell)
  for (const row of changes.trades) {
    const market = changes.marketOf(row.marketId)
    if (market === null) continue
    const trade = toTradeRecord(row, market.marketAddress)
    tell({ channel: `market:${market.marketAddress}`, type: 'trade', data: trade })
    const maker = { role: 'maker' as const, orderId: makerOrderOf(row), trade }
    const taker = { role: 'taker' as const, orderId: takerOrderOf(row), trade }
    tell({ channel: `wallet:${row.makerAddress}`, type: 'fill', data: maker })
    tell({ channel: `wallet:${row.takerAddress}`, type: 'fill', data: taker })
  }
  tellBooks(changes, moment, tell)
  for (const { before, after } of changes.orders) {
    const marketAddress = addressOf((after ?? before)!.marketId)
    if (after !== null && marketAddress !== null)
      tell({ channel: `wallet:${after.trader}`, type: 'order', data: toOrderRecord(after, marketAddress) })
    else if (before !== null)
      tell(removed(`wallet:${before.trader}`, { type: 'order', id: String(before.id), marketAddress }))
  }
  for (const { before, after } of changes.positions) {
    const market = changes.marketOf((after ?? before)!.marketId)
    if (after === null || market === null) {
      if (before === null) continue
      const gone = { type: 'position' as const, id: String(before.id) }
      tell(removed(`wallet:${before.userAddress}`, { ...gone, marketAddress: market?.marketAddress ?? null }))
      continue
    }
    const channel = `wallet:${after.userAddress}`
    tell({ channel, type: 'position', data: toPositionRecord(after, market) })
    if (after.isSettled && before?.isSettled === false)
      tell({
        channel,
        type: 'settled',
        data: {
          marketAddress: market.marketAddress,
          marketId: market.id,
          positionType: after.positionType,
          paid: String(after.paid),
        },
      })
  }
  for (const { before, after } of changes.parlays)
    for (const wallet of new Set([before?.maker, before?.taker, after?.maker, after?.taker])) {
      if (wallet == null) continue
      if (after !== null) tell({ channel: `wallet:${wallet}`, type: 'parlay', data: toParlayRecord(after) })
      else tell(removed(`wallet:${wallet}`, { type: 'parlay', id: String(before?.id) }))
    }
  for (const { before, after } of changes.stakes)
    if (after !== null) tell({ channel: `wallet:${after.wallet}`, type: 'stake', data: toStake(after) })
    else if (before !== null) tell(removed(`wallet:${before.wallet}`, { type: 'stake', id: before.wallet }))
  for (const { before, after } of changes.votes)
    if (after !== null) tell({ channel: `wallet:${after.voter}`, type: 'vote', data: toVote(after) })
    else if (before !== null)
      tell(removed(`wallet:${before.voter}`, { type: 'vote', id: String(before.proposalId) }))
  for (const { before, after } of changes.proposals)
    if (after !== null) tell({ channel: 'proposals', type: 'proposal', data: toProposalRecord(after) })
    else if (before !== null) tell(removed('proposals', { type: 'proposal', id: String(before.id) }))
  tellOracle(changes, tell, addressOf)
  for (const change of changes.markets) tellMarket(change, moment, tell)
  return out
}

type Tell = (message: Told) => void

const removed = (
  channel: string,
  data: Omit<FeedData['removed'], 'marketAddress'> & { marketAddress?: string | null },
): Told => ({ channel, type: 'removed', data: { marketAddress: null, ...data } })

function tellCreated({ before, after }: Change<MarketRow>, moment: Moment, tell: Tell): void {
  if (before === null && after !== null)
    tell({ channel: 'markets', type: 'created', data: toMarketRecord(after, moment.toMs) })
  if (before === null || after !== null) return
  const { marketAddress } = before
  for (const channel of ['markets', `market:${marketAddress}`])
    tell(removed(channel, { type: 'created', id: marketAddress, marketAddress }))
}

/** What else a client shows of a market, told when it changed. */
function tellMarket({ before, after }: Change<MarketRow>, moment: Moment, tell: Tell): void {
  if (after === null) return
  const channels = ['markets', `market:${after.marketAddress}`]
  const stateBefore = before === null ? null : stateAt(before, moment.fromMs)
  if (stateBefore !== stateAt(after, moment.toMs) || before?.finalOutcome !== after.finalOutcome)
    for (const channel of channels) tell({ channel, type: 'state', data: toState(after, moment.toMs) })
  const ticker = toTicker(after)
  if (before === null || JSON.stringify(toTicker(before)) !== JSON.stringify(ticker))
    for (const channel of channels) tell({ channel, type: 'ticker', data: ticker })
}

function tellBooks(changes: Changes, moment: Moment, tell: Tell): void {
  const byMarket = new Map<number, Change<PriceLevelRow>[]>()
  for (const change of changes.priceLevels) {
    if (isSameLevel(change)) continue
    const { marketId } = (change.after ?? change.before)!
    const own = byMarket.get(marketId)
    if (own) own.push(change)
    else byMarket.set(marketId, [change])
  }
  for (const [marketId, levels] of byMarket) {
    const market = changes.marketOf(marketId)
    if (market === null) continue
    const { fullBookOf, version, prevOf } = moment
    const shown =
      fullBookOf === null
        ? levels.map(({ before, after }) => ({
            side: (after ?? before)!.side,
            level: after === null ? toGoneLevel(before!) : toLevel(after),
          }))
        : fullBookOf(marketId).map((row) => ({ side: row.side, level: toLevel(row) }))
    const ofSide = (side: PriceLevelRow['side']) =>
      shown.filter((one) => one.side === side).map(({ level }) => level)
    tell({
      channel: `market:${market.marketAddress}`,
      type: 'book',
      data: toBook(market, {
        prev: prevOf(marketId),
        version,
        full: fullBookOf !== null,
        bids: ofSide('bid'),
        asks: ofSide('ask'),
      }),
    })
  }
}

/** A level that came and went in one block, or came back to what it was. */
const isSameLevel = ({ before, after }: Change<PriceLevelRow>): boolean =>
  before === null || after === null
    ? before === after
    : before.quantity === after.quantity && before.orderCount === after.orderCount

function tellOracle(
  { submissions, rounds, commits }: Changes,
  tell: Tell,
  addressOf: (marketId: number) => string | null,
): void {
  for (const { before, after } of submissions) {
    const marketAddress = addressOf((after ?? before)!.marketId)
    if (marketAddress === null) continue
    const channel = `oracle:${marketAddress}`
    if (after !== null) tell({ channel, type: 'submission', data: toSubmission(after, marketAddress) })
    else tell(removed(channel, { type: 'submission', id: String(before?.submission), marketAddress }))
  }
  for (const { before, after } of rounds) {
    const marketAddress = addressOf((after ?? before)!.marketId)
    if (marketAddress === null) continue
    const channel = `oracle:${marketAddress}`
    if (after !== null) tell({ channel, type: 'round', data: toRound(after, marketAddress) })
    else tell(removed(channel, { type: 'round', id: String(before?.round), marketAddress }))
  }
  for (const { before, after } of commits) {
    const { voter, marketId, id } = (after ?? before)!
    const marketAddress = addressOf(marketId)
    if (marketAddress === null) continue
    for (const channel of [`wallet:${voter}`, `oracle:${marketAddress}`])
      if (after !== null) tell({ channel, type: 'dispute-vote', data: toDisputeVote(after, marketAddress) })
      else tell(removed(channel, { type: 'dispute-vote', id: String(id), marketAddress }))
  }
}
