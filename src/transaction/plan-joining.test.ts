import { describe, expect, test } from 'vitest'
import { DUST, GAS_PRICE_MIN } from './limits.ts'
import type { Payer, Spendable, Token } from './model.ts'
import { JOIN_ABOVE, planJoining } from './plan-joining.ts'

const payer: Payer = { lock: `00${'11'.repeat(32)}`, unlock: `00${'02'.repeat(33)}` }
const [A, B] = ['aa', 'bb'].map((byte) => byte.repeat(32)) as [string, string]
const coinsOf = (count: number, from: number, tokens: readonly Token[] = [], amount = DUST): Spendable[] =>
  Array.from({ length: count }, (_, index) => ({
    hint: 1,
    key: (from + index).toString(16).padStart(64, '0'),
    amount,
    tokens,
  }))
const join = (coins: readonly Spendable[]) => planJoining({ networkId: 4, payer, coins })

describe('planJoining', () => {
  test('default: the 256 smallest become one coin, less the fee', () => {
    const large = coinsOf(3, 0, [], 10n ** 18n)
    const tx = join([...large, ...coinsOf(JOIN_ABOVE - 2, 1_000)])
    const largeKeys = new Set(large.map(({ key }) => key))
    expect(tx?.inputs).toHaveLength(256)
    expect(tx?.inputs.some(({ ref }) => largeKeys.has(ref.key))).toBe(false)
    // 1,000 for the transaction, 2,000 for each input, 4,500 for the output, 2,060 for the signature.
    expect(tx?.gasAmount).toBe(519_560)
    const amount = 256n * DUST - 519_560n * GAS_PRICE_MIN
    expect(tx?.fixedOutputs).toMatchObject([{ amount, tokens: [], lock: payer.lock }])
  })

  test('behavior: coins of the token there are most of are joined, its units all kept', () => {
    const tx = join([
      ...coinsOf(JOIN_ABOVE + 1, 0),
      ...coinsOf(JOIN_ABOVE + 2, 1_000, [{ id: A, amount: 7n }]),
    ])
    // As above, and 4,500 for the output of the token.
    expect(tx?.gasAmount).toBe(524_060)
    expect(tx?.fixedOutputs.map(({ tokens }) => tokens)).toEqual([[{ id: A, amount: 7n * 256n }], []])
    // An output more than plain coins become: one for the token, one for the ALPH.
    expect(tx?.gasAmount).toBe(519_560 + 4_500)
  })

  test('behavior: nothing is done about 500 of a kind, nor about coins of several tokens', () => {
    const both = [
      { id: A, amount: 1n },
      { id: B, amount: 1n },
    ]
    const few = [...coinsOf(JOIN_ABOVE, 0), ...coinsOf(JOIN_ABOVE, 1_000, [{ id: A, amount: 1n }])]
    expect(join([...few, ...coinsOf(2 * JOIN_ABOVE, 2_000, both)])).toBeNull()
  })
})
