import type { Worker } from 'node:worker_threads'
import { Fault, startWorker, systemTimers } from '../kit/index.ts'
import type { ObserveAuth } from './observation.ts'
import type { SigningKeyType } from './verify-signature.ts'

/** One signature and the messages it may be over. */
export interface VerifierJob {
  readonly keyType: SigningKeyType
  readonly publicKey: string
  readonly signature: string
  readonly messages: readonly string[]
}

export interface VerifierRequest extends VerifierJob {
  readonly id: number
}

export interface VerifierReply {
  readonly id: number
  readonly match: number
}

/** Threads that check signatures. */
export interface Verifier {
  /** The index of the first message the signature is over, or -1. A full queue is a Fault `overload`. */
  findSigned(job: VerifierJob): Promise<number>
  close(): Promise<void>
}

export interface VerifierOptions {
  /** Two keep up with 700 checks a second, far beyond what the write limits let through. */
  readonly threads?: number
  /** Beyond this a caller is better served by trying again: a job takes at most ten checks of 3 ms. */
  readonly queueMax?: number
  /** A job that takes longer has met a broken thread. */
  readonly jobMs?: number
  readonly observe?: ObserveAuth
}

interface Pending {
  readonly job: VerifierJob
  resolve(match: number): void
  reject(error: Error): void
}

interface Thread {
  worker: Worker
  current: { readonly id: number; readonly pending: Pending; stop(): void } | null
}

/** A small pool with one short line before it. A thread that dies or hangs is replaced; its caller hears a Fault. */
export function createVerifier(options: VerifierOptions = {}): Verifier {
  const { threads: threadCount = 2, queueMax = 64, jobMs = 10_000, observe = () => undefined } = options
  const line: Pending[] = []
  let numbered = 0
  let isClosed = false

  const start = (): Thread => {
    const thread: Thread = { worker: startWorker('./signature-worker', import.meta.url, null), current: null }
    thread.worker.unref()
    thread.worker.on('message', ({ id, match }: VerifierReply) => {
      if (thread.current?.id !== id) return
      const { pending, stop } = thread.current
      stop()
      thread.current = null
      pending.resolve(match)
      next(thread)
    })
    const onEnd = (reason: string) => {
      if (!isClosed && threads.includes(thread)) replace(thread, reason)
    }
    thread.worker.on('error', (error) => onEnd(error.message))
    thread.worker.on('exit', (code) => onEnd(`exit ${code}`))
    return thread
  }

  function replace(thread: Thread, reason: string): void {
    observe({ kind: 'verifier-restarted', reason })
    threads.splice(threads.indexOf(thread), 1)
    thread.current?.stop()
    thread.current?.pending.reject(new Fault('overload', 'a signature check was cut off'))
    thread.current = null
    void thread.worker.terminate()
    const fresh = start()
    threads.push(fresh)
    next(fresh)
  }

  function next(thread: Thread): void {
    const pending = line.shift()
    if (!pending) {
      thread.worker.unref()
      return
    }
    numbered += 1
    const id = numbered
    const stop = systemTimers.after(jobMs, () => replace(thread, `a check took more than ${jobMs} ms`))
    thread.current = { id, pending, stop }
    // While somebody waits for an answer the thread keeps the process alive.
    thread.worker.ref()
    const request: VerifierRequest = { id, ...pending.job }
    thread.worker.postMessage(request)
  }

  const threads: Thread[] = []
  /** A thread with nothing to do, started if there may be one more: who never checks a signature never pays for threads. */
  function findIdle(): Thread | null {
    const idle = threads.find((thread) => thread.current === null)
    if (idle || threads.length >= threadCount) return idle ?? null
    const started = start()
    threads.push(started)
    return started
  }

  return {
    findSigned: (job) =>
      new Promise((resolve, reject) => {
        if (isClosed) {
          reject(new Fault('overload', 'signature checks have stopped'))
          return
        }
        const idle = findIdle()
        if (!idle && line.length >= queueMax) {
          observe({ kind: 'verifier-full', queued: line.length })
          reject(new Fault('overload', 'too many signature checks are waiting'))
          return
        }
        line.push({ job, resolve, reject })
        if (idle) next(idle)
      }),
    async close() {
      isClosed = true
      const stopped = new Fault('overload', 'signature checks have stopped')
      for (const pending of line.splice(0)) pending.reject(stopped)
      for (const thread of threads) {
        thread.current?.stop()
        thread.current?.pending.reject(stopped)
      }
      await Promise.all(threads.map((thread) => thread.worker.terminate()))
    },
  }
}
