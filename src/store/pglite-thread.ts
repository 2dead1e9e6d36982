import { Fault, startWorker, systemTimers } from '../kit/index.ts'
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

/** One running instance of the embedded database. Requests are answered in order; when it is lost, it is lost for good. */
export interface PgliteThread {
  ask(request: Unnumbered<WorkerRequest>, label: string, limitMs: number): Promise<Answer>
  /** Ends the thread wherever it is. Resolves when nothing of it runs any more and the folder may be opened again. */
  terminate(): Promise<void>
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
): Promise<PgliteThread> {
  const start: WorkerStart = { folder }
  const worker = startWorker('./pglite-worker', import.meta.url, start)
  let numbered = 0
  let asked: { id: number; resolve(answer: Answer): void; reject(error: Error): void } | null = null
  let endedBy: Error | null = null

  function end(reason: string): void {
    if (endedBy) return
    endedBy = new Fault('database', `the embedded database stopped: ${reason}`)
    asked?.reject(endedBy)
    asked = null
    events.onLost(reason)
  }

  await new Promise<void>((resolve, reject) => {
    const stop = systemTimers.after(openMs, () => reject(new Error(`it did not open within ${openMs} ms`)))
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
    if (!asked || reply.kind === 'open' || reply.kind === 'not-open' || reply.id !== asked.id) return
    const { resolve, reject } = asked
    asked = null
    if (reply.kind === 'done') resolve(reply)
    else if (reply.code !== null) reject(new EmbeddedError(reply.code, reply.message))
    else {
      reject(new Fault('database', 'the embedded database broke', { cause: reply.message }))
      end(reply.message)
    }
  })
  worker.on('error', (error) => end(error.message))
  worker.on('exit', (code) => end(`its thread ended with ${code}`))

  const askNow: PgliteThread['ask'] = (request, label, limitMs) =>
    new Promise((resolve, reject) => {
      if (endedBy) {
        reject(endedBy)
        return
      }
      numbered += 1
      const id = numbered
      const stop = systemTimers.after(limitMs, () => {
        if (asked?.id !== id) return
        asked = null
        endedBy = new Fault('database', `the embedded database did not finish ${label} within ${limitMs} ms`)
        reject(endedBy)
        events.onStuck(label, limitMs)
      })
      asked = {
        id,
        resolve: (answer) => {
          stop()
          resolve(answer)
        },
        reject: (error) => {
          stop()
          reject(error)
        },
      }
      worker.postMessage({ ...request, id })
    })

  let last: Promise<unknown> = Promise.resolve()
  return {
    ask(request, label, limitMs) {
      const answer = last.then(() => askNow(request, label, limitMs))
      last = answer.catch(() => undefined)
      return answer
    },
    async terminate() {
      endedBy ??= new Fault('database', 'the embedded database is closed')
      await worker.terminate()
    },
  }
}
