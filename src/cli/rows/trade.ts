import { type Outcome, type Side, type TimeInForce, timesInForce } from '../../domain/index.ts'
import { GAS_MAX } from '../../kit/index.ts'
import {
  gasOf,
  gasOption,
  gasSentence,
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
  | ({ readonly name: 'make' } & MakeTerms & SendOptions)

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
  readonly gasAmountMax: number
}

interface MakeTerms {
  /** Each with what yes is thought to be worth; null: the middle of what others quote. */
  readonly markets: readonly { readonly market: string; readonly fair: number | null }[]
  readonly width: number
  readonly skew: number
  /** Amounts as they were written. */
  readonly shares: string
  readonly positionMax: string | null
  readonly lossMax: string | null
  readonly lifeMs: number
  readonly gasAmountMax: number
}

/** One wallet, and one look after the other. */
const MADE_MAX = 50
const orderIdMax = 4_294_967_295
/** 0.1 ALPH: some thirty orders in the way. Who orders once looks before paying for more. */
const ORDER_GAS_MAX = 1_000_000

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
      'max-gas': gasOption(ORDER_GAS_MAX),
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
  {
    words: 'make',
    arguments: '<market>[=<fair>] ...',
    summary:
      'quote both sides of markets until interrupted, around a fair price in thousandths or the middle of what others quote',
    options: {
      width: {
        type: 'string',
        value: 'n',
        meaning: 'between bid and ask in thousandths, 2 to 998; 40 without it',
      },
      size: { type: 'string', value: 'shares', meaning: 'on each side; 10 without it' },
      skew: {
        type: 'string',
        value: 'n',
        meaning:
          'how far both prices lean against a position at its limit, 0 to 499; half the width without it',
      },
      'max-position': {
        type: 'string',
        value: 'shares',
        meaning: 'of one outcome beyond the other in each market, whatever is filled; ten sizes without it',
      },
      'max-loss': {
        type: 'string',
        value: 'amount',
        meaning: 'ends when the wallet has lost more than that since the start',
      },
      expiry: {
        type: 'string',
        value: 'seconds',
        meaning: 'after which a quote ends by itself if it is not renewed, 20 to 86400; 300 without it',
      },
      'max-gas': gasOption(GAS_MAX),
      ...sendOptions,
    },
    read: readMake,
  },
]

function readMake(args: readonly string[], values: Values): TradeCommand | string {
  if (args.length === 0) return whichMarket
  if (args.length > MADE_MAX) return `at most ${MADE_MAX} markets`
  const markets = args.map((arg) => {
    const [market = '', ...prices] = arg.split('=')
    const fair = prices.length === 0 ? undefined : prices.join('=')
    return {
      market,
      fair: fair === undefined ? null : wholeNumber(fair, { min: 1, max: 999 }),
      isNamed: fair !== undefined,
    }
  })
  const wrong = markets.find(({ fair, isNamed }) => isNamed && fair === null)
  if (wrong !== undefined)
    return `the fair price of ${wrong.market} is a whole number of thousandths, 1 to 999`
  const width = wholeNumber(values.width ?? '40', { min: 2, max: 998 })
  if (width === null) return '--width is a whole number from 2 to 998'
  const skew =
    values.skew === undefined ? Math.floor(width / 2) : wholeNumber(values.skew, { min: 0, max: 499 })
  if (skew === null) return '--skew is a whole number from 0 to 499'
  const seconds = wholeNumber(values.expiry ?? '300', { min: 20, max: 86_400 })
  if (seconds === null) return '--expiry is a whole number of seconds from 20 to 86400'
  const gasAmountMax = gasOf(values['max-gas'], GAS_MAX)
  if (gasAmountMax === null) return gasSentence
  const amounts = {
    size: text(values.size) ?? '10',
    'max-position': text(values['max-position']),
    'max-loss': text(values['max-loss']),
  }
  for (const [name, amount] of Object.entries(amounts))
    if (amount !== null && !isAmount(amount))
      return `--${name} is above 0 with at most 18 decimals, not ${amount}`
  return {
    name: 'make',
    markets: markets.map(({ market, fair }) => ({ market, fair })),
    width,
    skew,
    shares: amounts.size,
    positionMax: amounts['max-position'],
    lossMax: amounts['max-loss'],
    lifeMs: seconds * 1_000,
    gasAmountMax,
    ...sendOf(values),
  }
}

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
  const gasAmountMax = gasOf(values['max-gas'], ORDER_GAS_MAX)
  if (gasAmountMax === null) return gasSentence
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
    gasAmountMax,
    ...sendOf(values),
  }
}
