import { describe, expect, test } from 'vitest'
import { wordsOfError } from './words-of-error.ts'

describe('what was thrown, in words', () => {
  test.each([
    [new Error('the wallet is locked'), 'the wallet is locked'],
    ['refused', 'refused'],
    [undefined, 'It failed without saying why.'],
    [{ code: 4001 }, 'It failed without saying why.'],
    [new Error(''), 'It failed without saying why.'],
    [new Error('x'.repeat(301)), `${'x'.repeat(300)}…`],
    [new Error('x'.repeat(300)), 'x'.repeat(300)],
  ])('behavior: %s', (error, words) => expect(wordsOfError(error)).toBe(words))
})
