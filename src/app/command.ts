import { parseArgs } from 'node:util'

export type Command =
  | { readonly name: 'start' | 'migrate' | 'help' | 'version' }
  | {
      readonly name: 'keys limit'
      readonly id: string
      readonly reads: number | null
      readonly writes: number | null
    }
  | { readonly name: 'maintenance'; readonly on: boolean }
  | { readonly name: 'wrong'; readonly sentence: string }

export const usage = `sibyl: a prediction-market trading service on Alephium

  sibyl start                                    run the service
  sibyl migrate                                  bring the database up to date and leave
  sibyl keys limit <id> [--reads n] [--writes n] requests a minute for one key; without numbers the usual ones hold again
  sibyl maintenance on|off                       answer writes with 503, on every replica
  sibyl --help | --version

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
      },
    })
    if (values.help === true || positionals.length === 0)
      return { name: values.version === true ? 'version' : 'help' }
    return toCommand(positionals, values)
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error))
  }
}

function toCommand(
  words: readonly string[],
  options: { reads?: string | undefined; writes?: string | undefined },
): Command {
  const [first, second, third, ...more] = words
  const limited = options.reads !== undefined || options.writes !== undefined
  if (first === 'keys' && second === 'limit' && third !== undefined && more.length === 0) {
    const reads = toLimit(options.reads)
    const writes = toLimit(options.writes)
    if (reads === undefined || writes === undefined)
      return wrong(`--reads and --writes are whole numbers from 1 to ${limitMax}`)
    return { name: 'keys limit', id: third, reads, writes }
  }
  if (limited) return wrong('--reads and --writes belong to `sibyl keys limit <id>`')
  if ((first === 'start' || first === 'migrate') && second === undefined) return { name: first }
  if (first === 'maintenance' && third === undefined && (second === 'on' || second === 'off'))
    return { name: 'maintenance', on: second === 'on' }
  return wrong(`there is no command \`${words.join(' ')}\``)
}

function toLimit(text: string | undefined): number | null | undefined {
  if (text === undefined) return null
  const value = /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : Number.NaN
  return value <= limitMax ? value : undefined
}

const wrong = (sentence: string): Command => ({ name: 'wrong', sentence: `${sentence}\n\n${usage}` })
