import { AMOUNT_MAX, CONTRACT_LIMIT, mulDiv } from './amount.ts'
import { bookPriceOf, bookSideOf } from './book-side.ts'
import { createClosingPrice } from './closing-price.ts'
import { lockOf, proceedsOf, splitFee, takerFee } from './fee.ts'
import type { CancelReason, MarketEvent } from './market-event.ts'
import { createOrderBook, crosses, type OrderBook, type RestingOrder } from './order-book.ts'
import type { FillType, FinalOutcome, Outcome, Side, TimeInForce } from './order-terms.ts'

/**
 * The market of docs/contracts.md as a value machine: order book and ledger, exact to the unit, in the plainest form that can
 * be read against the rules. The contract is compared with it call by call: same events, same refusals, same balances.
 * Nothing runs on it in production.
 */
export interface MarketModel {
  readonly book: OrderBook
  readonly place: (order: ModelOrder) => ModelAnswer
  readonly cancel: (trader: string, orderIds: readonly number[]) => ModelAnswer
  readonly quote: (quote: ModelQuote) => ModelAnswer
  /** Cancels orders that ended by themselves, whoever asks. */
  readonly clear: (orderIds: readonly number[]) => ModelAnswer
  readonly split: (trader: string, quantity: bigint) => ModelAnswer
  readonly merge: (trader: string, quantity: bigint) => ModelAnswer
  /** submitter said first what is final now; null when nobody did. */
  readonly resolve: (finalOutcome: FinalOutcome, submitter: string | null) => ModelAnswer
  readonly settle: (trader: string) => ModelAnswer
  readonly release: (orderId: number) => ModelAnswer
  readonly payFees: () => ModelAnswer
  /** Free shares of a wallet, or null when it has no position entry. */
  readonly position: (trader: string) => Readonly<Record<Outcome, bigint>> | null
  /** What a wallet got minus what it paid, in collateral. */
  readonly gained: (wallet: string) => bigint
  /** Collateral the market holds, by what went in and out. */
  readonly held: () => bigint
  /** Collateral the market must hold, by what it owes. */
  readonly owed: () => bigint
  /** Pairs of shares outstanding. */
  readonly pairs: () => bigint
}

export interface ModelOrder {
  readonly trader: string
  readonly side: Side
  readonly outcome: Outcome
  readonly price: number
  readonly quantity: bigint
  readonly timeInForce: TimeInForce
  readonly isMarketOrder: boolean
  readonly maxFills: number
  readonly referer: string | null
  readonly expiresAtMs: number | null
}

export interface ModelQuote {
  readonly trader: string
  readonly cancel: readonly number[]
  readonly orders: readonly QuotedOrder[]
  /** Collateral the call may take. */
  readonly approved: bigint
}

/** An order of a quote: post-only, good till cancelled or till its own time. */
export interface QuotedOrder {
  readonly side: Side
  readonly outcome: Outcome
  readonly price: number
  readonly quantity: bigint
  readonly expiresAtMs: number | null
}

/** Events in order, or the name the contract has for the refusal. */
export type ModelAnswer =
  | { readonly ok: true; readonly events: readonly MarketEvent[] }
  | { readonly ok: false; readonly refusal: string }

/**
 * Orders that one call meets at most, whatever its maxFills says: filled, the trader's own, or dead. More could exceed the
 * outputs a transaction may have.
 */
export const FILLS_MAX = 100

/** What a quote holds at most. */
export const QUOTE_ORDERS_MAX = 20
export const QUOTE_CANCELS_MAX = 40

/** Of the treasury's fees a tenth is kept for whoever submits what becomes final, at most so many units. */
const KEEP_DIVISOR = 10n
const SUBMITTER_UNITS = 20n

export function createMarketModel(options: {
  readonly marketAddress: string
  readonly creator: string
  readonly treasury: string
  readonly creatorShare: number
  /** One share, in base units of the collateral; an order rests with at least one. */
  readonly unit: bigint
  readonly endsAtMs: number
  readonly closingMs: number
  /** Block time. */
  readonly nowMs: () => number
}): MarketModel {
  const { marketAddress, unit, nowMs } = options
  const book = createOrderBook()
  const positions = new Map<string, Record<Outcome, bigint>>()
  const gains = new Map<string, bigint>()
  let nextOrderId = 1
  let finalOutcome: FinalOutcome | null = null
  let closing: number | null = null
  let held = 0n
  let pairs = 0n
  let creatorFees = 0n
  let treasuryFees = 0n
  let keptBack = 0n
  const price = createClosingPrice({ endsAtMs: options.endsAtMs, closingMs: options.closingMs, book })

  const refused = (refusal: string): ModelAnswer => ({ ok: false, refusal })
  const pay = (wallet: string, amount: bigint): void => {
    gains.set(wallet, (gains.get(wallet) ?? 0n) + amount)
    held -= amount
  }
  const free = (trader: string): Record<Outcome, bigint> => {
    const found = positions.get(trader) ?? { yes: 0n, no: 0n }
    positions.set(trader, found)
    return found
  }
  const cancelled = (order: RestingOrder, reason: CancelReason): MarketEvent => {
    const collateral = order.side === 'buy' ? lockOf(order.price, order.remaining) : 0n
    if (order.side === 'buy') pay(order.trader, collateral)
    else free(order.trader)[order.outcome] += order.remaining
    book.remove(order.orderId)
    const { orderId, trader, remaining } = order
    return { type: 'OrderCancelled', marketAddress, orderId, trader, reason, remaining, collateral }
  }

  /** Moves shares and collateral of one fill by the rounding table; answers what the taker paid or got. */
  function fill(taker: ModelOrder, maker: RestingOrder, quantity: bigint) {
    const makerCollateral =
      maker.side === 'buy'
        ? lockOf(maker.price, maker.remaining) - lockOf(maker.price, maker.remaining - quantity)
        : proceedsOf(maker.price, quantity)
    const fillType: FillType =
      taker.side !== maker.side ? 'transfer' : taker.side === 'buy' ? 'mint' : 'merge'
    const takerCollateral = fillType === 'transfer' ? makerCollateral : quantity - makerCollateral
    if (fillType === 'mint') pairs += quantity
    if (fillType === 'merge') pairs -= quantity
    if (quantity >= unit) price.traded(bookPriceOf(maker.price, maker.outcome))
    if (maker.side === 'sell') pay(maker.trader, makerCollateral)
    else free(maker.trader)[maker.outcome] += quantity
    pay(taker.trader, taker.side === 'buy' ? -takerCollateral : takerCollateral)
    if (taker.side === 'buy') free(taker.trader)[taker.outcome] += quantity
    maker.remaining -= quantity
    return { fillType, makerCollateral, takerCollateral }
  }

  const isOpen = (): boolean => finalOutcome === null && nowMs() < options.endsAtMs
  const isDead = ({ expiresAtMs }: RestingOrder): boolean => expiresAtMs !== null && expiresAtMs <= nowMs()

  function checkTerms({ price, quantity }: QuotedOrder): string | null {
    if (price < 1 || price > 999) return 'BadPrice'
    return quantity < 1n || quantity >= CONTRACT_LIMIT ? 'BadQuantity' : null
  }

  function checkOrder(order: ModelOrder): string | null {
    if (!isOpen()) return 'TradingEnded'
    const refusal = checkTerms(order)
    if (refusal !== null) return refusal
    const { timeInForce, expiresAtMs } = order
    const mayExpire = timeInForce === 'gtd' || timeInForce === 'post-only'
    if (expiresAtMs === null ? timeInForce === 'gtd' : !mayExpire || expiresAtMs <= nowMs())
      return 'BadExpiry'
    if (order.isMarketOrder && order.timeInForce !== 'ioc' && order.timeInForce !== 'fok')
      return 'BadTimeInForce'
    if (order.referer === order.trader) return 'RefererIsTrader'
    const shares = positions.get(order.trader)?.[order.outcome] ?? 0n
    if (order.side === 'sell' && shares < order.quantity) return 'NotEnoughShares'
    return null
  }

  /** What a fok order could fill now: it fails as a whole, so this is asked before anything moves. */
  function fillable(order: ModelOrder, cap: number): bigint {
    let sum = 0n
    for (const maker of facing(order).slice(0, cap)) {
      if (!crosses(order, maker)) break
      if (maker.trader !== order.trader && !isDead(maker)) sum += maker.remaining
    }
    return sum
  }

  const facing = (order: QuotedOrder): readonly RestingOrder[] => {
    const own = bookSideOf(order.side, order.outcome)
    return book.list(own === 'bid' ? 'ask' : 'bid')
  }

  const crossing = (order: QuotedOrder): RestingOrder | undefined =>
    facing(order)
      .slice(0, 1)
      .find((maker) => crosses(order, maker))

  /** Cancels the dead orders that these would meet first. */
  function clearDead(orders: readonly QuotedOrder[]): MarketEvent[] {
    const events: MarketEvent[] = []
    for (const side of ['bid', 'ask'] as const)
      while (events.length < FILLS_MAX) {
        const met = orders.map(crossing).find((maker) => maker !== undefined && sideOf(maker) === side)
        if (met === undefined || !isDead(met)) break
        events.push(cancelled(met, 'expired'))
      }
    return events
  }

  function place(order: ModelOrder): ModelAnswer {
    const refusal = checkOrder(order)
    if (refusal !== null) return refused(refusal)
    const cap = order.timeInForce === 'post-only' ? 0 : Math.min(order.maxFills, FILLS_MAX)
    if (order.timeInForce === 'fok' && fillable(order, cap) < order.quantity) return refused('CannotFill')

    const { trader, side, outcome, quantity, timeInForce } = order
    const { orderId, events } = placed(order)
    if (timeInForce === 'post-only') events.push(...clearDead([order]))
    const own = free(trader)
    if (side === 'sell') own[outcome] -= quantity

    let left = quantity
    let notional = 0n
    for (let fills = 0; fills < cap && left > 0n; fills += 1) {
      const maker = crossing(order)
      if (maker === undefined) break
      if (maker.trader === trader || isDead(maker)) {
        events.push(cancelled(maker, maker.trader === trader ? 'self' : 'expired'))
        continue
      }
      const size = smaller(left, maker.remaining)
      const { fillType, makerCollateral, takerCollateral } = fill(order, maker, size)
      left -= size
      notional += takerCollateral
      events.push({
        type: 'OrderFilled',
        marketAddress,
        orderId,
        makerOrderId: maker.orderId,
        maker: maker.trader,
        fillType,
        price: maker.price,
        quantity: size,
        makerCollateral,
        makerRemaining: maker.remaining,
      })
      if (maker.remaining === 0n) book.remove(maker.orderId)
      else if (maker.remaining < unit) events.push(cancelled(maker, 'dust'))
    }

    if (left > 0n) {
      const reason = whyNotRest(timeInForce, crossing(order) !== undefined, left)
      if (reason === null) {
        const { price, expiresAtMs } = order
        book.add({ orderId, trader, side, outcome, price, remaining: left, expiresAtMs })
        if (side === 'buy') pay(trader, -lockOf(price, left))
      } else {
        if (side === 'sell') own[outcome] += left
        events.push(notRested(orderId, trader, reason, left))
      }
    }
    if (notional > 0n) events.push(chargeFee(orderId, order, notional))
    return done(events)
  }

  /** Whatever changed the book is noted with its time. */
  function done(events: readonly MarketEvent[]): ModelAnswer {
    price.stands(nowMs())
    return { ok: true, events }
  }

  function placed(order: ModelOrder): { orderId: number; events: MarketEvent[] } {
    const { trader, side, outcome, price, quantity, timeInForce, isMarketOrder, referer, expiresAtMs } = order
    const orderId = nextOrderId
    nextOrderId += 1
    const events: MarketEvent[] = [
      {
        type: 'OrderPlaced',
        marketAddress,
        orderId,
        trader,
        side,
        outcome,
        price,
        quantity,
        timeInForce,
        isMarketOrder,
        referer,
      },
    ]
    if (expiresAtMs !== null) events.push({ type: 'OrderExpires', marketAddress, orderId, expiresAtMs })
    return { orderId, events }
  }

  const notRested = (
    orderId: number,
    trader: string,
    reason: CancelReason,
    remaining: bigint,
  ): MarketEvent => ({
    type: 'OrderCancelled',
    marketAddress,
    orderId,
    trader,
    reason,
    remaining,
    collateral: 0n,
  })

  /** Cancels, then rests what can rest; nothing is matched. */
  function quote({ trader, cancel: orderIds, orders, approved }: ModelQuote): ModelAnswer {
    if (!isOpen()) return refused('TradingEnded')
    if (orderIds.length > QUOTE_CANCELS_MAX) return refused('BadOrderList')
    if (orders.length < 1 || orders.length > QUOTE_ORDERS_MAX) return refused('BadQuote')
    const found = orderIds.map((orderId) => book.find(orderId))
    if (found.some((order) => order !== null && order.trader !== trader)) return refused('NotTheOwner')
    for (const order of orders) {
      const refusal = checkTerms(order)
      if (refusal !== null) return refused(refusal)
    }
    if (orders.some(({ expiresAtMs }) => expiresAtMs !== null && expiresAtMs <= nowMs()))
      return refused('BadExpiry')
    const events = cancelOwn(found)
    let budget = approved
    for (const event of events) if (event.type === 'OrderCancelled') budget += event.collateral
    events.push(...clearDead(orders))
    const own = free(trader)
    for (const order of orders) {
      const { side, outcome, price, quantity } = order
      const terms = { timeInForce: 'post-only', isMarketOrder: false, maxFills: 0, referer: null } as const
      const said = placed({ ...order, ...terms, trader })
      events.push(...said.events)
      const lock = side === 'buy' ? lockOf(price, quantity) : 0n
      const isCovered = side === 'buy' ? lock <= budget : quantity <= own[outcome]
      const reason = !isCovered ? 'unfunded' : crossing(order) !== undefined ? 'post-only' : null
      if (quantity < unit || reason !== null)
        events.push(notRested(said.orderId, trader, quantity < unit ? 'dust' : reason!, quantity))
      else {
        const { expiresAtMs } = order
        book.add({ orderId: said.orderId, trader, side, outcome, price, remaining: quantity, expiresAtMs })
        budget -= lock
        pay(trader, -lock)
        if (side === 'sell') own[outcome] -= quantity
      }
    }
    return done(events)
  }

  function clear(orderIds: readonly number[]): ModelAnswer {
    if (finalOutcome !== null) return refused('AlreadyResolved')
    if (orderIds.length < 1 || orderIds.length > FILLS_MAX) return refused('BadOrderList')
    const found = [...new Set(orderIds)].map((orderId) => book.find(orderId))
    if (orderIds.length === 1 && found[0] === null) return refused('NoSuchOrder')
    const dead = found.filter((order) => order !== null).filter(isDead)
    if (orderIds.length === 1 && dead.length === 0) return refused('NotExpired')
    return done(dead.map((order) => cancelled(order, 'expired')))
  }

  function split(trader: string, quantity: bigint): ModelAnswer {
    if (!isOpen()) return refused('TradingEnded')
    if (quantity < 1n || quantity >= CONTRACT_LIMIT) return refused('BadQuantity')
    const own = free(trader)
    own.yes += quantity
    own.no += quantity
    pairs += quantity
    pay(trader, -quantity)
    return { ok: true, events: [{ type: 'PairsSplit', marketAddress, trader, quantity }] }
  }

  function merge(trader: string, quantity: bigint): ModelAnswer {
    if (finalOutcome !== null) return refused('AlreadyResolved')
    if (quantity < 1n) return refused('BadQuantity')
    const own = positions.get(trader)
    if (own === undefined) return refused('NoPosition')
    if (own.yes < quantity || own.no < quantity) return refused('NotEnoughShares')
    own.yes -= quantity
    own.no -= quantity
    pairs -= quantity
    pay(trader, quantity)
    return { ok: true, events: [{ type: 'PairsMerged', marketAddress, trader, quantity }] }
  }

  function whyNotRest(timeInForce: TimeInForce, isCrossing: boolean, left: bigint): CancelReason | null {
    if (timeInForce === 'ioc') return 'immediate'
    if (isCrossing) return timeInForce === 'post-only' ? 'post-only' : 'crossing'
    return left < unit ? 'dust' : null
  }

  function chargeFee(orderId: number, order: ModelOrder, notional: bigint): MarketEvent {
    const fee = takerFee(notional)
    const split = splitFee(fee, {
      hasReferer: order.referer !== null,
      creatorShare: options.creatorShare,
    })
    pay(order.trader, -fee)
    if (order.referer !== null) pay(order.referer, split.refererFee)
    creatorFees += split.creatorFee
    treasuryFees += split.treasuryFee
    return { type: 'FeeCharged', marketAddress, orderId, notional, fee, ...split }
  }

  function cancel(trader: string, orderIds: readonly number[]): ModelAnswer {
    if (finalOutcome !== null) return refused('AlreadyResolved')
    if (orderIds.length < 1 || orderIds.length > FILLS_MAX) return refused('BadOrderList')
    const found = orderIds.map((orderId) => book.find(orderId))
    if (found.some((order) => order !== null && order.trader !== trader)) return refused('NotTheOwner')
    if (orderIds.length === 1 && found[0] === null) return refused('NoSuchOrder')
    return done(cancelOwn(found))
  }

  function cancelOwn(found: readonly (RestingOrder | null)[]): MarketEvent[] {
    const events: MarketEvent[] = []
    for (const order of new Set(found)) if (order !== null) events.push(cancelled(order, 'owner'))
    return events
  }

  /** Each winning share pays one unit; void pays the closing price, rounded down for every lot. */
  const worth = (outcome: Outcome, quantity: bigint): bigint => {
    if (closing !== null) return mulDiv(quantity, BigInt(bookPriceOf(closing, outcome)), 1000n, 'down')
    return (outcome === 'yes') === (finalOutcome === 1) ? quantity : 0n
  }

  function settle(trader: string): ModelAnswer {
    if (finalOutcome === null) return refused('NotResolved')
    const shares = positions.get(trader)
    if (shares === undefined) return refused('NoPosition')
    const { yes, no } = shares
    const payout = worth('yes', yes) + worth('no', no)
    pay(trader, payout)
    positions.delete(trader)
    return { ok: true, events: [{ type: 'PositionSettled', marketAddress, trader, yes, no, payout }] }
  }

  function release(orderId: number): ModelAnswer {
    if (finalOutcome === null) return refused('NotResolved')
    const order = book.find(orderId)
    if (order === null) return refused('NoSuchOrder')
    const { trader, remaining } = order
    const payout = order.side === 'buy' ? lockOf(order.price, remaining) : worth(order.outcome, remaining)
    pay(trader, payout)
    book.remove(orderId)
    return {
      ok: true,
      events: [{ type: 'OrderReleased', marketAddress, orderId, trader, remaining, payout }],
    }
  }

  function payFees(): ModelAnswer {
    if (finalOutcome === null) keepBack()
    const [creatorAmount, treasuryAmount] = [creatorFees, treasuryFees]
    if (creatorAmount + treasuryAmount === 0n) return refused('NoFees')
    pay(options.creator, creatorAmount)
    pay(options.treasury, treasuryAmount)
    creatorFees = 0n
    treasuryFees = 0n
    return { ok: true, events: [{ type: 'FeesPaid', marketAddress, creatorAmount, treasuryAmount }] }
  }

  function keepBack(): void {
    const kept = treasuryFees / KEEP_DIVISOR
    treasuryFees -= kept
    keptBack += kept
  }

  function resolve(outcome: FinalOutcome, submitter: string | null): ModelAnswer {
    if (finalOutcome !== null || nowMs() < options.endsAtMs) return refused('BadTransition')
    finalOutcome = outcome
    if (outcome === 3) closing = price.closing()
    const events: MarketEvent[] = [
      { type: 'MarketStateChanged', marketAddress, state: 'resolved', finalOutcome, closing },
    ]
    keepBack()
    const amount = smaller(keptBack, SUBMITTER_UNITS * unit)
    if (submitter !== null && amount > 0n) {
      keptBack -= amount
      pay(submitter, amount)
      events.push({ type: 'SubmitterPaid', marketAddress, submitter, amount })
    }
    treasuryFees += keptBack
    keptBack = 0n
    return { ok: true, events }
  }

  /** Locks of resting buys + pairs outstanding (after resolution: what the unpaid shares are worth) + unpaid fees. */
  function owed(): bigint {
    const resting = [...book.list('bid'), ...book.list('ask')]
    let sum = creatorFees + treasuryFees + keptBack
    for (const order of resting) if (order.side === 'buy') sum += lockOf(order.price, order.remaining)
    const lots: Record<Outcome, bigint> = { yes: 0n, no: 0n }
    for (const shares of positions.values()) {
      lots.yes += shares.yes
      lots.no += shares.no
    }
    for (const order of resting) if (order.side === 'sell') lots[order.outcome] += order.remaining
    if (finalOutcome === null) return sum + (lots.yes === lots.no && lots.yes === pairs ? pairs : AMOUNT_MAX)
    // What a void rounds down for every lot stays in the market.
    return sum + worth('yes', lots.yes) + worth('no', lots.no)
  }

  return {
    book,
    place,
    cancel,
    quote,
    clear,
    split,
    merge,
    resolve,
    settle,
    release,
    payFees,
    position: (trader) => positions.get(trader) ?? null,
    gained: (wallet) => gains.get(wallet) ?? 0n,
    held: () => held,
    owed,
    pairs: () => pairs,
  }
}

const sideOf = (order: RestingOrder) => bookSideOf(order.side, order.outcome)

const smaller = (a: bigint, b: bigint): bigint => (a > b ? b : a)
