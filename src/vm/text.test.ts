import { describe, expect, test } from 'vitest'
import { prettyAlph } from './text.ts'

describe('prettyAlph', () => {
  test.each([
    [0n, '0 ALPH'],
    [1n, '0.000000000000000001 ALPH'],
    [10n ** 15n, '0.001 ALPH'],
    [10n ** 17n, '0.1 ALPH'],
    [10n ** 18n, '1.0 ALPH'],
    [1_234_567n * 10n ** 18n + 5n * 10n ** 17n, '1,234,567.5 ALPH'],
    [10n ** 42n, '1,000,000,000,000,000,000,000,000.0 ALPH'],
  ])('default: %d', (atto, text) => expect(prettyAlph(atto)).toBe(text))
})
