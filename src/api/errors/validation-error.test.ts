import { describe, expect, test } from 'vitest'
import { fromValidation } from './validation-error.ts'

const complaintOf = (pattern: string) =>
  ({ keyword: 'pattern', instancePath: '/a', schemaPath: '', params: { pattern }, message: '' }) as const

describe('what is said of a text in the wrong form', () => {
  test.each([
    ['^(0|[1-9][0-9]{0,77})$', 'a must be digits without sign or leading zero'],
    [
      '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
      'a must be a time such as 2026-01-31T12:00:00.000Z',
    ],
    ['^(0x)?[0-9a-fA-F]{64}$', 'a must be 64 hex digits'],
    ['^another$', 'a has the wrong form'],
  ])('error: %s: %s', (pattern, message) => {
    const refusal = fromValidation(complaintOf(pattern), { a: '07' })
    expect([refusal.message, refusal.details]).toEqual([message, { field: 'a', received: '07' }])
  })
})
