import {
  type ContractCall,
  contractAddressOf,
  placeOrder,
  positionEntryId,
  readEntry,
} from '../../bindings/index.ts'
import {
  collateralForBuy,
  conflict,
  FILLS_MAX,
  type Outcome,
  outcomes,
  type Side,
  type TimeInForce,
  type VenueEvent,
} from '../../domain/index.ts'
import { scriptGasWithMargin } from '../../transaction/index.ts'
import { readQuantity } from '../amount-field.ts'
import { fromFailure, nameOfFailure } from '../contract-refusal.ts'
import { assertTrading, getIndexedMarket, getMarket, readMarketRef } from '../find-market.ts'
import { withoutHoldings } from '../insufficient.ts'
import { invalid } from '../invalid.ts'
import type { Context, Kind, Prepared } from '../kind.ts'
import type { MarketRef } from '../market-ref.ts'
import { countMet, GAS_PER_MET, metMax } from '../met-orders.ts'
import type { SignerFields } from '../signer.ts'
import { simulate } from '../simulate.ts'
import { readExpiry } from '../time-field.ts'
import { walkGas } from '../walk-gas.ts'
import { readPayee } from '../wallet-field.ts'

export interface PlaceOrderRequest extends SignerFields {
  readonly marketAddress: string
  readonly side: Side
  readonly outcome: Outcome
  readonly price: number
  readonly quantity: string
  readonly referer?: string
  readonly timeInForce?: TimeInForce
  readonly type?: 'limit' | 'market'
  /** ISO-8601: with gtd always, with post-only optionally. */
  readonly expiresAt?: string
}

interface Terms {
  readonly side: Side
  readonly outcome: Outcome
  readonly price: number
  readonly quantity: bigint
  readonly timeInForce: TimeInForce
  readonly isMarketOrder: boolean
  readonly referer: string | null
  readonly expiresAtMs: number | null
}

/**
 * What a placement may need whatever it meets: running out of gas loses the whole fee. Measured on the market contract:
 * 131k for a resting order of a new trader in a new chunk.
 */
const GAS_BASE = 150_000

export const placeOrderKind: Kind<PlaceOrderRequest> = {
  name: 'place-order',
  read(request, { venue, signer, nowMs }) {
    const ref = readMarketRef('address', request.marketAddress, venue)
    const terms = readTerms(request, { trader: signer.wallet.address, group: venue.group, nowMs })
    return {
      method: 'POST',
      path: `/v1/tx/markets/${ref.address}/orders`,
      body: {
        side: terms.side,
        outcome: terms.outcome,
        price: terms.price,
        quantity: String(terms.quantity),
        timeInForce: terms.timeInForce,
        type: terms.isMarketOrder ? 'market' : 'limit',
        referer: terms.referer ?? undefined,
        expiresAt: terms.expiresAtMs ?? undefined,
      },
      ownReasons: [],
      async prepare(context) {
        const { endsAtMs, subject } = await context.markets.getFacts(ref)
        if (context.nowMs >= endsAtMs) assertTrading(await getMarket(context, ref))
        return prepareOrder(context, { ...ref, subject, endsAtMs }, terms)
      },
      // A market is open until its end and never after, so the clock knows. What the book would do to the order by now
      // is no reason to answer the same body with other bytes: on the chain an order looks after itself.
      async recheck(context) {
        const { endsAtMs } = await context.markets.getFacts(ref)
        if (context.nowMs >= endsAtMs) assertTrading(await getMarket(context, ref))
        return undefined
      },
      async assertFromIndex(context) {
        const market = await getIndexedMarket(context, ref)
        if (market !== null) assertTrading(market)
      },
    }
  },
}

function readTerms(
  request: PlaceOrderRequest,
  { trader, group, nowMs }: { readonly trader: string; readonly group: number; readonly nowMs: number },
): Terms {
  const { side, outcome, price, type = 'limit' } = request
  const isMarketOrder = type === 'market'
  const timeInForce = request.timeInForce ?? (isMarketOrder ? 'ioc' : 'gtc')
  if (isMarketOrder && timeInForce !== 'ioc' && timeInForce !== 'fok')
    throw invalid('timeInForce', timeInForce, 'a market order is immediate: ioc or fok')
  const referer = request.referer === undefined ? null : readPayee('referer', request.referer, group).address
  if (referer === trader) throw invalid('referer', request.referer, 'the referer is somebody else')
  const quantity = readQuantity('quantity', request.quantity)
  const expiresAtMs = readExpiry('expiresAt', request.expiresAt, nowMs)
  if (timeInForce === 'gtd' && expiresAtMs === null)
    throw invalid('expiresAt', undefined, 'a gtd order says when it ends: expiresAt')
  if (expiresAtMs !== null && timeInForce !== 'gtd' && timeInForce !== 'post-only')
    throw invalid('expiresAt', request.expiresAt, 'only gtd and post-only orders end by themselves')
  return { side, outcome, price, quantity, timeInForce, isMarketOrder, referer, expiresAtMs }
}

async function prepareOrder(
  context: Context,
  market: MarketRef & { readonly subject: string; readonly endsAtMs: number },
  terms: Terms,
): Promise<Prepared> {
  const callWith = (maxFills: number): ContractCall =>
    placeOrder({
      ...terms,
      marketId: market.contractId,
      collateralId: context.venue.tokens.collateral.id,
      subject: market.subject,
      deadlineMs: context.deadlineMs,
      maxFills,
    })
  const widest = callWith(FILLS_MAX)
  const simulation = await simulate(context, widest)
  if (!simulation.ok) {
    if (nameOfFailure(simulation.failure) === 'Market.NotEnoughShares')
      return withoutShares(context, market, { terms, call: widest })
    if (nameOfFailure(simulation.failure) === 'Market.OtherSubject') context.markets.forget(market)
    assertTrading(await getMarket(context, market))
    throw fromFailure(simulation.failure, { marketAddress: market.address })
  }
  const met = countMet(simulation.events)
  assertPlaceable(simulation.events, { met, market, decimals: context.venue.tokens.collateral.decimals })
  const isPostOnly = terms.timeInForce === 'post-only'
  const walk = walkGas(context, market.endsAtMs)
  const needed = simulation.scriptGas + walk
  // What was dead stays dead, and was measured; what a fill costs depends on who is met.
  const ahead = GAS_PER_MET * (isPostOnly ? metMax(met) - met : metMax(met))
  const gasMin = Math.max(GAS_BASE + walk, isPostOnly ? needed : 0) + ahead
  return {
    // A post-only order fills nothing, and it is not asked how many dead ones it clears.
    call: callWith(isPostOnly ? 0 : metMax(met)),
    scriptGas: Math.max(scriptGasWithMargin(needed), gasMin),
    collateralRequired: terms.side === 'buy' ? collateralForBuy(terms.price, terms.quantity) : 0n,
    effects: simulation.events,
  }
}

/** An order that would only be cancelled is not worth a fee. */
function assertPlaceable(
  events: readonly VenueEvent[],
  { met, market, decimals }: { readonly met: number; readonly market: MarketRef; readonly decimals: number },
): void {
  const placed = events.find((event) => event.type === 'OrderPlaced')
  const own = events.find((event) => event.type === 'OrderCancelled' && event.orderId === placed?.orderId)
  if (own?.type !== 'OrderCancelled') return
  const marketAddress = market.address
  if (own.reason === 'post-only')
    throw conflict('would_cross', 'the order would cross the book', { marketAddress })
  if (own.reason === 'dust' && met === 0)
    throw conflict('would_not_rest', `an order rests with at least one share (10^${decimals} units)`, {
      marketAddress,
      minimum: String(10n ** BigInt(decimals)),
    })
}

async function withoutShares(
  { chain, signer, venue }: Context,
  market: MarketRef,
  { terms, call }: { readonly terms: Terms; readonly call: ContractCall },
): Promise<Prepared> {
  const entry = await chain.findContractState(
    contractAddressOf(positionEntryId(market.contractId, signer.wallet.address)),
  )
  const free = entry === null ? [] : readEntry('Position', entry).free
  const available = free[outcomes.indexOf(terms.outcome)] ?? 0n
  const shortage = { token: `shares:${terms.outcome}`, required: terms.quantity, available }
  return withoutHoldings(call, shortage, venue.tokens)
}
