import { describe, expect, test } from 'vitest'
import { inLogOrder, ScalaMap } from './scala-map.ts'

const id = (tail: string): string => '00'.repeat(28) + tail

describe('ScalaMap', () => {
  test('default: by bucket, then by hash', () => {
    const map = new ScalaMap<number>()
    for (const [index, tail] of ['00000005', '00000011', '00000001', '00000000'].entries())
      map.set(id(tail), index)
    expect(map.inOrder().map(([key]) => key.slice(-8))).toEqual([
      '00000000',
      '00000001',
      '00000011',
      '00000005',
    ])
  })
  test('behavior: the upper half of a hash is folded onto the lower', () => {
    const map = new ScalaMap<number>()
    map.set(id('00030000'), 1)
    map.set(id('00000002'), 2)
    expect(map.inOrder().map(([, value]) => value)).toEqual([2, 1])
  })
  test('behavior: twelve entries need twice the buckets, and it never shrinks', () => {
    const map = new ScalaMap<number>()
    for (let index = 0; index < 11; index++) map.set(id(`000000${(index + 32).toString(16)}`), index)
    map.set(id('00000010'), 99)
    expect(map.inOrder().at(-1)?.[1]).toBe(99)
    for (let index = 0; index < 11; index++) map.delete(id(`000000${(index + 32).toString(16)}`))
    map.set(id('00000001'), 1)
    expect(map.inOrder().map(([, value]) => value)).toEqual([1, 99])
  })
})

describe('inLogOrder', () => {
  test('default: as a node was seen to walk them', () => {
    const [a, b, c] = ['a1', 'b2', 'c3'].map((byte) => `${byte.repeat(31)}00`)
    const created = `${'00'.repeat(30)}ff00`
    expect(inLogOrder([a!, b!, c!, created])).toEqual([c, created, b, a])
  })
})
