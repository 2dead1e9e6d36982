import { describe, expect, test } from 'vitest'
import { Bug, Fault, Refusal } from '../kit/index.ts'
import { endsSession, isConflict, sqlStateOf, translateError } from './translate-error.ts'

const withCode = (code: string) => Object.assign(new Error('text that nobody reads'), { code })

describe('translateError', () => {
  test.each([
    ['57P01', 'terminated by an operator', true],
    ['57014', 'statement timeout', false],
    ['55P03', 'lock timeout', false],
    ['40001', 'serialisation failure', false],
    ['40P01', 'deadlock', false],
    ['53100', 'disk full', false],
    ['53300', 'too many connections', false],
    ['08006', 'connection failure', true],
    ['25P03', 'idle in transaction', true],
    ['25006', 'read-only server', false],
    ['58030', 'I/O error', false],
    ['XX001', 'damaged page', false],
    ['3D000', 'no such database', false],
    ['28P01', 'wrong password', false],
  ])('behavior: %s (%s) is a fault', (code, _name, ends) => {
    const error = withCode(code)
    expect(translateError(error, 'some-statement')).toMatchObject({
      name: 'Fault',
      kind: 'database',
      message: `the database failed in some-statement (${code})`,
      cause: error,
    })
    expect(endsSession(error)).toBe(ends)
  })
  test.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])('behavior: %s is a fault', (code) => {
    expect(translateError(withCode(code), 'x')).toBeInstanceOf(Fault)
    expect(sqlStateOf(withCode(code))).toBeNull()
    expect(endsSession(withCode(code))).toBe(true)
  })
  test.each([TypeError, RangeError, ReferenceError, SyntaxError])(
    'behavior: a %s is a mistake of ours',
    (Kind) => {
      const cause = new Kind('x')
      expect(translateError(cause, 'x')).toMatchObject({ name: 'Bug', message: 'a mistake in x', cause })
    },
  )
  test('behavior: what has no code is the driver’s trouble', () =>
    expect(translateError(new Error('Query read timeout'), 'x')).toBeInstanceOf(Fault))
  test.each(['42703', '22003', '22021', '23505', '42P01'])('behavior: %s is a bug', (code) =>
    expect(translateError(withCode(code), 'x')).toBeInstanceOf(Bug),
  )
  test('behavior: our own kinds pass', () => {
    for (const own of [new Fault('overload', 'x'), new Bug('x'), new Refusal('X')]) {
      expect(translateError(own, 'x')).toBe(own)
    }
  })
  test('behavior: conflicts are the two that may be tried again', () => {
    expect(['40001', '40P01', '40002', '55P03'].map((code) => isConflict(withCode(code)))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
