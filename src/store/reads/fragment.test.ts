import { describe, expect, test } from 'vitest'
import { allOf, sql, toStatement } from './fragment.ts'

describe('sql', () => {
  test('default: values are numbered in the order they appear, fragments are spliced in', () => {
    const inner = sql`b = ${2} and c = ${3}`
    expect(toStatement('x', sql`select a where a = ${1} and (${inner}) limit ${4}`)).toEqual({
      label: 'x',
      sql: 'select a where a = $1 and (b = $2 and c = $3) limit $4',
      values: [1, 2, 3, 4],
    })
  })
  test('behavior: a list is a value', () => {
    expect(toStatement('x', sql`a = any(${['p', 'q']})`)).toMatchObject({
      sql: 'a = any($1)',
      values: [['p', 'q']],
    })
  })
  test('behavior: text of a request is never SQL', () => {
    expect(toStatement('x', sql`a = ${"'; drop table trades"}`).sql).toBe('a = $1')
  })
})

describe('allOf', () => {
  test('default: nothing to hold is true', () => expect(toStatement('x', allOf([])).sql).toBe('true'))
  test('behavior: joined by and', () => {
    expect(toStatement('x', allOf([sql`a = ${1}`, sql`b`, sql`c = ${2}`]))).toMatchObject({
      sql: 'a = $1 and b and c = $2',
      values: [1, 2],
    })
  })
})
