import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../kit/index.ts'
import { createPathReader, createQueryReader } from './text-parameters.ts'

const readQuery = createQueryReader(
  Type.Object({
    limit: Type.Integer({ minimum: 1 }),
    marketId: Type.Integer({ maximum: 9_007_199_254_740_991 }),
    settled: Type.Boolean(),
    q: Type.String(),
  }),
)

function fieldOf(search: string): unknown {
  try {
    readQuery(search)
  } catch (error) {
    if (error instanceof Refusal) return error.details.field
    throw error
  }
  return null
}

describe('createQueryReader', () => {
  test('default: each kind', () => {
    expect(readQuery('limit=50&marketId=-3&settled=true&q=a%20b+c')).toEqual({
      limit: 50,
      marketId: -3,
      settled: true,
      q: 'a b c',
    })
  })
  test('default: no query', () => expect(readQuery('')).toEqual({}))
  test.each([
    ['limit='],
    ['limit'],
    ['limit=0x10'],
    ['limit=%2050'],
    ['limit=+5'],
    ['limit=1.5'],
    ['limit=1e2'],
    ['limit=null'],
    ['limit=true'],
    ['limit=05'],
    ['limit=%EF%BC%95'],
    ['limit=-1'],
    ['limit=-0'],
    ['limit=12345678901234567'],
    ['limit=1&limit=2'],
  ])('error: %s', (search) => expect(fieldOf(search)).toBe('limit'))
  test.each(['settled=1', 'settled=TRUE', 'settled=', 'settled=0'])('error: %s', (search) => {
    expect(fieldOf(search)).toBe('settled')
  })
  test.each(['marketId=-0', 'marketId=--1', 'marketId=', 'marketId=1.0'])('error: %s', (search) => {
    expect(fieldOf(search)).toBe('marketId')
  })
  test('behavior: a number below the safe range is never rounded into another', () => {
    expect(readQuery('marketId=-9007199254740999')).toEqual({ marketId: Number.MIN_SAFE_INTEGER })
    expect(readQuery(`marketId=-${'9'.repeat(1000)}`)).toEqual({ marketId: Number.MIN_SAFE_INTEGER })
  })
  test.each(['marketId', 'limit'])('error: %s above the safe range is shown as it was written', (name) => {
    expect(() => readQuery(`${name}=9007199254740993`)).toThrow(
      expect.objectContaining({ details: { field: name, received: '9007199254740993' } }),
    )
    expect(fieldOf(`${name}=${'9'.repeat(1000)}`)).toBe(name)
    expect(readQuery(`${name}=9007199254740991`)).toEqual({ [name]: Number.MAX_SAFE_INTEGER })
  })
  test('error: unknown keys, NUL and broken encoding are named', () => {
    expect(fieldOf('admin=true')).toBe('admin')
    expect(fieldOf('__proto__=1')).toBe('__proto__')
    expect(fieldOf('q=%00')).toBe('q')
    expect(fieldOf('q=%E0%A4%A')).toBe('q')
    expect(fieldOf('%E0%A4%A=1')).toBe('query')
  })
})

describe('createPathReader', () => {
  test('default: a number and a text', () => {
    const read = createPathReader(Type.Object({ id: Type.Integer(), address: Type.String() }))
    expect(read({ id: '7', address: 'x' })).toEqual({ id: 7, address: 'x' })
  })
})
