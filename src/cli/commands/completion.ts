import type { Config } from '../../config/index.ts'
import { type CommandOf, commandRows } from '../command.ts'
import type { Terminal } from '../user/terminal.ts'

/** What a shell needs to complete commands and options, made from the table of commands. */
export async function completion(
  _: Config,
  { shell }: CommandOf<'completion'>,
  { say }: Terminal,
): Promise<void> {
  say(
    shell === 'fish'
      ? fishScript()
      : shell === 'zsh'
        ? `#compdef sibyl\n${bashBridge}\n${bashScript()}`
        : bashScript(),
  )
}

/** zsh runs what was written for bash. */
const bashBridge = 'autoload -U +X bashcompinit && bashcompinit'

const optionsOf = (words: string): string[] => {
  const row = commandRows.find((each) => each.words === words)
  return [...Object.keys(row?.options ?? {}), 'help'].map((name) => `--${name}`)
}

/** `keys` → list, mint, …; empty for a command of one word. */
const secondWords = (first: string): string[] =>
  commandRows.flatMap(({ words }) => (words.startsWith(`${first} `) ? [words.slice(first.length + 1)] : []))

const firstWords = [...new Set(commandRows.map(({ words }) => words.split(' ')[0] ?? ''))]

function bashScript(): string {
  const cases = commandRows.map(({ words }) => `    '${words}'*) words='${optionsOf(words).join(' ')}' ;;`)
  const seconds = firstWords
    .filter((first) => secondWords(first).length > 0)
    .map((first) => `    '${first}') words='${secondWords(first).join(' ')}' ;;`)
  return `_sibyl() {
  local line="\${COMP_WORDS[*]:1:COMP_CWORD-1}" current="\${COMP_WORDS[COMP_CWORD]}" words=''
  case "$line" in
    '') words='${[...firstWords, '--help', '--version'].join(' ')}' ;;
${[...seconds, ...cases].join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _sibyl sibyl`
}

function fishScript(): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`
  const firsts = firstWords.map((first) => `complete -c sibyl -n __fish_use_subcommand -a ${first}`)
  const rest = commandRows.flatMap(({ words, options = {} }) => {
    const [first = '', second] = words.split(' ')
    const seen = `-n '__fish_seen_subcommand_from ${second ?? first}'`
    return [
      ...(second === undefined
        ? []
        : [`complete -c sibyl -n '__fish_seen_subcommand_from ${first}' -a ${second}`]),
      ...Object.entries(options).map(
        ([name, { type, meaning }]) =>
          `complete -c sibyl ${seen} -l ${name}${type === 'string' ? ' -r' : ''} -d ${quoted(meaning)}`,
      ),
    ]
  })
  return [...firsts, ...rest].join('\n')
}
