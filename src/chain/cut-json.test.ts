import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Fault } from '../kit/index.ts'
import { cutJson } from './cut-json.ts'

async function* inChunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

/** Puts a text together again from what was cut out of it. */
async function cutAndParse(text: string, size: number) {
  const events: unknown[] = []
  const transactions: unknown[] = []
  const rest = await cutJson(inChunks(text, size), {
    arrays: {
      events: { take: (piece) => events.push(JSON.parse(piece)) },
      'block.transactions': { take: (piece) => transactions.push(JSON.parse(piece)) },
    },
    elementBytesMax: 1_000_000,
    restBytesMax: 1_000_000,
  })
  const parsed = JSON.parse(rest) as { block: object }
  return { ...parsed, block: { ...parsed.block, transactions }, events }
}

describe('cutJson', () => {
  test('error: brackets deeper than any answer has are refused at once, not after minutes', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    await expect(cutAndParse(deep, 65_536)).rejects.toThrow('more than 100 brackets in each other')
  })
  test('behavior: nothing is lost, however the bytes are split', async () => {
    const item = fc.dictionary(fc.string(), fc.jsonValue())
    const answer = fc.record({
      block: fc.record({ hash: fc.string(), transactions: fc.array(item), deps: fc.array(fc.string()) }),
      events: fc.array(item),
      others: fc.jsonValue(),
    })
    await fc.assert(
      fc.asyncProperty(
        answer,
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom(0, 2),
        async (value, size, indent) => {
          const text = JSON.stringify(value, null, indent)
          expect(await cutAndParse(text, size)).toEqual(JSON.parse(text))
        },
      ),
    )
  })
  test('default: an array within the elements of another', async () => {
    const ids: unknown[] = []
    const rest = await cutJson(inChunks('[{"g":0,"txs":[{"id":1},{"id":2}]},{"txs":[{"id":3}],"g":1}]', 5), {
      arrays: { '*.txs': { take: (piece) => ids.push(JSON.parse(piece).id) } },
      elementBytesMax: 1_000_000,
      restBytesMax: 100,
    })
    expect(ids).toEqual([1, 2, 3])
    expect(JSON.parse(rest)).toEqual([
      { g: 0, txs: [] },
      { txs: [], g: 1 },
    ])
  })
  test('behavior: what is not wanted is passed over from its first bytes on, long or short', async () => {
    const heads: number[] = []
    const taken: string[] = []
    const long = 'f'.repeat(100_000)
    const event = (who: string, data: string) => JSON.stringify({ who, data })
    const text = `{"events":[${event('b', long)},${event('a', long)},${event('b', '')},${event('a', '')}]}`
    await cutJson(inChunks(text, 500), {
      arrays: {
        events: {
          isWanted: (head) => {
            heads.push(head.length)
            return head.startsWith('{"who":"a"')
          },
          take: (piece) => taken.push(piece),
        },
      },
      elementBytesMax: 1_000_000,
      restBytesMax: 100,
    })
    expect(taken).toEqual([event('a', long), event('a', '')])
    expect(heads.every((length) => length < 2_000)).toBe(true)
    expect(heads).toHaveLength(4)
  })
  test('behavior: long strings of an element are cut, however the bytes are split', async () => {
    const long = 'ab'.repeat(50_000)
    const text = JSON.stringify({ events: [{ id: 'x', data: long, [long]: [long, 'short'] }, { id: 'y' }] })
    for (const size of [1, 7, 4_096, 1_000_000]) {
      const taken: unknown[] = []
      await cutJson(inChunks(text, size), {
        arrays: { events: { stringBytesMax: 10, take: (piece) => taken.push(JSON.parse(piece)) } },
        elementBytesMax: 2_000,
        restBytesMax: 100,
      })
      const cut = 'ababababab'
      expect(taken).toEqual([{ id: 'x', data: cut, [cut]: [cut, 'short'] }, { id: 'y' }])
    }
  })
  test('error: an element larger than it may be', async () => {
    const text = JSON.stringify({ events: [{ data: 'x'.repeat(5_000) }] })
    const arrays = { events: { take: () => undefined } }
    const cut = { arrays, elementBytesMax: 4_000, restBytesMax: 100 }
    await expect(cutJson(inChunks(text, 100), cut)).rejects.toThrow('more than 4000 bytes in one element')
  })
  test('error: too much beside the lists', async () => {
    const cut = { arrays: {}, elementBytesMax: 10, restBytesMax: 10 }
    await expect(cutJson(inChunks('{"a":"0123456789"}', 4), cut)).rejects.toThrow(Fault)
  })
  test.each([
    '{"events":[{"a":1}',
    '{"events":[{"a":[}]',
    '{"events":[1]}',
    '{"events":["a"]}',
    '{"events":',
  ])('error: %s', async (text) => {
    const arrays = { events: { take: (piece: string) => JSON.parse(piece) } }
    const cut = { arrays, elementBytesMax: 100, restBytesMax: 100 }
    await expect(cutJson(inChunks(text, 3), cut).then(JSON.parse)).rejects.toThrow()
  })
})
