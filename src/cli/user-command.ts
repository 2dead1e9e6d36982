import { parseArgs } from 'node:util'
import type { Outcome, Side, TimeInForce } from '../domain/index.ts'
import { timesInForce } from '../domain/index.ts'

/** Commands for people who use a venue, rather than run one: each with options and help of its own. */
export type UserCommand =
  | { readonly name: 'doctor'; readonly json: boolean }
  | ({
      readonly name: 'markets'
      /** What they are searched for; empty for all. */
      readonly words: string
      readonly status: 'open' | 'resolved' | 'all'
      readonly limit: number
    } & Reach)
  | ({
      readonly name: 'book'
      readonly market: string
      readonly depth: number
      readonly outcome: Outcome
    } & Reach)
  | ({
      readonly name: 'watch'
      readonly market: string
      readonly intervalMs: number
      /** Ends after so many trades; null: when interrupted. */
      readonly trades: number | null
    } & Reach)
  | ({ readonly name: 'order' } & OrderTerms & Purse & Reach)
  | ({
      readonly name: 'keys mint'
      readonly keyName: string
      readonly scopes: readonly string[] | null
    } & Purse &
      Reach)

export interface OrderTerms {
  readonly market: string
  readonly side: Side
  readonly outcome: Outcome
  readonly price: number
  /** Base units. */
  readonly quantity: bigint
  readonly timeInForce: TimeInForce | null
  readonly isMarketOrder: boolean
  readonly referer: string | null
  /** Builds and checks, and leaves it at that. */
  readonly isDryRun: boolean
}

/** Where the venue is, and how answers are wanted. */
export interface Reach {
  readonly url: string | null
  readonly json: boolean
}

/** Which wallet signs. */
export interface Purse {
  readonly walletFile: string | null
  readonly isDemo: boolean
}

export type ParsedUserCommand =
  | { readonly kind: 'command'; readonly command: UserCommand }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'wrong'; readonly sentence: string }

interface Option {
  readonly type: 'string' | 'boolean'
  /** How its value is shown in the help. */
  readonly value?: string
  readonly meaning: string
}

type Values = Readonly<Record<string, string | boolean | undefined>>

interface Spec {
  readonly words: readonly string[]
  readonly usage: string
  readonly summary: string
  readonly options: Readonly<Record<string, Option>>
  /** The command, or a sentence about what is wrong. */
  readonly read: (args: readonly string[], values: Values) => UserCommand | string
}

const statuses = ['open', 'resolved', 'all'] as const
const json: Option = { type: 'boolean', meaning: 'answer in JSON' }
const reach = {
  url: {
    type: 'string',
    value: 'url',
    meaning: 'where the venue is; SIBYL_URL, or this machine, without it',
  },
  json,
} as const satisfies Record<string, Option>
const purse = {
  wallet: {
    type: 'string',
    value: 'file',
    meaning:
      'a file with the private key: 64 hex digits, or JSON {"privateKey", "keyType"?}; SIBYL_WALLET_KEY without it',
  },
  demo: { type: 'boolean', meaning: 'the demo wallet of a venue on this machine, and its API key' },
} as const satisfies Record<string, Option>

const specs: readonly Spec[] = [
  {
    words: ['doctor'],
    usage: 'sibyl doctor',
    summary:
      'check node, network, event log, contracts, database, migrations and clocks; 1 when something is broken',
    options: { json },
    read: (args, values) =>
      args.length === 0 ? { name: 'doctor', json: values.json === true } : tooMuch(args),
  },
  {
    words: ['markets'],
    usage: 'sibyl markets [words]',
    summary: 'list markets with their numbers; with words, those whose texts have them',
    options: {
      status: { type: 'string', value: 'open|resolved|all', meaning: 'which; open without it' },
      limit: { type: 'string', value: 'n', meaning: 'at most so many, 1 to 200; 50 without it' },
      ...reach,
    },
    read(words, values) {
      const limit = wholeNumber(values.limit ?? '50', { min: 1, max: 200 })
      const status = statuses.find((word) => word === (values.status ?? 'open'))
      if (limit === null) return '--limit is a whole number from 1 to 200'
      if (status === undefined) return `--status is one of ${statuses.join(', ')}`
      return { name: 'markets', words: words.join(' '), status, limit, ...reachOf(values) }
    },
  },
  {
    words: ['book'],
    usage: 'sibyl book <market>',
    summary: 'show a market’s order book; the market by its number or its address',
    options: {
      depth: { type: 'string', value: 'n', meaning: 'prices on each side, 1 to 100; 10 without it' },
      outcome: { type: 'string', value: 'yes|no', meaning: 'whose book; yes without it' },
      ...reach,
    },
    read([market, ...more], values) {
      const depth = wholeNumber(values.depth ?? '10', { min: 1, max: 100 })
      const outcome = values.outcome ?? 'yes'
      if (market === undefined) return 'which market? by its number or its address'
      if (more.length > 0) return tooMuch(more)
      if (depth === null) return '--depth is a whole number from 1 to 100'
      if (outcome !== 'yes' && outcome !== 'no') return '--outcome is yes or no'
      return { name: 'book', market, depth, outcome, ...reachOf(values) }
    },
  },
  {
    words: ['watch'],
    usage: 'sibyl watch <market>',
    summary: 'follow a market’s trades and best prices until interrupted',
    options: {
      interval: { type: 'string', value: 'ms', meaning: 'between two looks, 200 to 60000; 3000 without it' },
      trades: { type: 'string', value: 'n', meaning: 'end after so many trades' },
      ...reach,
    },
    read([market, ...more], values) {
      const intervalMs = wholeNumber(values.interval ?? '3000', { min: 200, max: 60_000 })
      const trades =
        values.trades === undefined ? null : wholeNumber(values.trades, { min: 1, max: 1_000_000 })
      if (market === undefined) return 'which market? by its number or its address'
      if (more.length > 0) return tooMuch(more)
      if (intervalMs === null) return '--interval is a whole number from 200 to 60000'
      if (values.trades !== undefined && trades === null) return '--trades is a whole number from 1'
      return { name: 'watch', market, intervalMs, trades, ...reachOf(values) }
    },
  },
  {
    words: ['order'],
    usage: 'sibyl order <market> buy|sell yes|no <price> <shares>',
    summary: 'place an order: build, check, sign, submit, wait for the block; price in thousandths, 1 to 999',
    options: {
      tif: {
        type: 'string',
        value: timesInForce.join('|'),
        meaning: 'time in force; gtc, of market orders ioc',
      },
      market: { type: 'boolean', meaning: 'a market order: the price is the worst that is acceptable' },
      referer: { type: 'string', value: 'address', meaning: 'who gets the referrer’s part of the fee' },
      'dry-run': { type: 'boolean', meaning: 'build and check, sign nothing' },
      ...purse,
      ...reach,
    },
    read: readOrder,
  },
  {
    words: ['keys', 'mint'],
    usage: 'sibyl keys mint',
    summary: 'mint an API key by signing a challenge with a wallet; it is shown once',
    options: {
      name: { type: 'string', value: 'text', meaning: 'what the key is called; cli without it' },
      scopes: { type: 'string', value: 'read,write:tx', meaning: 'what it may do; both without it' },
      ...purse,
      ...reach,
    },
    read(args, values) {
      if (args.length > 0) return tooMuch(args)
      const scopes = typeof values.scopes === 'string' ? values.scopes.split(',') : null
      return {
        name: 'keys mint',
        keyName: text(values.name) ?? 'cli',
        scopes,
        ...purseOf(values),
        ...reachOf(values),
      }
    },
  },
]

/** Null: no command of these. */
export function parseUserCommand(args: readonly string[]): ParsedUserCommand | null {
  const spec = specs.find(({ words }) => words.every((word, i) => args[i] === word))
  if (spec === undefined) return null
  try {
    const { values, positionals } = parseArgs({
      args: args.slice(spec.words.length),
      allowPositionals: true,
      strict: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        ...Object.fromEntries(Object.entries(spec.options).map(([name, { type }]) => [name, { type }])),
      },
    })
    if (values.help === true) return { kind: 'help', text: helpOf(spec) }
    const command = spec.read(positionals, values)
    return typeof command === 'string' ? wrong(spec, command) : { kind: 'command', command }
  } catch (error) {
    return wrong(spec, argumentSentence(error))
  }
}

/** What Node says of arguments it cannot read, without its advice about positional ones. */
export const argumentSentence = (error: unknown): string =>
  error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)

/** A line for each, for the list of all commands. */
export const userUsage: string = specs
  .map(({ usage, summary }) => `  ${usage}\n        ${summary}`)
  .join('\n')

const wrong = (spec: Spec, sentence: string): ParsedUserCommand => ({
  kind: 'wrong',
  sentence: `${sentence}\n\n${helpOf(spec)}`,
})

function helpOf({ usage, summary, options }: Spec): string {
  const rows = Object.entries(options).map(([name, { value, meaning }]) => {
    const left = `--${name}${value === undefined ? '' : ` <${value}>`}`
    return left.length < 28 ? `  ${left.padEnd(28)}${meaning}` : `  ${left}\n  ${' '.repeat(28)}${meaning}`
  })
  return `${usage} [options]\n\n  ${summary}\n\n${rows.join('\n')}`
}

function readOrder(args: readonly string[], values: Values): UserCommand | string {
  const [market, side, outcome, priceText, sharesText, ...more] = args
  if (sharesText === undefined) return 'an order needs market, side, outcome, price and shares'
  if (more.length > 0) return tooMuch(more)
  if (side !== 'buy' && side !== 'sell') return `the side is buy or sell, not ${side}`
  if (outcome !== 'yes' && outcome !== 'no') return `the outcome is yes or no, not ${outcome}`
  const price = wholeNumber(priceText ?? '', { min: 1, max: 999 })
  if (price === null) return `the price is a whole number of thousandths, 1 to 999, not ${priceText}`
  const quantity = toBaseUnits(sharesText)
  if (quantity === null) return `the number of shares is above 0 with at most 18 decimals, not ${sharesText}`
  const timeInForce = timesInForce.find((word) => word === values.tif) ?? null
  if (values.tif !== undefined && timeInForce === null) return `--tif is one of ${timesInForce.join(', ')}`
  return {
    name: 'order',
    market: market ?? '',
    side,
    outcome,
    price,
    quantity,
    timeInForce,
    isMarketOrder: values.market === true,
    referer: text(values.referer),
    isDryRun: values['dry-run'] === true,
    ...purseOf(values),
    ...reachOf(values),
  }
}

/** `2.5` → 2500000000000000000. */
function toBaseUnits(shares: string): bigint | null {
  const match = /^([0-9]{1,20})(?:\.([0-9]{1,18}))?$/.exec(shares)
  if (match === null) return null
  const units = BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(18, '0'))
  return units === 0n ? null : units
}

function wholeNumber(
  value: string | boolean | undefined,
  { min, max }: { min: number; max: number },
): number | null {
  const number = typeof value === 'string' && /^[0-9]{1,9}$/.test(value) ? Number(value) : Number.NaN
  return number >= min && number <= max ? number : null
}

const text = (value: string | boolean | undefined): string | null =>
  typeof value === 'string' ? value : null
const reachOf = (values: Values): Reach => ({ url: text(values.url), json: values.json === true })
const purseOf = (values: Values): Purse => ({
  walletFile: text(values.wallet),
  isDemo: values.demo === true,
})
const tooMuch = (args: readonly string[]): string => `${args.join(' ')}: too much`
