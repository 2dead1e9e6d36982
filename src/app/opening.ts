import { type OpeningPage, type OpeningProgress, openOpeningPage } from '../../bin/opening-page.mjs'
import { listenSentence } from '../api/index.ts'
import { type Config, urlAt } from '../config/index.ts'
import { Fault } from '../kit/index.ts'
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

/**
 * A venue that is made before it opens shows that it is being made, where it has pages for people and a port to show
 * them on. `page` is one that has held the port since before this process had anything compiled.
 */
export async function beginOpening(
  config: Config,
  stops: Stops,
  page: OpeningPage | null = null,
): Promise<Opening> {
  const { host, port } = config
  const hasPages = config.console && findConsole() !== null && port !== 0
  if (!hasPages) {
    await page?.end()
    return noOpening
  }
  const { listening, report, end } = page ?? openOpeningPage({ host, port })
  const code = await listening
  if (code !== null) throw new Fault('upstream_error', listenSentence(code, { host, port }))
  stops.add('opening', end)
  return { url: urlAt(host, port), report, end }
}
