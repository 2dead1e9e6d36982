import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface BenchServer {
  readonly url: string
  /** Says something to its process; `ask` waits for the next word back. */
  tell(message: object): void
  ask<T>(message: object): Promise<T>
  stop(): void
}

/** As the units and the image start Node. */
export const shippedFlags = ['--max-semi-space-size=64']

/** A server in a process of its own, so that it does not share its event loop with whoever measures it. */
export function startServer(
  file: URL,
  environment: Readonly<Record<string, string>> = {},
  execArgv: readonly string[] = process.execArgv,
): Promise<BenchServer> {
  const path = fileURLToPath(file)
  const env = { ...process.env, ...environment }
  const child = fork(path, { stdio: 'inherit', execArgv: [...execArgv], env })
  return new Promise((resolve, reject) => {
    child.once('message', (port) =>
      resolve({
        url: `http://127.0.0.1:${port}`,
        tell: (message) => void child.send(message),
        async ask<T>(message: object) {
          const ended = new AbortController()
          const onExit = (): void => ended.abort(new Error(`${path} ended before it answered`))
          child.once('exit', onExit)
          child.send(message)
          const [answer] = await once(child, 'message', { signal: ended.signal }).finally(() =>
            child.off('exit', onExit),
          )
          return answer as T
        },
        stop: () => child.kill(),
      }),
    )
    child.once('exit', (code) => reject(new Error(`${path} ended with ${code}`)))
  })
}
