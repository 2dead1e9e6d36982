import { pino } from 'pino'
import { Fault, Refusal } from '../kit/index.ts'
import { parseCommand, usage } from './command.ts'
import { book } from './commands/book.ts'
import { deploy } from './commands/deploy.ts'
import { devnet } from './commands/devnet.ts'
import { doctor } from './commands/doctor.ts'
import { limitKey } from './commands/limit-key.ts'
import { migrate } from './commands/migrate.ts'
import { mintKey } from './commands/mint-key.ts'
import { order } from './commands/order.ts'
import { reindex } from './commands/reindex.ts'
import { runAlone } from './commands/run-alone.ts'
import { setMaintenance } from './commands/set-maintenance.ts'
import { start } from './commands/start.ts'
import { watch } from './commands/watch.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { createTelemetry, type Telemetry } from './telemetry/telemetry.ts'
import { createTerminalLines } from './telemetry/terminal-lines.ts'
import { sentenceForUser } from './user/reach-venue.ts'
import { type ParsedUserCommand, parseUserCommand } from './user-command.ts'
import { version } from './version.ts'

/** Runs one command. Whatever an operator can put right ends with a sentence on stderr and a status other than 0. */
export async function main(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const parsed = parseUserCommand(args)
  if (parsed !== null) return runUserCommand(parsed, environment)
  const command = parseCommand(args)
  if (command.name === 'help') return say(usage)
  if (command.name === 'version') return say(version)
  if (command.name === 'wrong') return fail(command.sentence, 2)
  try {
    const config = readConfig(environment)
    const telemetry = openTelemetry(config)
    dieOnSurprises(telemetry)
    switch (command.name) {
      case 'start':
        return await start(config, telemetry, say)
      case 'api':
      case 'index':
      case 'keeper':
        return await runAlone(config, telemetry, { role: command.name, say })
      case 'migrate':
        return await migrate(config, telemetry, say)
      case 'reindex':
        return await reindex(config, telemetry, say)
      case 'keys limit':
        return await limitKey(config, telemetry, { ...command, say })
      case 'deploy':
        return await deploy(config, { ...command, say })
      case 'devnet':
        return await devnet(config, { ...command, say })
      case 'maintenance':
        return await setMaintenance(config, telemetry, { on: command.on, say })
    }
  } catch (error) {
    fail(sentenceFor(error), 1)
  }
}

/** Commands of people who use a venue: no telemetry, sentences for whoever sits at the keyboard. */
async function runUserCommand(
  parsed: ParsedUserCommand,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  if (parsed.kind === 'help') return say(parsed.text)
  if (parsed.kind === 'wrong') return fail(parsed.sentence, 2)
  const { command } = parsed
  process.stdout.on('error', leaveWhenNobodyReads)
  try {
    const config = readConfig(environment)
    switch (command.name) {
      case 'doctor':
        process.exitCode = await doctor(config, { ...command, say })
        return
      case 'book':
        return await book(config, command, say)
      case 'watch':
        return await watch(config, command, say)
      case 'order':
        return await order(config, command, say)
      case 'keys mint':
        return await mintKey(config, command, say)
    }
  } catch (error) {
    fail(sentenceForUser(error) ?? sentenceFor(error), 1)
  }
}

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** `sibyl watch 1 | head`: who has read enough closes the pipe, and that is no fault. */
function leaveWhenNobodyReads(error: Error & { readonly code?: string }): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
}

function fail(sentence: string, code: number): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = code
}

/** Logs are JSON on stderr, short lines on a terminal; stdout is for people and scripts that wait for a sentence. */
function openTelemetry(config: Config): Telemetry {
  return createTelemetry({
    level: config.logLevel,
    sampleRate: config.logSampleRate,
    destination: process.stderr.isTTY
      ? createTerminalLines(process.stderr, config.logLevel)
      : pino.destination({ fd: 2, sync: true }),
  })
}

/** A process that met a surprise has no state worth trusting: it says what happened and ends; a supervisor starts another. */
function dieOnSurprises(telemetry: Telemetry): void {
  const die = (cause: unknown, origin: string): void => {
    telemetry.observeApp({ kind: 'crashed', origin, cause })
    telemetry.flush()
    process.exit(1)
  }
  process.on('uncaughtException', die)
  process.on('unhandledRejection', (cause) => die(cause, 'unhandledRejection'))
}

function sentenceFor(error: unknown): string {
  if (error instanceof ConfigError || error instanceof Fault) return error.message
  if (error instanceof Refusal) return `${error.code}: ${error.message}`
  const { code, syscall, path } = Object(error) as { code?: string; syscall?: string; path?: string }
  if (code !== undefined && syscall !== undefined && path !== undefined)
    return `${path} cannot be used (${code}): look at DATA_DIR, and at who may write there`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
