import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/support/database.ts'
import type { Challenge } from './challenge.ts'
import { consumeChallenge } from './consume-challenge.ts'
import { countChallengeTries } from './count-challenge-tries.ts'
import { findChallenge } from './find-challenge.ts'
import { insertChallenge } from './insert-challenge.ts'
import { listChallengeCandidates } from './list-challenge-candidates.ts'
import { purgeChallenges } from './purge-challenges.ts'

type New = Omit<Challenge, 'usedAtMs' | 'tries'>
const challenge = (id: string, given: Partial<New> = {}): New => ({
  id,
  wallet: 'wallet',
  challenge: `sign ${id}`,
  client: 'caller',
  issuedAtMs: 100,
  expiresAtMs: 1_000,
  ...given,
})

describeOnBothDatabases('statements of challenges', (context) => {
  const db = () => context.database
  const insert = (...challenges: New[]) => Promise.all(challenges.map((each) => insertChallenge(db(), each)))
  const find = (id: string) => findChallenge(db(), 'wallet', `sign ${id}`)
  const triesOf = async (...ids: string[]) => (await Promise.all(ids.map(find))).map((found) => found?.tries)
  beforeEach(() => db().execute({ label: 'empty', sql: 'delete from challenges' }))

  test('default: insertChallenge and findChallenge: by wallet and text, both exactly', async () => {
    const given = challenge('a', { client: 'c', issuedAtMs: 3, expiresAtMs: 4 })
    await insert(given, challenge('b'))
    expect(await find('a')).toEqual({ ...given, usedAtMs: null, tries: 0 })
    expect(await findChallenge(db(), 'other', 'sign a')).toBeNull()
    expect(await findChallenge(db(), 'wallet', 'sign')).toBeNull()
  })
  test('behavior: consumeChallenge uses one up once, before its end and its last try', async () => {
    await insert(challenge('a'), challenge('b'), challenge('c'), challenge('d'))
    const use = (id: string, nowMs: number, triesMax = 5) => consumeChallenge(db(), id, { nowMs, triesMax })
    expect(await use('a', 1_000)).toBe(false)
    expect([await use('a', 999), await use('a', 999)]).toEqual([true, false])
    expect([(await find('a'))?.usedAtMs, (await find('b'))?.usedAtMs]).toEqual([999, null])
    for (let n = 0; n < 2; n++) await countChallengeTries(db(), ['b', 'c'], 'caller')
    expect([await use('b', 1, 2), await use('c', 1, 3)]).toEqual([false, true])
    expect(await use('unknown', 1)).toBe(false)
    expect((await find('d'))?.usedAtMs).toBeNull()
  })
  test('behavior: countChallengeTries counts for the caller who had asked, and for unused ones', async () => {
    await insert(challenge('a'), challenge('b', { client: 'other' }), challenge('c'), challenge('d'))
    await consumeChallenge(db(), 'c', { nowMs: 1, triesMax: 5 })
    for (let n = 0; n < 2; n++) await countChallengeTries(db(), ['a', 'b', 'c'], 'caller')
    expect(await triesOf('a', 'b', 'c', 'd')).toEqual([2, 0, 0, 0])
  })
  test('behavior: listChallengeCandidates: the caller’s own live ones, newest first, then others’, then ended ones', async () => {
    await insert(
      challenge('own old', { issuedAtMs: 1 }),
      challenge('own new', { issuedAtMs: 2 }),
      challenge('own newer', { issuedAtMs: 2 }),
      challenge('other', { client: 'other', issuedAtMs: 9 }),
      challenge('late', { expiresAtMs: 500, issuedAtMs: 50 }),
      challenge('later', { expiresAtMs: 501, issuedAtMs: 40 }),
      challenge('used', { expiresAtMs: 2_000, issuedAtMs: 7 }),
      challenge('tried', { expiresAtMs: 3_000, issuedAtMs: 6 }),
      challenge('elsewhere', { wallet: 'other' }),
    )
    await consumeChallenge(db(), 'used', { nowMs: 1, triesMax: 5 })
    for (let n = 0; n < 5; n++) await countChallengeTries(db(), ['tried'], 'caller')
    await countChallengeTries(db(), ['own old'], 'caller')
    const list = async (nowMs: number, limit = 20, triesMax = 5) => {
      const query = { wallet: 'wallet', client: 'caller', nowMs, triesMax, limit }
      return (await listChallengeCandidates(db(), query)).map(({ id }) => id)
    }
    const live = ['own newer', 'own new', 'own old', 'other']
    expect(await list(501)).toEqual([...live, 'late', 'later', 'used', 'tried'])
    expect(await list(500)).toEqual(['later', ...live, 'late', 'used', 'tried'])
    expect(await list(501, 5)).toEqual([...live, 'late'])
    // Of the ended ones, those that expired last are taken, and shown by when they were issued.
    expect(await list(5_000, 2)).toEqual(['used', 'tried'])
    // Of those that expired together, the last by its id.
    expect(await list(5_000, 3)).toEqual(['used', 'tried', 'own old'])
    expect(await list(501, 1)).toEqual(live.slice(0, 1))
    expect(await list(501, 2)).toEqual(live.slice(0, 2))
    expect(await list(501, 3, 1)).toEqual(['own newer', 'own new', 'other'])
  })
  test('behavior: purgeChallenges forgets what expired before a moment, oldest first', async () => {
    await insert(
      challenge('a', { expiresAtMs: 30 }),
      challenge('b', { expiresAtMs: 10 }),
      challenge('c', { expiresAtMs: 20 }),
      challenge('d', { expiresAtMs: 40 }),
    )
    expect(await purgeChallenges(db(), 40, 2)).toBe(2)
    expect(await triesOf('a', 'b', 'c', 'd')).toEqual([0, undefined, undefined, 0])
    expect(await purgeChallenges(db(), 40, 2)).toBe(1)
    expect(await triesOf('a', 'd')).toEqual([undefined, 0])
  })
})
