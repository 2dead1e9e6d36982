import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { claimLease } from './claim-lease.ts'
import { releaseLease } from './release-lease.ts'

describeOnBothDatabases('statements of leases', (context) => {
  const db = () => context.database
  beforeEach(() => db().execute({ label: 'test-empty', sql: 'delete from leader_leases' }))
  const claim = (holder: string, nowMs: number) =>
    claimLease(db(), { role: 'keeper', holder, nowMs, leaseMs: 1_000 })

  test('behavior: claimLease: another’s is taken at its end, not a moment before', async () => {
    expect([await claim('a', 10_000), await claim('b', 10_999), await claim('b', 11_000)]).toEqual([
      true,
      false,
      true,
    ])
  })
  test('behavior: claimLease: one granted by a clock that was put back is taken, one within a lease of ours is not', async () => {
    expect([await claim('a', 10_000), await claim('b', 9_000), await claim('b', 8_999)]).toEqual([
      true,
      false,
      true,
    ])
  })
  test('behavior: releaseLease: only its holder’s', async () => {
    await claim('a', 10_000)
    await releaseLease(db(), { role: 'keeper', holder: 'b' })
    expect(await claim('b', 10_000)).toBe(false)
    await releaseLease(db(), { role: 'keeper', holder: 'a' })
    expect(await claim('b', 10_000)).toBe(true)
  })
})
