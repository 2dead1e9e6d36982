import type { DeployTerms, Network } from '../../deploy/index.ts'
import { text, tooMuch, wholeNumber } from './options.ts'
import type { CommandRow, Values } from './row.ts'

/** Commands for people who run a venue. */
export type OperatorCommand =
  | { readonly name: PlainName }
  | ({ readonly name: 'devnet' } & DevnetTerms)
  | ({ readonly name: 'deploy' } & DeployTerms)
  | {
      readonly name: 'keys limit'
      readonly id: string
      readonly reads: number | null
      readonly writes: number | null
    }
  | { readonly name: 'keys make-keeper'; readonly path: string }
  | { readonly name: 'maintenance'; readonly on: boolean }

interface DevnetTerms {
  readonly folder: string | null
  /** Null: as the settings say. */
  readonly port: number | null
  readonly seed: string | null
  /** Wallets beside the four. */
  readonly accounts: number
  /** Null: a block for each transaction, at once. */
  readonly blockMs: number | null
}

type PlainName = 'start' | 'api' | 'index' | 'keeper' | 'migrate' | 'reindex'

const networks: readonly Network[] = ['devnet', 'testnet', 'mainnet']
const limitMax = 1_000_000_000
const limitSentence = `--reads and --writes are whole numbers from 1 to ${limitMax}`

export const operatorCommands: readonly CommandRow<OperatorCommand>[] = [
  plain('start', 'run everything in one process'),
  plain('api', 'run the API alone, beside an indexer on the same database server'),
  plain('index', 'run the indexer alone; of several one leads, the others take over'),
  plain('keeper', 'run the keeper alone; of several one leads, the others take over'),
  {
    words: 'devnet',
    summary: 'run a devnet alone, print its funded wallets and a line for every block',
    options: {
      keep: {
        type: 'string',
        value: 'folder',
        meaning: 'where its chain is kept; without it the chain is gone with the process',
      },
      port: { type: 'string', value: 'n', meaning: 'where it listens on 127.0.0.1; DEVNET_PORT without it' },
      seed: {
        type: 'string',
        value: 'text',
        meaning: 'fixes all chance and the accounts; DEVNET_SEED without it',
      },
      accounts: { type: 'string', value: 'n', meaning: 'so many wallets more, 1 to 100, in group 0' },
      'block-time': {
        type: 'string',
        value: 'seconds',
        meaning: 'a block so often, 1 to 3600; without it one for each transaction, at once',
      },
    },
    read: readDevnet,
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

/** A command of one word that takes nothing. */
function plain(name: PlainName, summary: string): CommandRow<OperatorCommand> {
  return { words: name, summary, read: (args) => (args.length === 0 ? { name } : tooMuch(args)) }
}

function readDevnet(args: readonly string[], values: Values): OperatorCommand | string {
  const { keep, seed } = values
  if (args.length > 0) return tooMuch(args)
  if (keep === '') return '--keep names a folder'
  if (seed === '') return '--seed is some text'
  const port = values.port === undefined ? null : wholeNumber(values.port, { min: 0, max: 65_535 })
  if (values.port !== undefined && port === null) return '--port is a whole number from 0 to 65535'
  const accounts = values.accounts === undefined ? 0 : wholeNumber(values.accounts, { min: 1, max: 100 })
  if (accounts === null) return '--accounts is a whole number from 1 to 100'
  const blockTime = values['block-time']
  const seconds = blockTime === undefined ? null : wholeNumber(blockTime, { min: 1, max: 3_600 })
  if (blockTime !== undefined && seconds === null)
    return '--block-time is a whole number of seconds from 1 to 3600'
  const blockMs = seconds === null ? null : seconds * 1_000
  return { name: 'devnet', folder: text(keep), port, seed: text(seed), accounts, blockMs }
}
