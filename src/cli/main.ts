import type { OpeningPage } from '../../bin/opening-page.mjs'
import type { Telemetry } from '../app/index.ts'
import { type Config, ConfigError, readConfig, version } from '../config/index.ts'
import { Fault, Refusal, systemClock, systemRandom } from '../kit/index.ts'
import { isOperators, type UserCommand } from './command.ts'
import { parseCommand, usage } from './parse-command.ts'
import { type Program, programs } from './programs.ts'
import type { OperatorCommand } from './rows/operator.ts'
import type { Terminal } from './user/terminal.ts'

/**
 * Runs one command. Whatever an operator can put right ends with a sentence on stderr and a status other than 0. `page`
 * holds the port of a start already.
 */
export async function main(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  page: OpeningPage | null = null,
): Promise<void> {
  const parsed = parseCommand(args)
  const command = parsed.kind === 'command' ? parsed.command : null
  const isJson = args.includes('--json')
  process.stdout.on('error', (error: Error & { readonly code?: string }) => {
    // A service goes on with its work: what it has to tell goes to stderr.
    if (command !== null && isOperators(command)) return
    // `sibyl watch 1 | head`: who has read enough closes the pipe, and that is no fault.
    if (error.code === 'EPIPE') process.exit(0)
    complain(`the answer cannot be written (${error.code})`)
    process.exit(1)
  })
  if (parsed.kind === 'help') return say(parsed.text)
  if (parsed.kind === 'text') return say(parsed.text === 'usage' ? usage : version)
  try {
    if (parsed.kind === 'wrong') throw new ConfigError([parsed.sentence])
    const config = readConfig(environment)
    await (isOperators(parsed.command)
      ? runOperatorCommand(parsed.command, config, page)
      : runUserCommand(parsed.command, config, environment))
  } catch (error) {
    const { sentenceForUser } = await import('./user/tell-trouble.ts')
    const sentence = sentenceForUser(error) ?? sentenceFor(error)
    const { errorBodyOf } = await import('./user/error-body.ts')
    const { obeyable, obeyableJson } = await import('./user/terminal.ts')
    complain(isJson ? obeyableJson(JSON.stringify(errorBodyOf(error, sentence))) : obeyable(sentence))
    process.exitCode = parsed.kind === 'wrong' ? 2 : 1
  }
}

/** A command's code is loaded when it is run: the whole house takes a second, a book or an order a third of that. */
async function runOperatorCommand(
  command: OperatorCommand,
  config: Config,
  page: OpeningPage | null,
): Promise<void> {
  const { openTelemetry } = await import('../app/index.ts')
  const telemetry = openTelemetry(config, process.stderr)
  exitOnCrash(telemetry)
  switch (command.name) {
    case 'start':
      return (await import('./commands/start.ts')).start(config, telemetry, { page, say })
    case 'api':
    case 'index':
    case 'keeper': {
      const { runAlone } = await import('./commands/run-alone.ts')
      return runAlone(config, telemetry, { role: command.name, say })
    }
    case 'migrate':
      return (await import('./commands/migrate.ts')).migrate(config, telemetry, say)
    case 'reindex':
      return (await import('./commands/reindex.ts')).reindex(config, telemetry, say)
    case 'keys limit':
      return (await import('./commands/limit-key.ts')).limitKey(config, telemetry, { ...command, say })
    case 'keys make-keeper':
      return (await import('./commands/make-keeper.ts')).makeKeeper({
        ...command,
        random: systemRandom,
        say,
      })
    case 'deploy':
      return (await import('./commands/deploy.ts')).deploy(config, { ...command, say })
    case 'devnet':
      return (await import('./commands/devnet.ts')).devnet(config, command, say)
    case 'maintenance': {
      const { setMaintenance } = await import('./commands/set-maintenance.ts')
      return setMaintenance(config, telemetry, { on: command.on, say })
    }
  }
}

/** No telemetry: whoever sits at the keyboard gets sentences. */
async function runUserCommand(
  command: UserCommand,
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { obeyable, obeyableJson, paintFor, widthFor } = await import('./user/terminal.ts')
  const shown = 'json' in command && command.json ? obeyableJson : obeyable
  const terminal: Terminal = {
    say: (text) => say(shown(text)),
    complain: (text) => complain(obeyable(text)),
    width: widthFor(environment, process.stdout),
    paint: paintFor(environment, process.stdout),
    paintTrouble: paintFor(environment, process.stderr),
    nowMs: systemClock.nowMs(),
  }
  const program = (await programs[command.name]()) as Program<UserCommand> // chosen by name
  process.exitCode = (await program(config, command, terminal)) ?? 0
}

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const complain = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

/** After an exception nobody caught no state is worth trusting: the process logs it and ends; a supervisor starts another. */
function exitOnCrash(telemetry: Telemetry): void {
  const die = (cause: unknown, origin: string): void => {
    telemetry.observeApp({ kind: 'crashed', origin, cause })
    telemetry.flush()
    process.exit(1)
  }
  process.on('uncaughtException', die)
  process.on('unhandledRejection', (cause) => die(cause, 'unhandledRejection'))
}

/** What the system says of a disk, by code; it names no path when a file was open already. */
const diskTroubles: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'its quota is used up',
  EROFS: 'its disk is read-only',
  EIO: 'its disk is failing',
}

function sentenceFor(error: unknown): string {
  if (error instanceof ConfigError || error instanceof Fault) return error.message
  if (error instanceof Refusal) return `${error.code}: ${error.message}`
  const { code, syscall, path } = Object(error) as { code?: string; syscall?: string; path?: string }
  const why = diskTroubles[code ?? '']
  if (why !== undefined)
    return `${path ?? 'A file in DATA_DIR'} cannot be written: ${why} (${code}); look at DATA_DIR`
  if (code !== undefined && syscall !== undefined && path !== undefined)
    return `${path} cannot be used (${code}): look at DATA_DIR, and at who may write there`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
