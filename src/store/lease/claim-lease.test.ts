import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { claimLease } from './claim-lease.ts'
import { releaseLease } from './release-lease.ts'

describeOnBothDatabases('statements of leases', (context) => {
  const db = () => context.database
  beforeEach(() => db().execute({ label: 'test-empty', sql: 'delete from leader_leases' }))
  const claim = (holder: string, overdueTerm: number | null = null) =>
    claimLease(db(), { role: 'keeper', holder, overdueTerm })

  test('default: claimLease: each renewal is a new term', async () => {
    expect(await claim('a')).toEqual({ isMine: true, term: 1 })
    expect(await claim('a')).toEqual({ isMine: true, term: 2 })
    expect(await claim('b')).toEqual({ isMine: false, term: 2 })
  })
  test('behavior: claimLease: another’s is taken in the term that is overdue, and in no other', async () => {
    await claim('a')
    await claim('a')
    expect(await claim('b', 1)).toEqual({ isMine: false, term: 2 })
    expect(await claim('b', 3)).toEqual({ isMine: false, term: 2 })
    expect(await claim('b', 2)).toEqual({ isMine: true, term: 3 })
    expect(await claim('a')).toEqual({ isMine: false, term: 3 })
  })
  test('behavior: claimLease: of two who call the same term overdue one takes it', async () => {
    await claim('a')
    const both = await Promise.all([claim('b', 1), claim('c', 1)])
    expect(both.filter((claimed) => claimed?.isMine === true)).toEqual([{ isMine: true, term: 2 }])
  })
  test('behavior: claimLease: who is refused learns the term of this role, not of another', async () => {
    for (let n = 0; n < 3; n++) await claimLease(db(), { role: 'indexer', holder: 'a', overdueTerm: null })
    await claim('a')
    expect(await claim('b')).toEqual({ isMine: false, term: 1 })
  })
  test('behavior: releaseLease: only its holder’s', async () => {
    await claim('a')
    await releaseLease(db(), { role: 'keeper', holder: 'b', term: 1 })
    expect(await claim('b')).toEqual({ isMine: false, term: 1 })
    await releaseLease(db(), { role: 'keeper', holder: 'a', term: 1 })
    expect(await claim('b')).toEqual({ isMine: true, term: 3 })
  })
  test('behavior: releaseLease: one that arrives late frees nothing its holder has taken anew', async () => {
    await claim('a')
    await claim('a')
    await releaseLease(db(), { role: 'keeper', holder: 'a', term: 1 })
    expect(await claim('b')).toEqual({ isMine: false, term: 2 })
  })
})
