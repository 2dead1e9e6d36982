import { describe, expect, test } from 'vitest'
import type { ApiKey } from '../../domain/index.ts'
import { Refusal } from '../../kit/index.ts'
import { createConnections } from './connections.ts'

const keyOf = (ownerAddress: string, id = ownerAddress) => ({ id, ownerAddress }) as ApiKey // all that is counted by

/** How many are given before one is refused. */
function countOf(take: (at: number) => unknown): number {
  for (let at = 0; ; at++)
    try {
      take(at)
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal)
      return at
    }
}

describe('streams at once', () => {
  test('default: 20 of an address without a key, and one given back makes room for one', () => {
    const { take } = createConnections()
    const release = take('10.0.0.1', null)
    expect(countOf(() => take('10.0.0.1', null))).toBe(19)
    release()
    release()
    expect(countOf(() => take('10.0.0.1', null))).toBe(1)
    expect(countOf(() => take('10.0.0.2', null))).toBe(20)
  })
  test('behavior: 100 of a wallet, however many keys it has', () => {
    const { take } = createConnections()
    expect(countOf((at) => take(`10.0.0.${at}`, keyOf('wallet', `key ${at}`)))).toBe(100)
    take('10.0.0.1', keyOf('another'))
  })
  test('behavior: 400 of all wallets at an address, and none of them takes from those without a key', () => {
    const { take } = createConnections()
    expect(countOf((at) => take('10.0.0.1', keyOf(`wallet ${at}`)))).toBe(400)
    expect(countOf(() => take('10.0.0.1', null))).toBe(20)
    take('10.0.0.2', keyOf('wallet 1'))
  })
  test('behavior: 20,000 in all, and what is given back is there for others', () => {
    const { take } = createConnections()
    const places: (() => void)[] = []
    const fill = () =>
      countOf((at) => places.push(take(`10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, null)))
    expect(fill()).toBe(20_000)
    for (const release of places.splice(0)) release()
    expect(fill()).toBe(20_000)
  })
  test('behavior: an IPv6 address stands for its /64, with a key and without', () => {
    const { take } = createConnections()
    expect(countOf((at) => take(`2001:db8:0:1::${(at + 1).toString(16)}`, null))).toBe(20)
    take('2001:db8:0:2::1', null)
    expect(countOf((at) => take(`2001:db8:0:1::${(at + 1).toString(16)}`, keyOf(`wallet ${at}`)))).toBe(400)
  })
})
