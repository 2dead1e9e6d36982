import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ContractEvent, ContractValue } from '../domain/index.ts'
import { bytesToHex, utf8ToBytes } from '../kit/index.ts'
import { artifacts } from './artifacts.ts'
import { decodeVotingEvent } from './events/voting.ts'
import { decodeLeg, decodeTexts, legsToHex, metadataToHex, tagsToHex, textToHex } from './proposal-codec.ts'

const blank = {
  question: '71',
  category: '63',
  rules: '',
  resolutionSources: '',
  imageUrl: '',
  tags: '',
  metadata: '',
}
/** Printable, without what decoding would clean away. */
const text = (bytesMax: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .filter((value) => utf8ToBytes(value).length <= bytesMax && !/\p{Cc}/u.test(value))

describe('texts of a proposal', () => {
  test('default: what is encoded comes back', () => {
    fc.assert(
      fc.property(
        text(300),
        text(80),
        fc.uniqueArray(text(40), { maxLength: 10 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(fc.integer(), text(100)), {
          noNullPrototype: true,
        }),
        (question, category, tags, metadata) => {
          const decoded = decodeTexts({
            ...blank,
            question: textToHex(question),
            category: textToHex(category),
            tags: tagsToHex(tags),
            metadata: metadataToHex(metadata),
          })
          expect(decoded).toMatchObject({ question, category, tags, metadata })
        },
      ),
    )
  })
  test('behavior: absent texts are null, absent tags none', () => {
    expect(decodeTexts(blank)).toEqual({
      question: 'q',
      category: 'c',
      rules: null,
      resolutionSources: null,
      imageUrl: null,
      tags: [],
      metadata: null,
    })
  })
  test('behavior: a tag twice is one tag, more than ten are ten, a broken end takes what is there', () => {
    const tagsOf = (hex: string) => decodeTexts({ ...blank, tags: hex }).tags
    expect(tagsOf(tagsToHex(['a', 'b', 'a']))).toEqual(['a', 'b'])
    expect(tagsOf(tagsToHex(Array.from({ length: 12 }, (_, i) => `t${i}`)))).toHaveLength(10)
    expect(tagsOf('ff6162')).toEqual(['ab'])
    expect(tagsOf('00')).toEqual([])
  })
  test('default: legs stand one after the other behind their lengths', () => {
    const leg = { question: 'é', imageUrl: 'https://x.org/', metadata: { a: 1 } }
    expect(legsToHex([leg])).toBe(
      `0002c3a9${'000e'}${bytesToHex(utf8ToBytes(leg.imageUrl))}${'0007'}7b2261223a317d`,
    )
    expect(
      decodeLeg({ question: 'c3a9', imageUrl: textToHex(leg.imageUrl), metadata: '7b2261223a317d' }),
    ).toEqual(leg)
  })
})

describe('events with hostile texts', () => {
  const declared = artifacts.Voting.events.filter((event) => event.name.startsWith('Proposal'))
  const fieldValue = (type: string): fc.Arbitrary<ContractValue> => {
    if (type === 'U256')
      return fc
        .bigInt({ min: 0n, max: (1n << 256n) - 1n })
        .map((value) => ({ type: 'U256', value: String(value) }))
    if (type === 'Address')
      return fc.constant({ type: 'Address', value: '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH' })
    return fc.uint8Array({ maxLength: 200 }).map((bytes) => ({ type: 'ByteVec', value: bytesToHex(bytes) }))
  }
  test.each(declared.map((event) => [event.name, event] as const))(
    'behavior: no bytes in %s stop the decoder',
    (_, event) => {
      const fields = fc.tuple(...event.fields.map((field) => fieldValue(field.type)))
      fc.assert(
        fc.property(fields, (values) => {
          const raw: ContractEvent = {
            txId: '00',
            contractAddress: 'v',
            eventIndex: event.index,
            fields: values,
          }
          const decoded = decodeVotingEvent(raw)
          expect(decoded?.type).toBe(event.name)
          const strings = JSON.stringify(decoded, (_key, value) =>
            typeof value === 'bigint' ? String(value) : value,
          )
          expect(JSON.parse(strings)).toBeDefined()
          expect(strings).not.toMatch(/\\u0000|\\ud[89ab]/i)
        }),
      )
    },
  )
})
