import { parseArgs } from 'node:util'
import { type Command, commandRows, commandTable } from './command.ts'
import type { CommandRow } from './rows/row.ts'

export type ParsedCommand =
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'text'; readonly text: 'usage' | 'version' }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'wrong'; readonly sentence: string }

type Row = CommandRow<Command>

/** Arguments → one command, a text to show, or a sentence about what was wrong. */
export function parseCommand(args: readonly string[]): ParsedCommand {
  const row = commandRows.find(({ words }) => words.split(' ').every((word, i) => args[i] === word))
  if (row !== undefined) return parseRow(row, args.slice(row.words.split(' ').length))
  const [first, second] = args
  if (first === undefined || first === '--help' || first === '-h') return { kind: 'text', text: 'usage' }
  if (first === '--version') return { kind: 'text', text: 'version' }
  if (second === '--help' || second === '-h') {
    const like = rowsLike(first)
    if (like.length > 0) return { kind: 'help', text: listOf(like) }
  }
  return wrong(
    `there is no command \`${args.join(' ')}\`${likeOf(first)}`,
    '`sibyl --help` lists the commands.',
  )
}

function parseRow(row: Row, args: readonly string[]): ParsedCommand {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      strict: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        ...Object.fromEntries(
          Object.entries(row.options ?? {}).map(([name, { type, multiple = false }]) => [
            name,
            { type, multiple },
          ]),
        ),
      },
    })
    if (values.help === true) return { kind: 'help', text: helpOf(row) }
    const command = row.read(positionals, values)
    return typeof command === 'string' ? wrong(command, `\n${helpOf(row)}`) : { kind: 'command', command }
  } catch (error) {
    // What Node says of arguments it cannot read, without its advice about positional ones.
    const sentence = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)
    return wrong(sentence, `\n${helpOf(row)}`)
  }
}

const wrong = (sentence: string, more: string): ParsedCommand => ({
  kind: 'wrong',
  sentence: `${sentence}\n${more}`,
})

const usageOf = (row: Row): string =>
  `sibyl ${row.words}${row.arguments === undefined ? '' : ` ${row.arguments}`}`

function helpOf(row: Row): string {
  const options = Object.entries(row.options ?? {}).map(([name, { value, meaning }]) => {
    const left = `--${name}${value === undefined ? '' : ` <${value}>`}`
    return left.length < 28 ? `  ${left.padEnd(28)}${meaning}` : `  ${left}\n  ${' '.repeat(28)}${meaning}`
  })
  const head = `${usageOf(row)}${options.length === 0 ? '' : ' [options]'}\n\n  ${row.summary}`
  return options.length === 0 ? head : `${head}\n\n${options.join('\n')}`
}

const rowsLike = (first: string): readonly Row[] =>
  commandRows.filter(({ words }) => words.startsWith(`${first} `))

/** The commands that begin as this one did: `keys` is half of two. */
function likeOf(first: string): string {
  const like = rowsLike(first)
  return like.length === 0 ? '' : `; there is\n${like.map((row) => `  ${usageOf(row)}`).join('\n')}`
}

const listOf = (list: readonly Row[]): string =>
  list.map((row) => `  ${usageOf(row)}\n        ${row.summary}`).join('\n')

export const usage = `sibyl: a prediction-market trading service on Alephium

${commandTable.map(({ title, rows }) => `${title}:\n\n${listOf(rows)}`).join('\n\n')}

  sibyl <command> --help tells more of each; sibyl --version

Settings come from the environment: docs/configuration.md lists them.`
