import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, describeOnServer, type TestDatabase } from '../../test/support/database.ts'
import { createSigner } from '../../test/support/signers.ts'
import { afterThisTurn, systemClock, systemRandom } from '../kit/index.ts'
import type { Database } from '../store/index.ts'
import type { Auth } from './auth.ts'
import { createAuth } from './create-auth.ts'
import { createVerifier, type Verifier } from './verifier.ts'

/** Two houses on one database; nothing passes between them but rows. */
describeOnServer('replicas', () => {
  let own: TestDatabase
  let verifier: Verifier
  let databases: Database[]
  let auths: Auth[]
  let lookUps = 0
  beforeAll(async () => {
    own = await createTestDatabase('server')
    verifier = createVerifier({ threads: 1, jobMs: 300_000 })
    const observe = (seen: { readonly kind: string; readonly label?: string }): void => {
      if (seen.label === 'find-api-key-by-hash') lookUps += 1
    }
    databases = [await own.open(), await own.open({ observe })]
    auths = databases.map((database) =>
      createAuth({
        database,
        clock: systemClock,
        random: systemRandom,
        publicUrl: () => 'https://sibyl.example',
        networkId: 4,
        group: 0,
        verifier,
      }),
    )
  })
  afterAll(async () => {
    for (const auth of auths) await auth.close()
    for (const database of databases) await database.close()
    await verifier.close()
    await own.drop()
  })

  async function mintOn(auth: Auth, seed: string) {
    const signer = createSigner('default', seed)
    const { challenge } = await auth.issueChallenge({ address: signer.address, client: '192.0.2.1' })
    const signature = await signer.sign(challenge)
    return { address: signer.address, publicKey: signer.publicKey, signature, name: 'n', client: '192.0.2.1' }
  }

  test('F28 behavior: revoked on one, refused on the other from the next request on, under load', async () => {
    const [one, two] = auths as [Auth, Auth]
    const { key, record } = await one.mintKey(await mintOn(two, 'f28'))
    let stop = false
    let refusedEarly = 0
    const load = (async () => {
      while (!stop) {
        if ((await two.authenticate(key)) === null) refusedEarly += 1
        await new Promise<void>((resolve) => afterThisTurn(resolve))
      }
    })()
    for (let i = 0; i < 20; i++) expect(await two.authenticate(key)).not.toBeNull()
    expect(refusedEarly).toBe(0)
    await one.revokeKey(record, record.id)
    for (const auth of [two, one]) expect(await auth.authenticate(key)).toBeNull()
    stop = true
    await load
  })
  test('F28 behavior: requests that arrive together share one look-up, and none that began earlier', async () => {
    const [one, two] = auths as [Auth, Auth]
    const { key, record } = await one.mintKey(await mintOn(two, 'f28 shared'))
    lookUps = 0
    const early = Array.from({ length: 50 }, () => two.authenticate(key))
    expect((await Promise.all(early)).map((found) => found?.id)).toEqual(early.map(() => record.id))
    expect(lookUps).toBe(1)
    const before = two.authenticate(key)
    await one.revokeKey(record, record.id)
    await before
    lookUps = 0
    expect(await Promise.all([two.authenticate(key), two.authenticate(key)])).toEqual([null, null])
    expect(lookUps).toBe(1)
  })
  test('F26 behavior: one challenge, ten calls on each: one key', async () => {
    const [one, two] = auths as [Auth, Auth]
    const request = await mintOn(one, 'f26')
    const calls = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? one : two).mintKey(request))
    const results = await Promise.allSettled(calls)
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    for (const reason of reasons) {
      expect(reason).toMatchObject({ code: 'CHALLENGE_EXPIRED', details: { reason: 'used' } })
    }
  })
})
