import { createOpeningServer, type OpeningProgress } from '../api/index.ts'
import { type Config, urlAt } from '../config/index.ts'
import { systemRandom } from '../kit/index.ts'
import { findConsole } from './console-folder.ts'
import type { Stops } from './stops.ts'

/** What holds the port until the API does. */
export interface Opening {
  /** Where people can look; null when nobody can yet. */
  readonly url: string | null
  report(progress: OpeningProgress): void
  /** The port is free after this. */
  end(): Promise<void>
}

export const noOpening: Opening = { url: null, report: () => undefined, end: async () => undefined }

/** A venue that is made before it opens shows that it is being made, where it has pages for people and a port to show them on. */
export async function beginOpening(config: Config, stops: Stops): Promise<Opening> {
  const { host, port } = config
  const consoleFolder = config.console ? findConsole() : null
  if (consoleFolder === null || port === 0) return noOpening
  const nodeUrl = config.nodeUrls[0] ?? urlAt('127.0.0.1', config.devnetPort)
  const server = await createOpeningServer({ host, port, consoleFolder, nodeUrl, random: systemRandom })
  await server.start()
  stops.add('opening', () => server.stop())
  return { url: urlAt(host, port), report: server.report, end: () => server.stop() }
}
