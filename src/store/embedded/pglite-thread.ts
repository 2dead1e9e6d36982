import { Fault, startWorker, systemTimers, type Timers } from '../../kit/index.ts'
import type { WorkerReply, WorkerRequest, WorkerStart } from './pglite-messages.ts'

/** What the database answered with an error, in the form `pg` gives its own: SQLSTATE as `code`. */
export class EmbeddedError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'EmbeddedError'
    this.code = code
  }
}

export type Answer = WorkerReply & { kind: 'done' }
type Unnumbered<T> = T extends { id: number } ? Omit<T, 'id'> : never

/**
 * One running instance of the embedded database. Requests are answered in order, and the next is sent before the last
 * is answered; when it is lost, it is lost for good.
 */
export interface PgliteThread {
  /** The limit is for running, not for waiting behind others. */
  ask(request: Unnumbered<WorkerRequest>, label: string, limitMs: number): Promise<Answer>
  /** Ends the thread wherever it is. Resolves when nothing of it runs any more and the folder may be opened again. */
  terminate(): Promise<void>
}

interface Asked {
  readonly id: number
  readonly label: string
  readonly limitMs: number
  resolve(answer: Answer): void
  reject(error: Error): void
}

interface ThreadEvents {
  /** The answer did not come within its limit. */
  onStuck(label: string, limitMs: number): void
  /** The thread ended or the database in it broke, for `reason`. */
  onLost(reason: string): void
}

/** Starts a thread on `folder` and waits until its database is open. */
export async function openPgliteThread(
  folder: string,
  openMs: number,
  events: ThreadEvents,
  timers: Timers = systemTimers,
): Promise<PgliteThread> {
  const start: WorkerStart = { folder }
  const worker = startWorker('./pglite-worker', import.meta.url, start)
  let numbered = 0
  const line: Asked[] = []
  let stopWatch: () => void = () => undefined
  let endedBy: Error | null = null

  function end(reason: string): void {
    if (endedBy) return
    endedBy = new Fault('database', `the embedded database stopped: ${reason}`)
    stopWatch()
    for (const { reject } of line.splice(0)) reject(endedBy)
    events.onLost(reason)
  }

  /** Whoever is first in the line is running. */
  function watchFirst(): void {
    stopWatch()
    const first = line[0]
    if (first === undefined) return
    // An answer that only waited behind a blocked event loop is read before the second timer fires.
    stopWatch = timers.after(first.limitMs, () => {
      stopWatch = timers.after(1, () => giveUp(first))
    })
  }

  function giveUp({ label, limitMs, reject }: Asked): void {
    reject(new Fault('database', `the embedded database did not finish ${label} within ${limitMs} ms`))
    endedBy = new Fault('database', 'the embedded database is being reopened')
    for (const behind of line.splice(0).slice(1)) behind.reject(endedBy)
    events.onStuck(label, limitMs)
  }

  await new Promise<void>((resolve, reject) => {
    const stop = timers.after(openMs, () => reject(new Error(`it did not open within ${openMs} ms`)))
    worker.once('message', (reply: WorkerReply) => {
      stop()
      if (reply.kind === 'open') resolve()
      else reject(new Error(reply.kind === 'not-open' ? reply.message : 'it answered before it was open'))
    })
    worker.once('error', (error) => {
      stop()
      reject(error)
    })
    worker.once('exit', (code) => {
      stop()
      reject(new Error(`its thread ended with ${code}`))
    })
  }).catch(async (error: unknown) => {
    await worker.terminate()
    throw error
  })

  worker.on('message', (reply: WorkerReply) => {
    const first = line[0]
    if (reply.kind === 'open' || reply.kind === 'not-open' || reply.id !== first?.id) return
    line.shift()
    watchFirst()
    if (reply.kind === 'done') first.resolve(reply)
    else if (reply.code !== null) first.reject(new EmbeddedError(reply.code, reply.message))
    else {
      first.reject(new Fault('database', 'the embedded database broke', { cause: reply.message }))
      end(reply.message)
    }
  })
  worker.on('error', (error) => end(error.message))
  worker.on('exit', (code) => end(`its thread ended with ${code}`))

  return {
    ask: (request, label, limitMs) =>
      new Promise((resolve, reject) => {
        if (endedBy) {
          reject(endedBy)
          return
        }
        numbered += 1
        line.push({ id: numbered, label, limitMs, resolve, reject })
        worker.postMessage({ ...request, id: numbered })
        if (line.length === 1) watchFirst()
      }),
    async terminate() {
      endedBy ??= new Fault('database', 'the embedded database is closed')
      stopWatch()
      await worker.terminate()
    },
  }
}
