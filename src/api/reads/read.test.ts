import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { createManualClock } from '../../kit/index.ts'
import type { Database } from '../../store/index.ts'
import type { ApiParts } from '../parts.ts'
import type { ApiRequest } from '../route.ts'
import { createIndexView } from './index-view.ts'
import { read } from './read.ts'
import { createResponseCache } from './response-cache.ts'

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await createTestDatabase('embedded')
  database = await own.open()
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

test('behavior: who waits for a block from one customer’s network is one caller, whatever address it is', async () => {
  const index = createIndexView({ database, clock: createManualClock(0), waitMaxMs: 500 })
  const parts = { index, cache: createResponseCache() } as unknown as ApiParts
  const handler = read(async () => ({ text: '{}', view: { height: 0, revision: 0 } }))
  const ask = (client: string) => {
    const headers = { 'x-min-block-height': '1' }
    const request = { headers, client, key: null, url: '/v1/test', method: 'GET', query: {} }
    return handler(request as unknown as ApiRequest<unknown, unknown, unknown, 'public'>, parts)
  }
  const waiting = Promise.allSettled(Array.from({ length: 16 }, (_, n) => ask(`2001:db8::${n + 1}`)))
  await expect(ask('2001:db8::ff')).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    details: { reason: 'waiting' },
  })
  await expect(ask('2001:db8:0:1::1')).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' })
  expect((await waiting).map((each) => each.status === 'rejected' && each.reason.code)).toEqual(
    new Array(16).fill('UPSTREAM_TIMEOUT'),
  )
})
