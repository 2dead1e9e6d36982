import { describe, expect, test } from 'vitest'
import { searchWordsOf } from './search-words.ts'

describe('searchWordsOf', () => {
  test('default: each word once, in lower case, without marks and single letters', () =>
    expect(searchWordsOf(['Will BTC reach $100,000?', 'btc & Ünal', null])).toEqual([
      'will',
      'btc',
      'reach',
      '100',
      '000',
      'ünal',
    ]))
  test('behavior: what is too long to be a word is none', () =>
    expect(searchWordsOf(['a'.repeat(40), 'b'.repeat(41)])).toEqual(['a'.repeat(40)]))
})
