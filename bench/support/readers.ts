import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Reads with 32 connections until told to stop, which says how many answers a second there were. */
export function startReading(url: string, paths: readonly string[]): () => Promise<number> {
  const readers = fork(fileURLToPath(new URL('../servers/readers.mjs', import.meta.url)), { execArgv: [] })
  readers.send({ url, connections: 32, paths })
  return async () => {
    readers.send('stop')
    const [told] = (await once(readers, 'message')) as [{ perSecond: number; failed: number }]
    if (told.failed > 0) throw new Error(`${told.failed} lists were no success`)
    return told.perSecond
  }
}
