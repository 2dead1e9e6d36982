import type { Outcome, Side } from '../../domain/index.ts'
import {
  isAmount,
  jsonOption,
  limitOf,
  limitOption,
  limitSentence,
  text,
  tooMuch,
  type VenueOptions,
  venueOf,
  venueOptions,
  type WhoseOptions,
  walletOf,
  walletOptions,
  whichMarket,
  wholeNumber,
} from './options.ts'
import type { CommandRow, Values } from './row.ts'

/** Commands that look at a venue or at a wallet in it. */
export type LookCommand =
  | { readonly name: 'doctor'; readonly json: boolean }
  | ({ readonly name: 'status' } & VenueOptions)
  | ({
      readonly name: 'markets'
      /** What they are searched for; empty for all. */
      readonly words: string
      readonly status: (typeof statuses)[number]
      readonly limit: number
    } & VenueOptions)
  | ({
      readonly name: 'book'
      readonly market: string
      readonly depth: number
      readonly outcome: Outcome
    } & VenueOptions)
  | ({
      readonly name: 'watch'
      readonly market: string
      /** Ends after so many trades; null: when interrupted. */
      readonly trades: number | null
    } & VenueOptions)
  | ({ readonly name: 'quote' } & QuoteTerms & VenueOptions)
  | ({ readonly name: 'balance' } & WhoseOptions & VenueOptions)
  | ({ readonly name: 'portfolio'; readonly limit: number } & WhoseOptions & VenueOptions)
  | ({
      readonly name: 'positions'
      /** Only those of this market; null: of all. */
      readonly market: string | null
      readonly limit: number
    } & WhoseOptions &
      VenueOptions)
  | ({
      readonly name: 'orders'
      readonly market: string | null
      readonly status: (typeof orderStatuses)[number]
      readonly limit: number
    } & WhoseOptions &
      VenueOptions)

interface QuoteTerms {
  readonly market: string
  readonly side: Side
  readonly outcome: Outcome
  /** Base units: shares, or collateral with `isSpend`. */
  readonly amount: string
  readonly isSpend: boolean
  /** The worst that is acceptable; null: whatever rests. */
  readonly price: number | null
}

const statuses = ['open', 'resolved', 'all'] as const
const orderStatuses = ['open', 'filled', 'cancelled', 'all'] as const

const marketOption = { type: 'string', value: 'market', meaning: 'only of this market' } as const
const whoseSentence = '; of the address, or of the wallet that --wallet, SIBYL_WALLET_KEY or --demo names'

export const lookCommands: readonly CommandRow<LookCommand>[] = [
  {
    words: 'doctor',
    summary:
      'check node, network, event log, contracts, database, migrations and clocks; 1 when something is broken',
    options: { json: jsonOption },
    read: (args, values) =>
      args.length === 0 ? { name: 'doctor', json: values.json === true } : tooMuch(args),
  },
  {
    words: 'status',
    summary: 'say which venue this is: network, block, tokens, fees, periods',
    options: venueOptions,
    read: (args, values) => (args.length === 0 ? { name: 'status', ...venueOf(values) } : tooMuch(args)),
  },
  {
    words: 'markets',
    arguments: '[words]',
    summary: 'list markets with their numbers; with words, those whose texts have them',
    options: {
      status: { type: 'string', value: 'open|resolved|all', meaning: 'which; open without it' },
      limit: limitOption,
      ...venueOptions,
    },
    read(words, values) {
      const limit = limitOf(values)
      const status = statuses.find((word) => word === (values.status ?? 'open'))
      if (limit === null) return limitSentence
      if (status === undefined) return `--status is one of ${statuses.join(', ')}`
      return { name: 'markets', words: words.join(' '), status, limit, ...venueOf(values) }
    },
  },
  {
    words: 'book',
    arguments: '<market>',
    summary: 'show a market’s order book; the market by its number or its address',
    options: {
      depth: { type: 'string', value: 'n', meaning: 'prices on each side, 1 to 100; 10 without it' },
      outcome: { type: 'string', value: 'yes|no', meaning: 'whose book; yes without it' },
      ...venueOptions,
    },
    read([market, ...more], values) {
      const depth = wholeNumber(values.depth ?? '10', { min: 1, max: 100 })
      const outcome = values.outcome ?? 'yes'
      if (market === undefined) return whichMarket
      if (more.length > 0) return tooMuch(more)
      if (depth === null) return '--depth is a whole number from 1 to 100'
      if (outcome !== 'yes' && outcome !== 'no') return '--outcome is yes or no'
      return { name: 'book', market, depth, outcome, ...venueOf(values) }
    },
  },
  {
    words: 'watch',
    arguments: '<market>',
    summary: 'follow a market’s trades and best prices until interrupted',
    options: {
      trades: { type: 'string', value: 'n', meaning: 'end after so many trades' },
      ...venueOptions,
    },
    read([market, ...more], values) {
      const trades =
        values.trades === undefined ? null : wholeNumber(values.trades, { min: 1, max: 1_000_000 })
      if (market === undefined) return whichMarket
      if (more.length > 0) return tooMuch(more)
      if (values.trades !== undefined && trades === null) return '--trades is a whole number from 1'
      return { name: 'watch', market, trades, ...venueOf(values) }
    },
  },
  {
    words: 'quote',
    arguments: '<market> buy|sell yes|no <shares>',
    summary: 'say what an order would cost or bring now, to the unit; it sends nothing',
    options: {
      spend: { type: 'boolean', meaning: 'of a buy: the number is what may be spent, fee included' },
      price: { type: 'string', value: 'n', meaning: 'the worst that is acceptable, in thousandths' },
      ...venueOptions,
    },
    read: readQuote,
  },
  {
    words: 'balance',
    arguments: '[address]',
    summary: `show the coins and the stake of a wallet${whoseSentence}`,
    options: { ...walletOptions, ...venueOptions },
    read: (args, values) => readWhose(args, values, { name: 'balance' }),
  },
  {
    words: 'portfolio',
    arguments: '[address]',
    summary: `show what the positions of a wallet cost, brought and are worth${whoseSentence}`,
    options: { limit: limitOption, ...walletOptions, ...venueOptions },
    read(args, values) {
      const limit = limitOf(values)
      return limit === null ? limitSentence : readWhose(args, values, { name: 'portfolio', limit })
    },
  },
  {
    words: 'positions',
    arguments: '[address]',
    summary: `list the shares of a wallet${whoseSentence}`,
    options: { market: marketOption, limit: limitOption, ...walletOptions, ...venueOptions },
    read(args, values) {
      const limit = limitOf(values)
      if (limit === null) return limitSentence
      return readWhose(args, values, { name: 'positions', market: text(values.market), limit })
    },
  },
  {
    words: 'orders',
    arguments: '[address]',
    summary: `list the orders of a wallet${whoseSentence}`,
    options: {
      market: marketOption,
      status: { type: 'string', value: orderStatuses.join('|'), meaning: 'which; open without it' },
      limit: limitOption,
      ...walletOptions,
      ...venueOptions,
    },
    read(args, values) {
      const limit = limitOf(values)
      const status = orderStatuses.find((word) => word === (values.status ?? 'open'))
      if (limit === null) return limitSentence
      if (status === undefined) return `--status is one of ${orderStatuses.join(', ')}`
      return readWhose(args, values, { name: 'orders', market: text(values.market), status, limit })
    },
  },
]

function readQuote(args: readonly string[], values: Values): LookCommand | string {
  const [market, side, outcome, amountText, ...more] = args
  if (amountText === undefined || market === undefined)
    return 'a quote needs market, side, outcome and shares'
  if (more.length > 0) return tooMuch(more)
  if (side !== 'buy' && side !== 'sell') return `the side is buy or sell, not ${side}`
  if (outcome !== 'yes' && outcome !== 'no') return `the outcome is yes or no, not ${outcome}`
  if (!isAmount(amountText)) return `the number is above 0 with at most 18 decimals, not ${amountText}`
  const isSpend = values.spend === true
  if (isSpend && side === 'sell') return '--spend is of a buy'
  const price = values.price === undefined ? null : wholeNumber(values.price, { min: 1, max: 999 })
  if (values.price !== undefined && price === null)
    return '--price is a whole number of thousandths, 1 to 999'
  return { name: 'quote', market, side, outcome, amount: amountText, isSpend, price, ...venueOf(values) }
}

/** A command that looks at one wallet. */
function readWhose<T extends object>(
  [address, ...more]: readonly string[],
  values: Values,
  terms: T,
): (T & WhoseOptions & VenueOptions) | string {
  if (more.length > 0) return tooMuch(more)
  return { ...terms, address: address ?? null, ...walletOf(values), ...venueOf(values) }
}
