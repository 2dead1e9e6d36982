import { describe, expect, test } from 'vitest'
import { operations } from './operations.ts'

describe('operations', () => {
  test('default: each is found under its id', () => {
    expect(Object.entries(operations).filter(([name, { id }]) => name !== id)).toEqual([])
  })
  test('behavior: no two share a method and a path', () => {
    const places = Object.values(operations).map(({ method, path }) => `${method} ${path}`)
    expect(new Set(places).size).toBe(places.length)
  })
})
