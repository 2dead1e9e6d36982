import { createServer } from 'node:net'
import { listenSentence } from '../api/index.ts'
import type { Config } from '../config/index.ts'
import { Fault } from '../kit/index.ts'
import { devnetPortSentence } from './venue/open-devnet.ts'

/**
 * Opens the ports for a moment, before anything is made that takes long: a newcomer whose port is taken should not wait
 * for a demo first. Whoever opens them for good says the same, should somebody be faster.
 */
export async function assertPortsFree(config: Config, holdsPort: boolean): Promise<void> {
  const { host, port, devnetPort } = config
  const code = holdsPort ? null : await tryPort(host, port)
  if (code !== null) throw new Fault('upstream_error', listenSentence(code, { host, port }))
  if (config.nodeUrls.length > 0) return
  const devnetCode = await tryPort('127.0.0.1', devnetPort)
  if (devnetCode !== null) throw new Fault('upstream_error', devnetPortSentence(config, devnetCode))
}

/** Null when it opens, otherwise the system's word for why not. */
async function tryPort(host: string, port: number): Promise<string | null> {
  if (port === 0) return null
  const server = createServer()
  const code = await new Promise<string | null>((resolve) => {
    server.once('error', (error: Error & { readonly code?: string }) => resolve(error.code ?? 'unknown'))
    server.listen({ host, port }, () => resolve(null))
  })
  if (code === null) await new Promise((resolve) => server.close(resolve))
  return code
}
