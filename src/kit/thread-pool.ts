import type { ResourceLimits, Worker } from 'node:worker_threads'
import { Fault } from './failures.ts'
import { systemTimers } from './timer.ts'
import { startWorker } from './worker.ts'

/** A few threads of one kind with one short line before them. */
export interface ThreadPool<Job, Reply> {
  /** A full line, a job cut off and a closed pool are Faults `overload`. */
  run(job: Job): Promise<Reply>
  close(): Promise<void>
}

export interface ThreadPoolOptions {
  /** The module of the thread beside the caller's, without its ending: it calls `serveJobs`. */
  readonly module: string
  readonly callerUrl: string
  /** What a job is called in Faults: `signature check`. */
  readonly what: string
  readonly threads: number
  readonly queueMax: number
  /** A job that takes longer costs the thread. */
  readonly jobMs: number
  readonly limits?: ResourceLimits
  readonly onReplaced?: (reason: string) => void
  readonly onFull?: (queued: number) => void
}

interface Numbered<T> {
  readonly id: number
  readonly content: T
}

interface Pending<Job, Reply> {
  readonly job: Job
  resolve(reply: Reply): void
  reject(error: Error): void
}

interface Thread<Job, Reply> {
  readonly worker: Worker
  current: { readonly id: number; readonly pending: Pending<Job, Reply>; stop(): void } | null
}

/** Threads start when they are first needed. One that dies or takes too long is replaced; its caller hears a Fault. */
export function createThreadPool<Job, Reply>(options: ThreadPoolOptions): ThreadPool<Job, Reply> {
  const { module, callerUrl, what, queueMax, jobMs, limits } = options
  const line: Pending<Job, Reply>[] = []
  const threads: Thread<Job, Reply>[] = []
  let numbered = 0
  let isClosed = false

  const start = (): Thread<Job, Reply> => {
    const thread: Thread<Job, Reply> = {
      worker: startWorker(module, callerUrl, null, limits),
      current: null,
    }
    thread.worker.unref()
    thread.worker.on('message', ({ id, content }: Numbered<Reply>) => {
      if (thread.current?.id !== id) return
      const { pending, stop } = thread.current
      stop()
      thread.current = null
      pending.resolve(content)
      next(thread)
    })
    const onEnd = (reason: string) => {
      if (!isClosed && threads.includes(thread)) replace(thread, reason)
    }
    thread.worker.on('error', (error) => onEnd(error.message))
    thread.worker.on('exit', (code) => onEnd(`exit ${code}`))
    threads.push(thread)
    return thread
  }

  function replace(thread: Thread<Job, Reply>, reason: string): void {
    options.onReplaced?.(reason)
    threads.splice(threads.indexOf(thread), 1)
    thread.current?.stop()
    thread.current?.pending.reject(new Fault('overload', `a ${what} was cut off: ${reason}`))
    thread.current = null
    void thread.worker.terminate()
    if (line.length > 0) next(start())
  }

  function next(thread: Thread<Job, Reply>): void {
    const pending = line.shift()
    if (!pending) {
      thread.worker.unref()
      return
    }
    numbered += 1
    const id = numbered
    const stop = systemTimers.after(jobMs, () => replace(thread, `it took more than ${jobMs} ms`))
    thread.current = { id, pending, stop }
    // While somebody waits for an answer the thread keeps the process alive.
    thread.worker.ref()
    const message: Numbered<Job> = { id, content: pending.job }
    thread.worker.postMessage(message)
  }

  /** A thread with nothing to do, started if there may be one more: who never has a job never pays for threads. */
  const findIdle = (): Thread<Job, Reply> | undefined =>
    threads.find((thread) => thread.current === null) ??
    (threads.length < options.threads ? start() : undefined)

  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        if (isClosed) {
          reject(new Fault('overload', `${what}s have stopped`))
          return
        }
        const idle = findIdle()
        if (!idle && line.length >= queueMax) {
          options.onFull?.(line.length)
          reject(new Fault('overload', `too many ${what}s are waiting`))
          return
        }
        line.push({ job, resolve, reject })
        if (idle) next(idle)
      }),
    async close() {
      isClosed = true
      const stopped = new Fault('overload', `${what}s have stopped`)
      for (const pending of line.splice(0)) pending.reject(stopped)
      for (const thread of threads) {
        thread.current?.stop()
        thread.current?.pending.reject(stopped)
      }
      await Promise.all(threads.map((thread) => thread.worker.terminate()))
    },
  }
}

/** The other side, in the thread's module: one job after the other. */
export function serveJobs<Job, Reply>(work: (job: Job) => Reply): void {
  const { parentPort } = process.getBuiltinModule('node:worker_threads')
  if (!parentPort) throw new Error('this file is a worker thread')
  const port = parentPort
  port.on('message', ({ id, content }: Numbered<Job>) => {
    const reply: Numbered<Reply> = { id, content: work(content) }
    port.postMessage(reply)
  })
}
