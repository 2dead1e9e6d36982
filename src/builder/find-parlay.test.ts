import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../test/support/database.ts'
import { putRows } from '../../test/support/rows.ts'
import { parlays } from '../store/index.ts'
import { assertIndexedParlay } from './find-parlay.ts'

describeOnBothDatabases('assertIndexedParlay', (context) => {
  test('behavior: an offer can be taken until the millisecond it expires, and given back at any time', async () => {
    const { database } = context
    await putRows(database, parlays, [{ id: 1, maker: 'a', status: 'open', expiresAtMs: 1_000 }])
    const at = (nowMs: number, mayBeExpired: boolean) =>
      assertIndexedParlay({ database, nowMs }, 1, { mayBeExpired })
    await at(999, false)
    await expect(at(1_000, false)).rejects.toMatchObject({
      code: 'STATE_CONFLICT',
      details: { reason: 'expired', parlayId: 1 },
    })
    await at(1_000, true)
  })
})
