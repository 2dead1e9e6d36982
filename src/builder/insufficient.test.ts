import { describe, expect, test } from 'vitest'
import { insufficient } from './insufficient.ts'

const token = (id: string, symbol: string) => ({ id, symbol, name: `${symbol} of tests`, decimals: 18 })
const tokens = { collateral: token('c0'.repeat(32), 'USD'), stake: token('5a'.repeat(32), 'SIBYL') }

describe('insufficient', () => {
  test.each([
    [tokens.collateral.id, 'USD'],
    [tokens.stake.id, 'SIBYL'],
    ['00'.repeat(32), 'ALPH'],
    ['shares:no', 'free no shares'],
    ['ab'.repeat(32), 'ab'.repeat(32)],
  ])('default: %s is told as %s, in base units', (id, name) => {
    const refusal = insufficient({ token: id, required: 12n, available: 5n }, tokens)
    expect(refusal.message).toBe(`the wallet has 5 and needs 12 base units of ${name}`)
    expect([refusal.code, refusal.details]).toEqual([
      'INSUFFICIENT_BALANCE',
      { token: id, required: '12', available: '5', shortfall: '7' },
    ])
  })
})
