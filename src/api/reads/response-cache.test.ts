import { describe, expect, test } from 'vitest'
import { createResponseCache, type FreshText } from './response-cache.ts'

const fresh = (text: string, revision = 1): FreshText => ({ text, view: { height: 7, revision } })

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
  test('default: what is asked for twice is kept', async () => {
    const cache = createResponseCache()
    const { compute } = source(['a', 'b'])
    expect(cache.get('k', 1)).toBeNull()
    expect((await cache.fill('k', 1, compute)).bytes.toString()).toBe('a')
    expect(cache.get('k', 1)).toBeNull()
    await cache.fill('k', 1, compute)
    expect(cache.get('k', 1)?.bytes.toString()).toBe('b')
  })
  test('behavior: what is asked for by two at once is computed once and kept', async () => {
    const cache = createResponseCache()
    const once = source(['a', 'b'])
    const [one, two] = await Promise.all([cache.fill('k', 1, once.compute), cache.fill('k', 1, once.compute)])
    expect(one).toBe(two)
    expect(once.asked).toBe(1)
    expect(cache.get('k', 1)).toBe(one)
  })
  test('behavior: a walk over many pages keeps none of them', async () => {
    const cache = createResponseCache()
    for (let page = 0; page < 1_000; page++) await cache.fill(`page ${page}`, 1, async () => fresh('x'))
    expect(cache.bytes).toBe(0)
  })
  test('behavior: another revision is another answer, and another tag', async () => {
    const cache = createResponseCache()
    for (let n = 0; n < 2; n++) await cache.fill('k', 1, async () => fresh('a', 1))
    const before = cache.get('k', 1)
    for (let n = 0; n < 2; n++) await cache.fill('k', 2, async () => fresh('a', 2))
    expect(cache.get('k', 1)).toBeNull()
    expect(cache.get('k', 2)?.etag).not.toBe(before?.etag)
  })
  test('behavior: the tag is of the answer: the same on another replica, another for another text', async () => {
    const tagOf = async (text: string) =>
      (await createResponseCache().fill('k', 1, async () => fresh(text))).etag
    expect(await tagOf('a')).toBe(await tagOf('a'))
    expect(await tagOf('a')).not.toBe(await tagOf('b'))
    expect(await tagOf('a')).toMatch(/^"[0-9a-z-]+"$/)
  })
  test('behavior: bounded by bytes, the oldest goes first', async () => {
    const cache = createResponseCache(10_000)
    for (let page = 0; page < 30; page++)
      for (let n = 0; n < 2; n++) await cache.fill(`page ${page}`, 1, async () => fresh('x'.repeat(500)))
    expect(cache.bytes).toBeLessThanOrEqual(10_000)
    expect(cache.get('page 0', 1)).toBeNull()
    expect(cache.get('page 29', 1)).not.toBeNull()
  })
  test('error: a failure is everybody’s who waited, and is not kept', async () => {
    const cache = createResponseCache()
    const broken = async () => {
      throw new Error('broken')
    }
    const both = await Promise.allSettled([cache.fill('k', 1, broken), cache.fill('k', 1, broken)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await cache.fill('k', 1, async () => fresh('a'))).bytes.toString()).toBe('a')
  })
})
