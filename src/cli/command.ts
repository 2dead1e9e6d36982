import type { DeployTerms, Network } from '../deploy/index.ts'
import type { Outcome, Side, TimeInForce } from '../domain/index.ts'

/** What the command line asked for. */
export type Command = OperatorCommand | UserCommand

/** Commands for people who run a venue. */
export type OperatorCommand =
  | { readonly name: 'start' | 'api' | 'index' | 'keeper' | 'migrate' | 'reindex' }
  | { readonly name: 'devnet'; readonly folder: string | null }
  | ({ readonly name: 'deploy' } & DeployTerms)
  | {
      readonly name: 'keys limit'
      readonly id: string
      readonly reads: number | null
      readonly writes: number | null
    }
  | { readonly name: 'keys make-keeper'; readonly path: string }
  | { readonly name: 'maintenance'; readonly on: boolean }

/** Orders that end by themselves are quotes of programs, which renew them. */
const cliTimesInForce = ['gtc', 'ioc', 'fok', 'post-only'] as const satisfies readonly TimeInForce[]
type CliTimeInForce = (typeof cliTimesInForce)[number]

/** Commands for people who use one. */
export type UserCommand =
  | { readonly name: 'ralph check'; readonly path: string }
  | {
      readonly name: 'ralph compile'
      readonly path: string
      /** Where artifacts are written; null: nowhere. */
      readonly out: string | null
      readonly json: boolean
    }
  | { readonly name: 'doctor'; readonly json: boolean }
  | ({
      readonly name: 'markets'
      /** What they are searched for; empty for all. */
      readonly words: string
      readonly status: 'open' | 'resolved' | 'all'
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
      readonly intervalMs: number
      /** Ends after so many trades; null: when interrupted. */
      readonly trades: number | null
    } & VenueOptions)
  | ({ readonly name: 'order' } & OrderTerms & WalletOptions & VenueOptions)
  | ({
      readonly name: 'keys mint'
      readonly keyName: string
      readonly scopes: readonly string[] | null
    } & WalletOptions &
      VenueOptions)

interface OrderTerms {
  readonly market: string
  readonly side: Side
  readonly outcome: Outcome
  readonly price: number
  /** Base units. */
  readonly quantity: bigint
  readonly timeInForce: CliTimeInForce | null
  readonly isMarketOrder: boolean
  readonly referer: string | null
  /** Builds and checks, and leaves it at that. */
  readonly isDryRun: boolean
}

/** Where the venue is, and how answers are wanted. */
interface VenueOptions {
  readonly url: string | null
  readonly json: boolean
}

/** Which wallet signs. */
export interface WalletOptions {
  readonly walletFile: string | null
  readonly isDemo: boolean
}

interface Option {
  readonly type: 'string' | 'boolean'
  /** How its value is shown in the help. */
  readonly value?: string
  readonly meaning: string
}

type Values = Readonly<Record<string, string | boolean | undefined>>

/** One command: its words, its help, and how its arguments are read. */
export interface CommandRow {
  readonly words: string
  /** What follows the words, as the help shows it. */
  readonly arguments?: string
  readonly summary: string
  readonly options?: Readonly<Record<string, Option>>
  /** The command, or a sentence about what is wrong. */
  readonly read: (args: readonly string[], values: Values) => Command | string
}

const networks: readonly Network[] = ['devnet', 'testnet', 'mainnet']
const statuses = ['open', 'resolved', 'all'] as const
const limitMax = 1_000_000_000
const limitSentence = `--reads and --writes are whole numbers from 1 to ${limitMax}`

const json: Option = { type: 'boolean', meaning: 'answer in JSON' }
const venueOptions = {
  url: {
    type: 'string',
    value: 'url',
    meaning: 'where the venue is; SIBYL_URL, or this machine, without it',
  },
  json,
} as const satisfies Record<string, Option>
const walletOptions = {
  wallet: {
    type: 'string',
    value: 'file',
    meaning:
      'a file with the private key: 64 hex digits, or JSON {"privateKey", "keyType"?}; SIBYL_WALLET_KEY without it',
  },
  demo: { type: 'boolean', meaning: 'the demo wallet of a venue on this machine, and its API key' },
} as const satisfies Record<string, Option>

export const operatorCommands: readonly CommandRow[] = [
  plain('start', 'run everything in one process'),
  plain('api', 'run the API alone, beside an indexer on the same database server'),
  plain('index', 'run the indexer alone; of several one leads, the others take over'),
  plain('keeper', 'run the keeper alone; of several one leads, the others take over'),
  {
    words: 'devnet',
    summary: 'run a devnet alone and print its funded wallets',
    options: {
      keep: {
        type: 'string',
        value: 'folder',
        meaning: 'where its chain is kept; without it the chain is gone with the process',
      },
    },
    read(args, { keep }) {
      if (args.length > 0) return tooMuch(args)
      return keep === '' ? '--keep names a folder' : { name: 'devnet', folder: text(keep) }
    },
  },
  plain('migrate', 'bring the database up to date and leave'),
  plain('reindex', 'forget what came from the chain; the next start reads it again'),
  {
    words: 'keys limit',
    arguments: '<id>',
    summary: 'set the requests a minute of one key; without numbers the usual ones hold again',
    options: {
      reads: { type: 'string', value: 'n', meaning: 'reads a minute' },
      writes: { type: 'string', value: 'n', meaning: 'writes a minute' },
    },
    read([id, ...more], values) {
      if (id === undefined) return 'which key? by its id'
      if (more.length > 0) return tooMuch(more)
      const limits = [values.reads, values.writes].map((value) =>
        value === undefined ? null : wholeNumber(value, { min: 1, max: limitMax }),
      )
      const [reads = null, writes = null] = limits
      const isWrong =
        (values.reads !== undefined && reads === null) || (values.writes !== undefined && writes === null)
      return isWrong ? limitSentence : { name: 'keys limit', id, reads, writes }
    },
  },
  {
    words: 'keys make-keeper',
    arguments: '<file>',
    summary: 'make a key for the keeper, in a file of its own, and show the wallet to fund',
    read([path, ...more]) {
      if (path === undefined || path === '') return 'which file? it must not exist yet'
      return more.length > 0 ? tooMuch(more) : { name: 'keys make-keeper', path }
    },
  },
  {
    words: 'maintenance',
    arguments: 'on|off',
    summary: 'answer writes with 503, on every replica',
    read([state, ...more]) {
      if (state !== 'on' && state !== 'off') return 'on or off?'
      return more.length > 0 ? tooMuch(more) : { name: 'maintenance', on: state === 'on' }
    },
  },
  {
    words: 'deploy',
    summary: 'deploy the contracts, or go on where it was cut off',
    options: {
      network: { type: 'string', value: networks.join('|'), meaning: 'which chain; always needed' },
      treasury: {
        type: 'string',
        value: 'address',
        meaning: 'the wallet that gets the venue’s part of the fees',
      },
      collateral: {
        type: 'string',
        value: 'id',
        meaning: 'a token that exists already; mainnet needs one, elsewhere one is made without it',
      },
      stake: { type: 'string', value: 'id', meaning: 'likewise' },
    },
    read(args, values) {
      if (args.length > 0) return tooMuch(args)
      const network = networks.find((name) => name === values.network)
      if (network === undefined) return `--network is one of ${networks.join(', ')}`
      return {
        name: 'deploy',
        network,
        treasury: text(values.treasury),
        collateral: text(values.collateral),
        stake: text(values.stake),
      }
    },
  },
]

export const userCommands: readonly CommandRow[] = [
  {
    words: 'doctor',
    summary:
      'check node, network, event log, contracts, database, migrations and clocks; 1 when something is broken',
    options: { json },
    read: (args, values) =>
      args.length === 0 ? { name: 'doctor', json: values.json === true } : tooMuch(args),
  },
  {
    words: 'markets',
    arguments: '[words]',
    summary: 'list markets with their numbers; with words, those whose texts have them',
    options: {
      status: { type: 'string', value: 'open|resolved|all', meaning: 'which; open without it' },
      limit: { type: 'string', value: 'n', meaning: 'at most so many, 1 to 200; 50 without it' },
      ...venueOptions,
    },
    read(words, values) {
      const limit = wholeNumber(values.limit ?? '50', { min: 1, max: 200 })
      const status = statuses.find((word) => word === (values.status ?? 'open'))
      if (limit === null) return '--limit is a whole number from 1 to 200'
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
      if (market === undefined) return 'which market? by its number or its address'
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
      interval: { type: 'string', value: 'ms', meaning: 'between two looks, 200 to 60000; 3000 without it' },
      trades: { type: 'string', value: 'n', meaning: 'end after so many trades' },
      ...venueOptions,
    },
    read([market, ...more], values) {
      const intervalMs = wholeNumber(values.interval ?? '3000', { min: 200, max: 60_000 })
      const trades =
        values.trades === undefined ? null : wholeNumber(values.trades, { min: 1, max: 1_000_000 })
      if (market === undefined) return 'which market? by its number or its address'
      if (more.length > 0) return tooMuch(more)
      if (intervalMs === null) return '--interval is a whole number from 200 to 60000'
      if (values.trades !== undefined && trades === null) return '--trades is a whole number from 1'
      return { name: 'watch', market, intervalMs, trades, ...venueOf(values) }
    },
  },
  {
    words: 'order',
    arguments: '<market> buy|sell yes|no <price> <shares>',
    summary: 'place an order: build, check, sign, submit, wait for the block; price in thousandths, 1 to 999',
    options: {
      tif: {
        type: 'string',
        value: cliTimesInForce.join('|'),
        meaning: 'time in force; gtc, of market orders ioc',
      },
      market: { type: 'boolean', meaning: 'a market order: the price is the worst that is acceptable' },
      referer: { type: 'string', value: 'address', meaning: 'who gets the referrer’s part of the fee' },
      'dry-run': { type: 'boolean', meaning: 'build and check, sign nothing' },
      ...walletOptions,
      ...venueOptions,
    },
    read: readOrder,
  },
  {
    words: 'keys mint',
    summary: 'mint an API key by signing a challenge with a wallet; it is shown once',
    options: {
      name: { type: 'string', value: 'text', meaning: 'what the key is called; cli without it' },
      scopes: { type: 'string', value: 'read,write:tx', meaning: 'what it may do; both without it' },
      ...walletOptions,
      ...venueOptions,
    },
    read(args, values) {
      if (args.length > 0) return tooMuch(args)
      return {
        name: 'keys mint',
        keyName: text(values.name) ?? 'cli',
        scopes: text(values.scopes)?.split(',') ?? null,
        ...walletOf(values),
        ...venueOf(values),
      }
    },
  },
]

const sourceFolder = 'contracts'

/** Commands for people who write contracts; they need no venue. */
export const contractCommands: readonly CommandRow[] = [
  {
    words: 'ralph compile',
    arguments: '[folder]',
    summary: `compile the Ralph in a folder, ${sourceFolder} without one: names, sizes, code hashes`,
    options: {
      out: {
        type: 'string',
        value: 'folder',
        meaning: 'write one artifact for each contract and script there',
      },
      json: { type: 'boolean', meaning: 'answer as a node’s compile-project does' },
    },
    read([path = sourceFolder, ...more], { out, json }) {
      if (more.length > 0) return tooMuch(more)
      if (out === '') return '--out names a folder'
      return { name: 'ralph compile', path, out: text(out), json: json === true }
    },
  },
  {
    words: 'ralph check',
    arguments: '[folder]',
    summary: 'look for mistakes in the Ralph of a folder; 1 when there is one',
    read: ([path = sourceFolder, ...more]) =>
      more.length > 0 ? tooMuch(more) : { name: 'ralph check', path },
  },
]

/** A command of one word that takes nothing. */
function plain(
  name: 'start' | 'api' | 'index' | 'keeper' | 'migrate' | 'reindex',
  summary: string,
): CommandRow {
  return { words: name, summary, read: (args) => (args.length === 0 ? { name } : tooMuch(args)) }
}

function readOrder(args: readonly string[], values: Values): Command | string {
  const [market, side, outcome, priceText, sharesText, ...more] = args
  if (sharesText === undefined) return 'an order needs market, side, outcome, price and shares'
  if (more.length > 0) return tooMuch(more)
  if (side !== 'buy' && side !== 'sell') return `the side is buy or sell, not ${side}`
  if (outcome !== 'yes' && outcome !== 'no') return `the outcome is yes or no, not ${outcome}`
  const price = wholeNumber(priceText, { min: 1, max: 999 })
  if (price === null) return `the price is a whole number of thousandths, 1 to 999, not ${priceText}`
  const quantity = toBaseUnits(sharesText)
  if (quantity === null) return `the number of shares is above 0 with at most 18 decimals, not ${sharesText}`
  const timeInForce = cliTimesInForce.find((word) => word === values.tif) ?? null
  if (values.tif !== undefined && timeInForce === null) return `--tif is one of ${cliTimesInForce.join(', ')}`
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
    ...walletOf(values),
    ...venueOf(values),
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
  const number = typeof value === 'string' && /^[0-9]{1,10}$/.test(value) ? Number(value) : Number.NaN
  return number >= min && number <= max ? number : null
}

const text = (value: string | boolean | undefined): string | null =>
  typeof value === 'string' ? value : null
const venueOf = (values: Values): VenueOptions => ({ url: text(values.url), json: values.json === true })
const walletOf = (values: Values): WalletOptions => ({
  walletFile: text(values.wallet),
  isDemo: values.demo === true,
})
const tooMuch = (args: readonly string[]): string => `${args.join(' ')}: too much`
