import { describe, expect, test } from 'vitest'
import { absentNode } from '../../test/support/venue/paper-venue.ts'
import type { Coin } from '../domain/index.ts'
import { listUnlockedCoins } from './list-unlocked-coins.ts'
import type { Chain } from './port.ts'

const coin = (lockTimeMs: number): Coin => ({
  ref: { hint: 1, key: lockTimeMs.toString(16).padStart(64, '0') },
  attoAlph: 1n,
  tokens: [],
  lockTimeMs: BigInt(lockTimeMs),
})

function open(locks: readonly number[], tipMs: number) {
  const asked: string[] = []
  const chain: Chain = {
    ...absentNode(),
    listCoins: async () => locks.map(coin),
    getTip: async () => {
      asked.push('tip')
      return { height: 1, hash: '00', timestampMs: tipMs }
    },
  }
  const list = async (knownTipMs: number) =>
    (await listUnlockedCoins(chain, 'x', knownTipMs)).map(({ lockTimeMs }) => Number(lockTimeMs))
  return { asked, list }
}

describe('listUnlockedCoins', () => {
  test('default: the node’s newest block is not asked for while no coin is in doubt', async () => {
    const { asked, list } = open([0, 1_000], 5_000)
    expect(await list(1_000)).toEqual([0, 1_000])
    expect(asked).toEqual([])
  })
  test('behavior: change of a block the index has not seen yet is unlocked by that block’s own time', async () => {
    const { list } = open([0, 5_000, 5_001], 5_000)
    expect(await list(1_000)).toEqual([0, 5_000])
  })
  test('behavior: a node that is behind the index locks nothing again', async () => {
    const { list } = open([2_000, 9_000], 1_000)
    expect(await list(3_000)).toEqual([2_000])
  })
})
