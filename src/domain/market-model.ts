import { AMOUNT_MAX, ONE } from './amount.ts'
import { bookSideOf } from './book-side.ts'
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
  /** From here on the market is in the past. */
  readonly close: () => void
  readonly resolve: (finalOutcome: FinalOutcome) => ModelAnswer
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
}

/** Events in order, or the name the contract has for the refusal. */
export type ModelAnswer =
  | { readonly ok: true; readonly events: readonly MarketEvent[] }
  | { readonly ok: false; readonly refusal: string }

/** The most fills of one placement, whatever its maxFills says: more could exceed the outputs a transaction may have. */
export const FILLS_MAX = 100

/** An order rests with at least one share. */
export const RESTING_MIN = ONE

const QUANTITY_LIMIT = 1n << 128n

export function createMarketModel(options: {
  readonly marketAddress: string
  readonly creator: string
  readonly treasury: string
  readonly creatorShare: number
}): MarketModel {
  const { marketAddress } = options
  const book = createOrderBook()
  const positions = new Map<string, Record<Outcome, bigint>>()
  const gains = new Map<string, bigint>()
  let nextOrderId = 1
  let closed = false
  let finalOutcome: FinalOutcome | null = null
  let held = 0n
  let creatorFees = 0n
  let treasuryFees = 0n

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
    if (maker.side === 'sell') pay(maker.trader, makerCollateral)
    else free(maker.trader)[maker.outcome] += quantity
    pay(taker.trader, taker.side === 'buy' ? -takerCollateral : takerCollateral)
    if (taker.side === 'buy') free(taker.trader)[taker.outcome] += quantity
    maker.remaining -= quantity
    return { fillType, makerCollateral, takerCollateral }
  }

  function checkOrder(order: ModelOrder): string | null {
    if (closed || finalOutcome !== null) return 'TradingEnded'
    if (order.price < 1 || order.price > 999) return 'BadPrice'
    if (order.quantity < 1n || order.quantity >= QUANTITY_LIMIT) return 'BadQuantity'
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
      if (maker.trader !== order.trader) sum += maker.remaining
    }
    return sum
  }

  const facing = (order: ModelOrder): readonly RestingOrder[] => {
    const own = bookSideOf(order.side, order.outcome)
    return book.list(own === 'bid' ? 'ask' : 'bid')
  }

  function place(order: ModelOrder): ModelAnswer {
    const refusal = checkOrder(order)
    if (refusal !== null) return refused(refusal)
    const cap = order.timeInForce === 'post-only' ? 0 : Math.min(order.maxFills, FILLS_MAX)
    if (order.timeInForce === 'fok' && fillable(order, cap) < order.quantity) return refused('CannotFill')

    const { trader, side, outcome, price, quantity, timeInForce, isMarketOrder, referer } = order
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
    const own = free(trader)
    if (side === 'sell') own[outcome] -= quantity

    let left = quantity
    let notional = 0n
    const crossing = (): RestingOrder | undefined =>
      facing(order)
        .slice(0, 1)
        .find((maker) => crosses(order, maker))
    for (let fills = 0; fills < cap && left > 0n; fills += 1) {
      const maker = crossing()
      if (maker === undefined) break
      if (maker.trader === trader) {
        events.push(cancelled(maker, 'self'))
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
      else if (maker.remaining < RESTING_MIN) events.push(cancelled(maker, 'dust'))
    }

    if (left > 0n) {
      const reason = whyNotRest(timeInForce, crossing() !== undefined, left)
      if (reason === null) {
        book.add({ orderId, trader, side, outcome, price, remaining: left })
        if (side === 'buy') pay(trader, -lockOf(price, left))
      } else {
        if (side === 'sell') own[outcome] += left
        events.push({
          type: 'OrderCancelled',
          marketAddress,
          orderId,
          trader,
          reason,
          remaining: left,
          collateral: 0n,
        })
      }
    }
    if (notional > 0n) events.push(chargeFee(orderId, order, notional))
    return { ok: true, events }
  }

  function whyNotRest(timeInForce: TimeInForce, isCrossing: boolean, left: bigint): CancelReason | null {
    if (timeInForce === 'ioc') return 'immediate'
    if (isCrossing) return timeInForce === 'post-only' ? 'post-only' : 'crossing'
    return left < RESTING_MIN ? 'dust' : null
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
    const events: MarketEvent[] = []
    for (const order of new Set(found)) if (order !== null) events.push(cancelled(order, 'owner'))
    return { ok: true, events }
  }

  /** Each winning share pays one unit; void pays half, rounded down for every lot. */
  const worth = (outcome: Outcome, quantity: bigint): bigint => {
    if (finalOutcome === 3) return quantity / 2n
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
    const [creatorAmount, treasuryAmount] = [creatorFees, treasuryFees]
    if (creatorAmount + treasuryAmount === 0n) return refused('NoFees')
    pay(options.creator, creatorAmount)
    pay(options.treasury, treasuryAmount)
    creatorFees = 0n
    treasuryFees = 0n
    return { ok: true, events: [{ type: 'FeesPaid', marketAddress, creatorAmount, treasuryAmount }] }
  }

  /** Locks of resting buys + pairs outstanding (after resolution: what the unpaid shares are worth) + unpaid fees. */
  function owed(): bigint {
    const resting = [...book.list('bid'), ...book.list('ask')]
    let sum = creatorFees + treasuryFees
    for (const order of resting) if (order.side === 'buy') sum += lockOf(order.price, order.remaining)
    const lots: Record<Outcome, bigint> = { yes: 0n, no: 0n }
    for (const shares of positions.values()) {
      lots.yes += shares.yes
      lots.no += shares.no
    }
    for (const order of resting) if (order.side === 'sell') lots[order.outcome] += order.remaining
    if (finalOutcome === null) return sum + (lots.yes === lots.no ? lots.yes : AMOUNT_MAX)
    if (finalOutcome !== 3) return sum + (finalOutcome === 1 ? lots.yes : lots.no)
    // Void pays half of every lot, rounded down, so what rounding keeps back stays in the market.
    return sum + (lots.yes + lots.no) / 2n
  }

  return {
    book,
    place,
    cancel,
    close() {
      closed = true
    },
    resolve(outcome) {
      if (finalOutcome !== null) return refused('BadTransition')
      finalOutcome = outcome
      return {
        ok: true,
        events: [{ type: 'MarketStateChanged', marketAddress, state: 'resolved', finalOutcome }],
      }
    },
    settle,
    release,
    payFees,
    position: (trader) => positions.get(trader) ?? null,
    gained: (wallet) => gains.get(wallet) ?? 0n,
    held: () => held,
    owed,
  }
}

const smaller = (a: bigint, b: bigint): bigint => (a > b ? b : a)
