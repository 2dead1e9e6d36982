import { serveJobs } from '../kit/index.ts'
import type { VerifierJob } from './verifier.ts'
import { isSignatureValid } from './verify-signature.ts'

/** A thread that checks signatures: each takes some 3 ms, which the thread that serves HTTP does not have. */
serveJobs(({ keyType, publicKey, signature, messages }: VerifierJob): number =>
  messages.findIndex((message) => isSignatureValid({ keyType, publicKey, signature, message })),
)
