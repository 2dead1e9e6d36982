import { parseArgs } from 'node:util'
import type { DeployTerms, Network } from '../deploy/index.ts'
import { argumentSentence, userUsage } from './user-command.ts'

export type Command =
  | { readonly name: PlainCommand | 'help' | 'version' }
  | {
      readonly name: 'keys limit'
      readonly id: string
      readonly reads: number | null
      readonly writes: number | null
    }
  | { readonly name: 'maintenance'; readonly on: boolean }
  | ({ readonly name: 'deploy' } & DeployTerms)
  | { readonly name: 'devnet'; readonly folder: string | null }
  | { readonly name: 'wrong'; readonly sentence: string }

const networks: readonly Network[] = ['devnet', 'testnet', 'mainnet']

/** Commands of one word that take no option. */
const plainCommands = ['start', 'api', 'index', 'keeper', 'migrate', 'reindex'] as const

type PlainCommand = (typeof plainCommands)[number]

export const usage = `sibyl: a prediction-market trading service on Alephium

  sibyl start                                    run everything in one process
  sibyl api                                      run the API alone, beside an indexer on the same database server
  sibyl index                                    run the indexer alone; of several one leads, the others take over
  sibyl keeper                                   run the keeper alone; of several one leads, the others take over
  sibyl devnet [--keep <folder>]                 run a devnet alone and print its funded wallets; without a folder its
                                                 chain is gone with the process
  sibyl migrate                                  bring the database up to date and leave
  sibyl reindex                                  forget what came from the chain; the next start reads it again
  sibyl keys limit <id> [--reads n] [--writes n] requests a minute for one key; without numbers the usual ones hold again
  sibyl maintenance on|off                       answer writes with 503, on every replica
  sibyl deploy --network devnet|testnet|mainnet  deploy the contracts, or go on where it was cut off; also
        --treasury <address>                     the wallet that gets the venue's part of the fees
        --collateral <id>:<symbol>               tokens that exist already; mainnet needs both, elsewhere
        --stake <id>:<symbol>                    tokens of our own are made when none are named
  sibyl --help | --version

For whoever uses a venue; each tells more with --help:

${userUsage}

Settings come from the environment: docs/configuration.md lists them.`

const limitMax = 1_000_000_000

/** Arguments → one command; anything else is a sentence about what was wrong. */
export function parseCommand(args: readonly string[]): Command {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      strict: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
        reads: { type: 'string' },
        writes: { type: 'string' },
        network: { type: 'string' },
        treasury: { type: 'string' },
        collateral: { type: 'string' },
        stake: { type: 'string' },
        keep: { type: 'string' },
      },
    })
    if (values.help === true || positionals.length === 0)
      return { name: values.version === true ? 'version' : 'help' }
    return toCommand(positionals, values)
  } catch (error) {
    return wrong(argumentSentence(error))
  }
}

type Options = Partial<
  Record<'reads' | 'writes' | 'network' | 'treasury' | 'collateral' | 'stake' | 'keep', string | undefined>
>

function toCommand(words: readonly string[], options: Options): Command {
  const [first, second, third, ...more] = words
  if (options.keep !== undefined && first !== 'devnet') return wrong('--keep belongs to `sibyl devnet`')
  const limited = options.reads !== undefined || options.writes !== undefined
  if (first === 'keys' && second === 'limit' && third !== undefined && more.length === 0) {
    const reads = toLimit(options.reads)
    const writes = toLimit(options.writes)
    if (reads === undefined || writes === undefined)
      return wrong(`--reads and --writes are whole numbers from 1 to ${limitMax}`)
    return { name: 'keys limit', id: third, reads, writes }
  }
  if (first === 'deploy' && second === undefined && !limited) return toDeploy(options)
  if (
    [options.network, options.treasury, options.collateral, options.stake].some((text) => text !== undefined)
  )
    return wrong('--network, --treasury, --collateral and --stake belong to `sibyl deploy`')
  if (limited) return wrong('--reads and --writes belong to `sibyl keys limit <id>`')
  const plain = plainCommands.find((name) => name === first)
  if (plain !== undefined && second === undefined) return { name: plain }
  if (first === 'devnet' && second === undefined) return toDevnet(options)
  if (first === 'maintenance' && third === undefined && (second === 'on' || second === 'off'))
    return { name: 'maintenance', on: second === 'on' }
  return wrong(`there is no command \`${words.join(' ')}\`${likeOf(first)}`)
}

function toDeploy({ network, treasury, collateral, stake }: Options): Command {
  if (!isNetwork(network)) return wrong(`--network is one of ${networks.join(', ')}`)
  return {
    name: 'deploy',
    network,
    treasury: treasury ?? null,
    collateral: collateral ?? null,
    stake: stake ?? null,
  }
}

function toDevnet({ keep }: Options): Command {
  if (keep === '') return wrong('--keep names a folder')
  return { name: 'devnet', folder: keep ?? null }
}

const isNetwork = (text: string | undefined): text is Network => networks.some((name) => name === text)

function toLimit(text: string | undefined): number | null | undefined {
  if (text === undefined) return null
  const value = /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : Number.NaN
  return value <= limitMax ? value : undefined
}

/** The sentence must not be lost above a screenful of help. */
const wrong = (sentence: string): Command => ({
  name: 'wrong',
  sentence: `${sentence}\n\`sibyl --help\` lists the commands.`,
})

/** The commands that begin as this one did: `keys` is half of two. */
function likeOf(first: string | undefined): string {
  const lines = usage.split('\n').filter((line) => line.startsWith(`  sibyl ${first} `))
  return lines.length === 0 ? '' : `; there is\n${lines.join('\n')}`
}
