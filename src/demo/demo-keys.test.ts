import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { createDataDir } from '../../test/support/service.ts'
import { type Auth, createAuth, createVerifier, type Verifier } from '../auth/index.ts'
import { createManualClock, createSeededRandom } from '../kit/index.ts'
import type { Database } from '../store/index.ts'
import { demoWallet } from './demo-cast.ts'
import { ensureDemoKeys, findDemoKeys } from './demo-keys.ts'

const data = createDataDir()
const wallet = demoWallet('demo')
const random = createSeededRandom('demo keys')
let template: TestDatabase
let database: Database
let verifier: Verifier

beforeAll(async () => {
  template = await createTestDatabase('embedded')
  database = await template.open()
  verifier = createVerifier({ threads: 1, jobMs: 300_000 })
})
afterAll(async () => {
  await verifier.close()
  await database.close()
  await template.drop()
  data.remove()
})

const authWith = (checks: Verifier): Auth =>
  createAuth({
    database,
    clock: createManualClock(Date.UTC(2030, 0, 1)),
    random,
    publicUrl: () => 'http://127.0.0.1:3000',
    networkId: 4,
    group: 0,
    verifier: checks,
  })

describe('ensureDemoKeys', () => {
  test('error: a signature check that is cut off costs the keys, not the start; the next start mints them', async () => {
    const stopped = createVerifier()
    await stopped.close()
    const without = authWith(stopped)
    expect(await ensureDemoKeys(data.path, without, wallet)).toBeNull()
    await without.close()
    expect(existsSync(join(data.path, 'demo-keys.json'))).toBe(false)

    const auth = authWith(verifier)
    const keys = await ensureDemoKeys(data.path, auth, wallet)
    expect(keys).toEqual({
      read: expect.stringMatching(/^sibyl_live_/),
      full: expect.stringMatching(/^sibyl_live_/),
    })
    expect(await findDemoKeys(data.path)).toEqual(keys)
    expect(await ensureDemoKeys(data.path, auth, wallet)).toEqual(keys)
    await auth.close()
  })
})
