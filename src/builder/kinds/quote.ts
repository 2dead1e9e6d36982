import { type ContractCall, quoteOrders } from '../../bindings/index.ts'
import {
  conflict,
  lockOf,
  type Outcome,
  QUOTE_CANCELS_MAX,
  type QuotedOrder,
  type Side,
  type VenueEvent,
} from '../../domain/index.ts'
import { maxBigint } from '../../kit/index.ts'
import { listOpenOrderIds } from '../../store/index.ts'
import { scriptGasWithMargin } from '../../transaction/index.ts'
import { readQuantity } from '../amount-field.ts'
import { fromFailure, nameOfFailure } from '../contract-refusal.ts'
import { assertTrading, getIndexedMarket, getMarket, readMarketRef } from '../find-market.ts'
import { invalid } from '../invalid.ts'
import type { Context, Kind, Prepared } from '../kind.ts'
import type { MarketRef } from '../market-ref.ts'
import { countMet, GAS_PER_MET, metMax } from '../met-orders.ts'
import type { SignerFields } from '../signer.ts'
import { simulate } from '../simulate.ts'
import { readExpiry } from '../time-field.ts'
import { walkGas } from '../walk-gas.ts'

export interface QuoteRequest extends SignerFields {
  readonly marketAddress: string
  /** Ids on the chain, or all of the signer's on this market, oldest first. */
  readonly cancel?: readonly number[] | 'all'
  readonly orders: readonly {
    readonly side: Side
    readonly outcome: Outcome
    readonly price: number
    readonly quantity: string
    readonly expiresAt?: string
  }[]
}

/** What another state of the book may need on top: an order that was skipped rests, an entry is new. */
const SLACK_GAS = 40_000
const GAS_PER_SKIPPED = 60_000
const GAS_PER_CANCEL = 12_000

/**
 * The largest quote behind a hundred dead orders was measured at 4.5 million at most; with all its margins it would exceed
 * what a transaction may bring, which has to pay for its coins too.
 */
const SCRIPT_GAS_MAX = 4_750_000

/** Cancels and rests post-only orders in one transaction; what cannot rest is skipped. */
export const quoteKind: Kind<QuoteRequest> = {
  name: 'quote',
  read(request, { venue, nowMs }) {
    const ref = readMarketRef('address', request.marketAddress, venue)
    const { cancel = [] } = request
    if (cancel !== 'all' && new Set(cancel).size !== cancel.length)
      throw invalid('cancel', cancel, 'every order is cancelled once')
    const orders = request.orders.map(
      ({ side, outcome, price, quantity, expiresAt }, index): QuotedOrder => ({
        side,
        outcome,
        price,
        quantity: readQuantity(`orders.${index}.quantity`, quantity),
        expiresAtMs: readExpiry(`orders.${index}.expiresAt`, expiresAt, nowMs),
      }),
    )
    return {
      method: 'POST',
      path: `/v1/tx/markets/${ref.address}/quote`,
      body: {
        cancel: cancel === 'all' ? 'all' : [...cancel],
        orders: orders.map((order) => ({
          ...order,
          quantity: String(order.quantity),
          expiresAtMs: order.expiresAtMs ?? undefined,
        })),
      },
      ownReasons: [],
      async prepare(context) {
        const { endsAtMs, subject } = await context.markets.getFacts(ref)
        if (context.nowMs >= endsAtMs) assertTrading(await getMarket(context, ref))
        const trader = context.signer.wallet.address
        const orderIds =
          cancel === 'all'
            ? await listOpenOrderIds(context.database, {
                marketAddress: ref.address,
                trader,
                limit: QUOTE_CANCELS_MAX,
              })
            : cancel
        return prepareQuote(context, { ...ref, subject, endsAtMs }, { orderIds, orders })
      },
      // As with a single order: the clock knows, and on the chain a quote looks after itself.
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

async function prepareQuote(
  context: Context,
  market: MarketRef & { readonly subject: string; readonly endsAtMs: number },
  { orderIds, orders }: { readonly orderIds: readonly number[]; readonly orders: readonly QuotedOrder[] },
): Promise<Prepared> {
  const callWith = (approved: bigint): ContractCall =>
    quoteOrders({
      marketId: market.contractId,
      collateralId: context.venue.tokens.collateral.id,
      subject: market.subject,
      deadlineMs: context.deadlineMs,
      cancel: orderIds,
      orders,
      approved,
    })
  let locks = 0n
  for (const { side, price, quantity } of orders) if (side === 'buy') locks += lockOf(price, quantity)
  const simulation = await simulate(context, callWith(locks))
  if (!simulation.ok) {
    if (nameOfFailure(simulation.failure) === 'Market.OtherSubject') context.markets.forget(market)
    assertTrading(await getMarket(context, market))
    throw fromFailure(simulation.failure, { marketAddress: market.address })
  }
  const { refunds, cancelled, skipped } = whatHappens(simulation.events)
  if (skipped.length === orders.length && cancelled === 0)
    throw conflict('nothing_would_rest', 'no order of the quote would rest', { reasons: skipped })
  // What the cancelled orders give back pays for the new ones; only the difference is brought.
  const approved = maxBigint(locks - refunds, 0n)
  const unseen = GAS_PER_SKIPPED * skipped.length + GAS_PER_CANCEL * (orderIds.length - cancelled)
  const slack = SLACK_GAS + walkGas(context, market.endsAtMs) + unseen
  const met = countMet(simulation.events)
  const spare = GAS_PER_MET * (metMax(met) - met)
  return {
    call: callWith(approved),
    scriptGas: Math.min(scriptGasWithMargin(simulation.scriptGas + slack) + spare, SCRIPT_GAS_MAX),
    collateralRequired: approved,
    effects: simulation.events,
  }
}

function whatHappens(events: readonly VenueEvent[]) {
  let refunds = 0n
  let cancelled = 0
  const skipped: string[] = []
  for (const event of events) {
    if (event.type !== 'OrderCancelled') continue
    if (event.reason === 'owner') {
      refunds += event.collateral
      cancelled += 1
    } else if (event.reason !== 'expired') skipped.push(event.reason)
  }
  return { refunds, cancelled, skipped }
}
