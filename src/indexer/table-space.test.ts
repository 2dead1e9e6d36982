import { describe, expect, test } from 'vitest'
import { stakes } from '../store/index.ts'
import { TableSpace } from './table-space.ts'

const row = (wallet: string, staked: bigint) => ({
  wallet,
  staked,
  unlocking: 0n,
  unlockAtMs: null,
  updatedAtMs: 0,
})
const open = () => new TableSpace(stakes, { keyOf: (stake) => stake.wallet, groupOf: () => 'all' })

describe('TableSpace', () => {
  test('default: the first change in a block leaves an image, the second none', () => {
    const space = open()
    space.load([row('a', 1n)])
    space.enterBlock(7, true)
    space.put(row('a', 2n))
    space.put(row('a', 3n))
    space.put(row('b', 9n))
    space.enterBlock(8, true)
    space.put(row('a', 4n))
    expect(
      space.images.map(({ height, key, before }) => [height, key.wallet, before?.staked ?? null]),
    ).toEqual([
      [7, 'a', 1n],
      [7, 'b', null],
      [8, 'a', 3n],
    ])
    expect(space.changes().written.map((stake) => stake.staked)).toEqual([4n, 9n])
  })
  test('behavior: a row born and removed in a batch is not written, one that was stored is deleted', () => {
    const space = open()
    space.load([row('a', 1n)])
    space.enterBlock(1, true)
    space.put(row('b', 1n))
    space.remove(row('b', 1n))
    space.remove(row('a', 1n))
    expect(space.changes()).toEqual({ written: [], deleted: [row('a', 1n)] })
    expect(space.listGroup('all')).toEqual([])
  })
  test('behavior: removed in one block and back in the next, each block can be undone', () => {
    const space = open()
    space.load([row('a', 1n)])
    space.enterBlock(1, true)
    space.remove(row('a', 1n))
    space.enterBlock(2, true)
    space.put(row('a', 5n))
    expect(space.images.map(({ height, before }) => [height, before?.staked ?? null])).toEqual([
      [1, 1n],
      [2, null],
    ])
    expect(space.listGroup('all')).toEqual([row('a', 5n)])
  })
  test('behavior: blocks that cannot be undone leave no images', () => {
    const space = open()
    space.enterBlock(1, false)
    space.put(row('a', 1n))
    expect(space.images).toEqual([])
  })
  test('error: asking for a row that is not there is a bug', () =>
    expect(() => open().get('nobody')).toThrow('stakes has no row nobody'))
})
