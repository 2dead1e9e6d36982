import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface BenchServer {
  readonly url: string
  stop(): void
}

/** A server in a process of its own, so that it does not share its event loop with whoever measures it. */
export function startServer(
  file: URL,
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const path = fileURLToPath(file)
  const child = fork(path, { stdio: 'inherit', env: { ...process.env, ...environment } })
  return new Promise((resolve, reject) => {
    child.once('message', (port) => resolve({ url: `http://127.0.0.1:${port}`, stop: () => child.kill() }))
    child.once('exit', (code) => reject(new Error(`${path} ended with ${code}`)))
  })
}
