import { describe, expect, test } from 'vitest'
import { allOf, constant, type Fragment, sql, toStatement } from './fragment.ts'

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
  test('behavior: a template used again with other values and other pieces has its own text for each', () => {
    const ask = (where: Fragment, limit: number) =>
      toStatement('x', sql`select a where ${where} limit ${limit}`)
    const byA = (a: number) => sql`a = ${a}`
    const first = ask(byA(1), 10)
    expect(ask(byA(2), 20)).toEqual({ ...first, values: [2, 20] })
    expect(ask(sql`b > ${3}`, 30)).toMatchObject({ sql: 'select a where b > $1 limit $2', values: [3, 30] })
    expect(ask(sql`true`, 40)).toMatchObject({ sql: 'select a where true limit $1', values: [40] })
    expect(ask(byA(5), 50)).toEqual({ ...first, values: [5, 50] })
  })
  test('behavior: a piece and a value in the same place differ', () => {
    const at = (part: number | Fragment) => toStatement('x', sql`a = ${part}`)
    expect(at(1)).toMatchObject({ sql: 'a = $1', values: [1] })
    expect(at(sql`b`)).toMatchObject({ sql: 'a = b', values: [] })
    expect(at(2)).toMatchObject({ sql: 'a = $1', values: [2] })
  })
  test('behavior: pieces without end are composed rightly too', () => {
    for (let n = 0; n < 30_000; n++) {
      const name = { texts: [`c${n}`], parts: [] }
      expect(toStatement('x', sql`select ${name} where a = ${n}`).sql).toBe(`select c${n} where a = $1`)
    }
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

describe('constant', () => {
  test('default: pieces within pieces become one text', () => {
    const joined = constant(sql`a, ${sql`b${sql`, c`}`}`)
    expect(joined).toEqual({ texts: ['a, b, c'], parts: [] })
    expect(toStatement('x', sql`select ${joined} where a = ${1}`)).toEqual({
      label: 'x',
      sql: 'select a, b, c where a = $1',
      values: [1],
    })
  })
  test('error: a value is refused, wherever it stands', () => {
    expect(() => constant(sql`a = ${sql`b = ${1}`}`)).toThrow('a constant piece binds no value')
  })
})
