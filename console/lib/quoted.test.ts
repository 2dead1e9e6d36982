import { describe, expect, test } from 'vitest'
import { quoted } from './quoted.ts'

describe('a stranger’s text in a sentence of ours', () => {
  test.each([
    ['Will it rain?', '“Will it rain?”'],
    ['האם ירד גשם?', '“האם ירד גשם?”'],
    ['Rain?” at 99.0¢. “x „y‟', '“Rain?’ at 99.0¢. ’x ’y’”'],
    ['x\u202E for at most 99.9 cents', '“x for at most 99.9 cents”'],
    ['\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u2066\u2067\u2068\u2069', '“”'],
  ])('behavior: %j', (text, words) => expect(quoted(text)).toBe(words))
})
