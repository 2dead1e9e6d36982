import { describe, expect, test } from 'vitest'
import { createResponseCache, type FreshText } from './response-cache.ts'

const fresh = (text: string, revision = 1): FreshText => ({ text, view: { height: 7, revision } })

const at = (revision: number, epoch = '0a1b2c3d') => ({ epoch, revision })

/** Answers with the next text each time it is asked, and counts. */
function source(texts: readonly string[], revision = 1) {
  let asked = 0
  return {
    compute: async () => fresh(texts[asked++] ?? '', revision),
    get asked() {
      return asked
    },
  }
}

describe('response cache', () => {
  test('default: what was computed is kept', async () => {
    const cache = createResponseCache()
    const { compute } = source(['a', 'b'])
    expect(cache.get('k', at(1))).toBeNull()
    const filled = await cache.fill('k', at(1), compute)
    expect(filled).toMatchObject({ bytes: Buffer.from('a'), height: 7, revision: 1 })
    expect(cache.get('k', at(1))).toBe(filled)
    expect(cache.get('j', at(1))).toBeNull()
  })
  test('behavior: what is asked for by two at once is computed once and kept', async () => {
    const cache = createResponseCache()
    const once = source(['a', 'b'])
    const [one, two] = await Promise.all([
      cache.fill('k', at(1), once.compute),
      cache.fill('k', at(1), once.compute),
    ])
    expect(one).toBe(two)
    expect(once.asked).toBe(1)
    expect(cache.get('k', at(1))).toBe(one)
  })
  test('behavior: it holds what is there and what is on its way, under that key alone', async () => {
    const cache = createResponseCache()
    expect(cache.holds('k')).toBe(false)
    await cache.fill('k', at(1), source(['a']).compute)
    const coming = cache.fill('j', at(1), source(['b']).compute)
    expect([cache.holds('k'), cache.holds('j'), cache.holds('i')]).toEqual([true, true, false])
    await coming
    expect(cache.holds('j')).toBe(true)
  })
  test('behavior: those who saw different blocks do not share a computation', async () => {
    const cache = createResponseCache()
    const [older, newer] = await Promise.all([
      cache.fill('k', at(1), async () => fresh('a', 1)),
      cache.fill('k', at(2), async () => fresh('b', 2)),
    ])
    expect([older.bytes.toString(), newer.bytes.toString()]).toEqual(['a', 'b'])
  })
  test('behavior: an answer of an older block that comes late is not kept', async () => {
    const cache = createResponseCache()
    const newer = await cache.fill('k', at(2), async () => fresh('b', 2))
    await cache.fill('k', at(1), async () => fresh('a', 1))
    await cache.fill('j', at(1), async () => fresh('a', 1))
    expect([cache.get('k', at(2)), cache.get('j', at(1)), cache.get('j', at(2))]).toEqual([newer, null, null])
  })
  test('behavior: after a reindex nothing of before is given, when its revisions come again neither', async () => {
    const cache = createResponseCache()
    await cache.fill('k', at(5), async () => fresh('old', 5))
    expect(cache.get('k', at(5, 'ffffffff'))).toBeNull()
    const late = cache.fill('j', at(5), async () => fresh('old', 5))
    const filled = await cache.fill('k', at(5, 'ffffffff'), async () => fresh('new', 5))
    await late
    expect([cache.get('k', at(5, 'ffffffff')), cache.get('j', at(5, 'ffffffff'))]).toEqual([filled, null])
  })
  test('behavior: another revision is another answer, and another tag', async () => {
    const cache = createResponseCache()
    await cache.fill('k', at(1), async () => fresh('a', 1))
    const before = cache.get('k', at(1))
    await cache.fill('k', at(2), async () => fresh('a', 2))
    expect(cache.get('k', at(1))).toBeNull()
    expect(cache.get('k', at(2))?.etag).not.toBe(before?.etag)
  })
  test('behavior: the tag is of the answer: the same on another replica, another for another text', async () => {
    const tagOf = async (text: string) =>
      (await createResponseCache().fill('k', at(1), async () => fresh(text))).etag
    expect(await tagOf('a')).toBe(await tagOf('a'))
    expect(await tagOf('a')).not.toBe(await tagOf('b'))
    expect(await tagOf('a')).toMatch(/^"[0-9a-z-]+"$/)
  })
  test('behavior: bounded by bytes, the oldest goes first', async () => {
    // An entry of 500 bytes counts 256 more, and two for each letter of its key.
    const cache = createResponseCache(10_000)
    for (let page = 10; page < 40; page++)
      await cache.fill(`page ${page}`, at(1), async () => fresh('x'.repeat(500)))
    expect(cache.bytes).toBe(12 * (500 + 256 + 2 * 7))
    expect(cache.get('page 27', at(1))).toBeNull()
    for (let page = 28; page < 40; page++) expect(cache.get(`page ${page}`, at(1))).not.toBeNull()
  })
  test('behavior: what was forgotten is not counted any more, nor is an answer that comes twice', async () => {
    const cache = createResponseCache()
    const one = 3 + 256 + 2 * 1
    await cache.fill('a', at(1), async () => fresh('old', 1))
    await cache.fill('b', at(1), async () => fresh('old', 1))
    expect(cache.bytes).toBe(2 * one)
    await Promise.all([1, 2].map((seen) => cache.fill('a', at(seen), async () => fresh('new', 2))))
    expect(cache.bytes).toBe(one)
    expect(cache.get('a', at(2, 'ffffffff'))).toBeNull()
    expect(cache.bytes).toBe(0)
    await cache.fill('a', at(3, 'ffffffff'), async () => fresh('new', 3))
    expect(cache.bytes).toBe(one)
  })
  test('behavior: after a reindex the answers of lower revisions are kept', async () => {
    const cache = createResponseCache()
    await cache.fill('k', at(5), async () => fresh('old', 5))
    const filled = await cache.fill('k', at(3, 'ffffffff'), async () => fresh('new', 3))
    expect(cache.get('k', at(3, 'ffffffff'))).toBe(filled)
  })
  test('behavior: what would be more than an eighth of it is not kept', async () => {
    const cache = createResponseCache(8_000)
    await cache.fill('a', at(1), async () => fresh('x'.repeat(1_000 - 258)))
    await cache.fill('b', at(1), async () => fresh('x'.repeat(1_001 - 258)))
    expect([cache.get('a', at(1)) === null, cache.get('b', at(1)) === null]).toEqual([false, true])
  })
  test('error: a failure is everybody’s who waited, and is not kept', async () => {
    const cache = createResponseCache()
    const broken = async () => {
      throw new Error('broken')
    }
    const both = await Promise.allSettled([cache.fill('k', at(1), broken), cache.fill('k', at(1), broken)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await cache.fill('k', at(1), async () => fresh('a'))).bytes.toString()).toBe('a')
  })
})
