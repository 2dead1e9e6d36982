import { afterEach, describe, expect, test } from 'vitest'
import { createSigner } from '../../test/support/signers.ts'
import { Fault } from '../kit/index.ts'
import type { AuthObservation } from './observation.ts'
import { createVerifier, type Verifier, type VerifierOptions } from './verifier.ts'

const signer = createSigner('default', 'verifier')

describe('createVerifier', () => {
  let verifier: Verifier
  const observed: AuthObservation[] = []
  const open = (options: VerifierOptions) => {
    observed.length = 0
    // A thread's start is part of its first job, and takes seconds on a busy machine.
    verifier = createVerifier({ jobMs: 300_000, ...options, observe: (seen) => observed.push(seen) })
  }
  afterEach(() => verifier.close())

  const jobFor = async (message: string, messages: string[]) => ({
    keyType: signer.keyType,
    publicKey: signer.publicKey,
    signature: await signer.sign(message),
    messages,
  })

  test('default: the index of the message that was signed', async () => {
    open({ threads: 1 })
    expect(await verifier.findSigned(await jobFor('b', ['a', 'b', 'c']))).toBe(1)
    expect(await verifier.findSigned(await jobFor('x', ['a', 'b', 'c']))).toBe(-1)
    expect(await verifier.findSigned(await jobFor('x', []))).toBe(-1)
  })
  test('behavior: a full queue turns callers away, everybody else is answered', async () => {
    open({ threads: 2, queueMax: 5 })
    const job = await jobFor('a', ['a'])
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => verifier.findSigned(job)))
    // Two at work, five waiting.
    expect(results.map((result) => result.status)).toEqual([
      ...new Array(7).fill('fulfilled'),
      ...new Array(3).fill('rejected'),
    ])
    const refused = results[9]
    expect(refused?.status === 'rejected' && refused.reason).toMatchObject({
      name: 'Fault',
      kind: 'overload',
    })
    expect(observed).toEqual(new Array(3).fill({ kind: 'verifier-full', queued: 5 }))
  })
  test('behavior: a thread that takes too long is replaced and its caller hears a fault', async () => {
    open({ threads: 1, jobMs: 300 })
    const many = await jobFor('x', new Array<string>(100_000).fill('a'))
    await expect(verifier.findSigned(many)).rejects.toThrow(Fault)
    expect(observed.map(({ kind }) => kind)).toContain('verifier-restarted')
  })
  test('behavior: closing answers those who wait', async () => {
    open({ threads: 1 })
    const job = await jobFor('a', ['a'])
    const waiting = [verifier.findSigned(job), verifier.findSigned(job)].map((each) =>
      each.catch((e: unknown) => e),
    )
    await verifier.close()
    for (const answer of await Promise.all(waiting)) expect(answer).toMatchObject({ kind: 'overload' })
    await expect(verifier.findSigned(job)).rejects.toThrow(Fault)
  })
})
