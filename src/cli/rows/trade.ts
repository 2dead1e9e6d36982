import { type Outcome, type Side, type TimeInForce, timesInForce } from '../../domain/index.ts'
import {
  isAmount,
  type SendOptions,
  sendOf,
  sendOptions,
  text,
  tooMuch,
  whichMarket,
  wholeNumber,
} from './options.ts'
import type { CommandRow, Values } from './row.ts'

/** Commands that trade: each sends one transaction, or a few. */
export type TradeCommand =
  | ({ readonly name: 'order' } & OrderTerms & SendOptions)
  | ({
      readonly name: 'cancel'
      readonly market: string
      /** The market's number of it; null: all that rest. */
      readonly orderId: number | null
    } & SendOptions)
  | ({ readonly name: 'settle'; readonly market: string } & SendOptions)

interface OrderTerms {
  readonly market: string
  readonly side: Side
  readonly outcome: Outcome
  readonly price: number
  /** As it was written: its base units depend on the venue. */
  readonly shares: string
  readonly timeInForce: TimeInForce | null
  /** When it ends by itself. */
  readonly expiresAt: string | null
  readonly isMarketOrder: boolean
  readonly referer: string | null
}

const orderIdMax = 4_294_967_295

export const tradeCommands: readonly CommandRow<TradeCommand>[] = [
  {
    words: 'order',
    arguments: '<market> buy|sell yes|no <price> <shares>',
    summary: 'place an order: build, check, sign, submit, wait for the block; price in thousandths, 1 to 999',
    options: {
      tif: {
        type: 'string',
        value: timesInForce.join('|'),
        meaning: 'time in force; gtc, of market orders ioc, with --expires gtd',
      },
      expires: {
        type: 'string',
        value: 'time',
        meaning: 'when a gtd or post-only order ends by itself, such as 2030-01-31T12:00:00Z',
      },
      market: { type: 'boolean', meaning: 'a market order: the price is the worst that is acceptable' },
      referer: { type: 'string', value: 'address', meaning: 'who gets the referrer’s part of the fee' },
      ...sendOptions,
    },
    read: readOrder,
  },
  {
    words: 'cancel',
    arguments: '<market> <order>|all',
    summary: 'cancel a resting order by its number, or all of a market; `sibyl orders` lists them',
    options: sendOptions,
    read([market, order, ...more], values) {
      if (market === undefined) return whichMarket
      if (order === undefined) return 'which order? its number, or all'
      if (more.length > 0) return tooMuch(more)
      const orderId = order === 'all' ? null : wholeNumber(order, { min: 1, max: orderIdMax })
      if (orderId === null && order !== 'all') return `an order is its number, or all, not ${order}`
      return { name: 'cancel', market, orderId, ...sendOf(values) }
    },
  },
  {
    words: 'settle',
    arguments: '<market>',
    summary: 'be paid for the shares of a resolved market; the keeper does it too, sooner or later',
    options: sendOptions,
    read([market, ...more], values) {
      if (market === undefined) return whichMarket
      return more.length > 0 ? tooMuch(more) : { name: 'settle', market, ...sendOf(values) }
    },
  },
]

function readOrder(args: readonly string[], values: Values): TradeCommand | string {
  const [market, side, outcome, priceText, sharesText, ...more] = args
  if (sharesText === undefined) return 'an order needs market, side, outcome, price and shares'
  if (more.length > 0) return tooMuch(more)
  if (side !== 'buy' && side !== 'sell') return `the side is buy or sell, not ${side}`
  if (outcome !== 'yes' && outcome !== 'no') return `the outcome is yes or no, not ${outcome}`
  const price = wholeNumber(priceText, { min: 1, max: 999 })
  if (price === null) return `the price is a whole number of thousandths, 1 to 999, not ${priceText}`
  if (!isAmount(sharesText))
    return `the number of shares is above 0 with at most 18 decimals, not ${sharesText}`
  const named = timesInForce.find((word) => word === values.tif) ?? null
  if (values.tif !== undefined && named === null) return `--tif is one of ${timesInForce.join(', ')}`
  const expires = text(values.expires)
  if (expires !== null && Number.isNaN(Date.parse(expires)))
    return '--expires is a time such as 2030-01-31T12:00:00Z'
  const timeInForce = named ?? (expires === null ? null : 'gtd')
  if (timeInForce === 'gtd' && expires === null) return '--tif gtd needs --expires: when the order ends'
  if (expires !== null && timeInForce !== 'gtd' && timeInForce !== 'post-only')
    return 'only gtd and post-only orders have --expires'
  return {
    name: 'order',
    market: market ?? '',
    side,
    outcome,
    price,
    shares: sharesText,
    timeInForce,
    expiresAt: expires === null ? null : new Date(expires).toISOString(),
    isMarketOrder: values.market === true,
    referer: text(values.referer),
    ...sendOf(values),
  }
}
