import { describe, expect, test } from 'vitest'
import { excludedBy, exclusionsOf, positiveWordsOf, toWebsearch } from './search-query.ts'

describe('toWebsearch', () => {
  test.each([
    ['bitcoin NOT ethereum', 'bitcoin -ethereum'],
    ['bitcoin AND ethereum', 'bitcoin ethereum'],
    ['"rates AND NOT taxes" OR gold', '"rates AND NOT taxes" OR gold'],
    ['NOT "interest rates" germany', '-"interest rates" germany'],
    ['NOT -x', '-x'],
    ['and not', 'and not'],
    ['a "open quote', 'a "open quote'],
    ['AND', ''],
  ])('default: %j is %j', (query, expected) => expect(toWebsearch(query)).toBe(expected))
})

describe('positiveWordsOf', () => {
  test('default: lower case, once each, without operators and what is excluded', () => {
    expect(positiveWordsOf('Bitcon OR "Etherium Merge" NOT dogge -shibba bitcon')).toEqual([
      'bitcon',
      'etherium',
      'merge',
    ])
  })
})

describe('exclusionsOf', () => {
  test('default: everything that is excluded, phrases whole, and nothing else', () => {
    expect(exclusionsOf('bitcoin NOT reach -"interest rates" AND up')).toBe('-reach -"interest rates"')
    expect(exclusionsOf('bitcoin OR ether')).toBe('')
  })
})

describe('excludedBy', () => {
  test.each([
    ['-bitcoin', 'bitcoin'],
    ['-bitcoin -"interest rates"', 'bitcoin or "interest rates"'],
    ['-bitcoin gold', null],
    ['-bitcoin OR -gold', null],
    ['-or', null],
    ['-bit-coin', null],
    ['- bitcoin', null],
    ['', null],
  ])('default: %j excludes %j', (websearch, expected) => expect(excludedBy(websearch)).toBe(expected))
})
