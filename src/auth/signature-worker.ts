import { parentPort } from 'node:worker_threads'
import type { VerifierReply, VerifierRequest } from './verifier.ts'
import { isSignatureValid } from './verify-signature.ts'

/** A thread that checks signatures: each takes some 3 ms, which the thread that serves HTTP does not have. */
const port = parentPort
if (!port) throw new Error('this file is a worker thread')

port.on('message', ({ id, keyType, publicKey, signature, messages }: VerifierRequest) => {
  const match = messages.findIndex((message) => isSignatureValid({ keyType, publicKey, signature, message }))
  const reply: VerifierReply = { id, match }
  port.postMessage(reply)
})
