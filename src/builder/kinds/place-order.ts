import {
  type ContractCall,
  contractAddressOf,
  placeOrder,
  positionEntryId,
  readEntry,
} from '../../bindings/index.ts'
import {
  collateralForBuy,
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
import { insufficient } from '../insufficient.ts'
import { conflict, invalid } from '../invalid.ts'
import type { Context, Kind, Prepared } from '../kind.ts'
import type { MarketRef } from '../market-ref.ts'
import type { SignerFields } from '../signer.ts'
import { simulate } from '../simulate.ts'
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
}

interface Terms {
  readonly side: Side
  readonly outcome: Outcome
  readonly price: number
  readonly quantity: bigint
  readonly timeInForce: TimeInForce
  readonly isMarketOrder: boolean
  readonly referer: string | null
}

/** Fills beyond the simulated ones that an order may still make when it is included: the book moves meanwhile. */
const SPARE_FILLS = 5

/**
 * What a placement may need whatever it meets: running out of gas loses the whole fee. Measured on the market contract:
 * 131k for a resting order of a new trader in a new chunk, at most 21k for each fill that opens another level.
 */
const GAS_BASE = 150_000
const GAS_PER_FILL = 24_000

export const placeOrderKind: Kind<PlaceOrderRequest> = {
  name: 'place-order',
  read(request, { venue, signer }) {
    const ref = readMarketRef('address', request.marketAddress, venue)
    const terms = readTerms(request, signer.wallet.address, venue.group)
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
      },
      ownReasons: [],
      async prepare(context) {
        const { endsAtMs } = await context.markets.getFacts(ref)
        if (context.nowMs >= endsAtMs) assertTrading(await getMarket(context, ref))
        return prepareOrder(context, ref, terms)
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

function readTerms(request: PlaceOrderRequest, trader: string, group: number): Terms {
  const { side, outcome, price, type = 'limit' } = request
  const isMarketOrder = type === 'market'
  const timeInForce = request.timeInForce ?? (isMarketOrder ? 'ioc' : 'gtc')
  if (isMarketOrder && (timeInForce === 'gtc' || timeInForce === 'post-only'))
    throw invalid('timeInForce', timeInForce, 'a market order is immediate: ioc or fok')
  const referer = request.referer === undefined ? null : readPayee('referer', request.referer, group).address
  if (referer === trader) throw invalid('referer', request.referer, 'the referer is somebody else')
  const quantity = readQuantity('quantity', request.quantity)
  return { side, outcome, price, quantity, timeInForce, isMarketOrder, referer }
}

async function prepareOrder(context: Context, market: MarketRef, terms: Terms): Promise<Prepared> {
  const callWith = (maxFills: number): ContractCall =>
    placeOrder({
      ...terms,
      marketId: market.contractId,
      collateralId: context.venue.tokens.collateral.id,
      maxFills,
    })
  const simulation = await simulate(context, callWith(FILLS_MAX))
  if (!simulation.ok) {
    if (nameOfFailure(simulation.failure) === 'Market.NotEnoughShares')
      return withoutShares(context, market, { terms, call: callWith(0) })
    assertTrading(await getMarket(context, market))
    throw fromFailure(simulation.failure, { marketAddress: market.address })
  }
  const fills = countFills(simulation.events)
  assertPlaceable(simulation.events, fills)
  const maxFills = terms.timeInForce === 'post-only' ? 0 : Math.min(fills + SPARE_FILLS, FILLS_MAX)
  return {
    call: callWith(maxFills),
    scriptGas: Math.max(scriptGasWithMargin(simulation.scriptGas), GAS_BASE + GAS_PER_FILL * maxFills),
    collateralRequired: terms.side === 'buy' ? collateralForBuy(terms.price, terms.quantity) : 0n,
    effects: simulation.events,
  }
}

/** A fill, or a resting order of the trader's own that was met: the contract counts both. */
function countFills(events: readonly VenueEvent[]): number {
  return events.filter(
    (event) => event.type === 'OrderFilled' || (event.type === 'OrderCancelled' && event.reason === 'self'),
  ).length
}

/** An order that would only be cancelled is not worth a fee. */
function assertPlaceable(events: readonly VenueEvent[], fills: number): void {
  const placed = events.find((event) => event.type === 'OrderPlaced')
  const own = events.find((event) => event.type === 'OrderCancelled' && event.orderId === placed?.orderId)
  if (own?.type !== 'OrderCancelled') return
  if (own.reason === 'post-only') throw conflict('would_cross', 'the order would cross the book')
  if (own.reason === 'dust' && fills === 0)
    throw conflict('would_not_rest', 'an order rests with at least one share (10^18 units)')
}

/** Shares are no coins: what is short of them is told when balances are due, after any stored build. */
async function withoutShares(
  { chain, signer }: Context,
  market: MarketRef,
  { terms, call }: { readonly terms: Terms; readonly call: ContractCall },
): Promise<Prepared> {
  const entry = await chain.findContractState(
    contractAddressOf(positionEntryId(market.contractId, signer.wallet.address)),
  )
  const free = entry === null ? [] : readEntry('Position', entry).free
  const available = free[outcomes.indexOf(terms.outcome)] ?? 0n
  return {
    call,
    scriptGas: 0,
    collateralRequired: 0n,
    effects: [],
    assertHoldings: () => {
      throw insufficient({ token: `shares:${terms.outcome}`, required: terms.quantity, available })
    },
  }
}
