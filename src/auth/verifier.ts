import { createThreadPool } from '../kit/index.ts'
import type { ObserveAuth } from './observation.ts'
import type { SigningKeyType } from './verify-signature.ts'

/** One signature and the messages it may be over. */
export interface VerifierJob {
  readonly keyType: SigningKeyType
  readonly publicKey: string
  readonly signature: string
  readonly messages: readonly string[]
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

export function createVerifier(options: VerifierOptions = {}): Verifier {
  const { threads = 2, queueMax = 64, jobMs = 10_000, observe = () => undefined } = options
  const pool = createThreadPool<VerifierJob, number>({
    module: './signature-worker',
    callerUrl: import.meta.url,
    what: 'signature check',
    threads,
    queueMax,
    jobMs,
    onReplaced: (reason) => observe({ kind: 'verifier-restarted', reason }),
    onFull: (queued) => observe({ kind: 'verifier-full', queued }),
  })
  return { findSigned: (job) => pool.run(job), close: () => pool.close() }
}
