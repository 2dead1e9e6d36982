import type { Telemetry } from '../../app/index.ts'
import type { Config } from '../../config/index.ts'
import { runHouse } from '../run-house.ts'

export interface RunAloneOptions {
  readonly role: 'api' | 'index' | 'keeper'
  say(text: string): void
}

const greetings = {
  api: (url: string) => `Sibyl listens on ${url}`,
  index: (url: string) => `The indexer runs; ${url} answers /health, /ready and /metrics`,
  keeper: (url: string) => `The keeper runs; ${url} answers /health, /ready and /metrics`,
} as const

/** One part of the venue in a process of its own, beside others on the same database server. */
export async function runAlone(
  config: Config,
  telemetry: Telemetry,
  { role, say }: RunAloneOptions,
): Promise<void> {
  await runHouse(config, telemetry, { role, greet: ({ url }) => say(greetings[role](url)) })
}
