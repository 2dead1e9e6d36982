import { describe, expect, test } from 'vitest'
import { CannotBuild } from './cannot-build.ts'
import { ALPH_TOKEN_ID, DUST } from './limits.ts'
import type { Payer, Spendable } from './model.ts'
import { alphFor, planScriptCall, type ScriptCallPlan } from './plan-script-call.ts'

const payer: Payer = { lock: `00${'11'.repeat(32)}`, unlock: `00${'02'.repeat(33)}` }
const [A, B] = ['aa', 'bb'].map((byte) => byte.repeat(32)) as [string, string]
const token = (id: string, amount: bigint) => ({ id, amount })
const coin = (key: number, amount: bigint, ...tokens: { id: string; amount: bigint }[]): Spendable => ({
  hint: 1,
  key: key.toString(16).padStart(64, '0'),
  amount,
  tokens,
})
const many = (count: number, amount: bigint, from = 0, ...tokens: { id: string; amount: bigint }[]) =>
  Array.from({ length: count }, (_, i) => coin(from + i, amount, ...tokens))

type Changes = Partial<Omit<ScriptCallPlan<Spendable>, 'call'>> & Partial<ScriptCallPlan<Spendable>['call']>
/** A call that takes nothing and whose script costs nothing. */
function planOf(coins: readonly Spendable[], changes: Changes = {}): ScriptCallPlan<Spendable> {
  const { script = '01010300000000', isPayable = true, extraAlph = 0n, ...others } = changes
  const { approved = { alph: 0n, tokens: [] }, ...rest } = others
  const call = { script, isPayable, approved, extraAlph }
  return { networkId: 4, payer, coins, scriptGas: 0, call, ...rest }
}
const keysOf = (coins: readonly Spendable[]) => coins.map(({ key }) => Number.parseInt(key, 16))
const taken = (coins: readonly Spendable[], changes: Changes = {}) =>
  keysOf(planScriptCall(planOf(coins, changes)).inputs)
function refusalOf(coins: readonly Spendable[], changes: Changes = {}): unknown {
  try {
    return taken(coins, changes)
  } catch (error) {
    if (error instanceof CannotBuild) return [error.reason, error.shortage ?? error.message]
    throw error
  }
}
const short = (required: bigint, available = required - 1n) => ({ token: ALPH_TOKEN_ID, available, required })

/** 20,000 gas at 10^11: what any transaction pays at least. */
const FEE_MIN = 2n * 10n ** 15n

describe('what a call takes', () => {
  test('default: the fee and dust for the change', () => {
    const enough = FEE_MIN + DUST
    const { tx } = planScriptCall(planOf([coin(1, enough)]))
    expect([tx.networkId, tx.gasAmount, tx.gasPrice]).toEqual([4, 20_000, 10n ** 11n])
    expect(tx.fixedOutputs.map(({ amount }) => amount)).toEqual([DUST])
    expect(refusalOf([coin(1, enough - 1n)])).toEqual(['not-enough-balance', short(enough)])
  })

  test('behavior: a dearer gas price and what the script draws beside what is approved', () => {
    const enough = 20_000n * 10n ** 12n + 5n + DUST
    const changes = { gasPrice: 10n ** 12n, extraAlph: 5n }
    expect(refusalOf([coin(1, enough)], changes)).toEqual([1])
    expect(refusalOf([coin(1, enough - 1n)], changes)).toEqual(['not-enough-for-fee', short(enough)])
  })

  test('behavior: coins are chosen for the call and its fee together', () => {
    const given = { alph: 10n * DUST, tokens: [] }
    const exact = 10n * DUST + FEE_MIN + DUST
    expect(taken([coin(1, exact), coin(2, 2n * DUST)], { approved: given })).toEqual([1])
    expect(taken([coin(1, exact - 1n), coin(2, 2n * DUST)], { approved: given })).toEqual([1, 2])
  })

  test('behavior: what is approved, where the script takes it, and dust for each token that is left', () => {
    const given = { alph: 7n * DUST, tokens: [token(A, 2n)] }
    const held = [coin(1, DUST, token(A, 5n)), coin(2, DUST, token(B, 1n))]
    // Seven for the script; one for what is left of A, one for plain change. B stays where it is.
    const enough = 8n * DUST + FEE_MIN
    expect(refusalOf([...held, coin(3, enough)], { approved: given })).toEqual([1, 3])
    // A unit less, and B's coin is wanted too: its dust goes to its own change, and its gas, 22,560 in all, is lacking.
    const allOfIt = 10n * DUST + 22_560n * 10n ** 11n
    expect(refusalOf([...held, coin(3, enough - 1n)], { approved: given })).toEqual([
      'not-enough-for-fee',
      short(allOfIt, 12n * DUST - 1n),
    ])
    expect(refusalOf([...held, coin(3, DUST + FEE_MIN)], { approved: given, isPayable: false })).toEqual([
      1, 3,
    ])
  })

  test('behavior: each input costs gas, so more of them are taken until they pay for themselves', () => {
    // 1,000 and 4,500 an output, 2,060 for the signature, 2,000 an input: 9,560 with one.
    const small = many(4, 5n * 10n ** 15n)
    const { tx, inputs } = planScriptCall(planOf(small, { scriptGas: 100_000 }))
    expect([inputs.length, tx.gasAmount]).toEqual([3, 113_560])
    expect(tx.fixedOutputs.map(({ amount }) => amount)).toEqual([15n * 10n ** 15n - 113_560n * 10n ** 11n])
  })

  test('error: more gas than a transaction may have', () => {
    const rich = [coin(1, 10n ** 18n)]
    const { tx } = planScriptCall(planOf(rich, { scriptGas: 4_990_440 }))
    expect(tx.gasAmount).toBe(5_000_000)
    expect(refusalOf(rich, { scriptGas: 4_990_441 })).toEqual([
      'bad-gas',
      'Estimated gas 5000001 too large, maximal 5000000',
    ])
  })

  test('error: more coins than a transaction may have', () => {
    const coins = many(400, 10n ** 16n)
    // 256 inputs: 519,560 gas, 51.956 thousandths of an ALPH.
    const most = 2_560n * 10n ** 15n - 519_560n * 10n ** 11n - DUST
    expect(taken(coins, { approved: { alph: most, tokens: [] } })).toHaveLength(256)
    expect(refusalOf(coins, { approved: { alph: most + 1n, tokens: [] } })).toMatchObject([
      'too-many-inputs',
      expect.anything(),
    ])
  })
})

describe('a coin that must be spent', () => {
  const spendOneOf = new Set([coin(1, 0n).key])
  const approved = { alph: 0n, tokens: [token(A, 5n)] }
  const rich = coin(9, 10n ** 18n)

  test('behavior: it counts for what it holds of a token', () => {
    const held = [coin(1, DUST, token(A, 3n)), coin(2, DUST, token(A, 2n)), coin(3, DUST, token(A, 1n))]
    expect(taken([...held, rich], { spendOneOf, approved })).toEqual([1, 2, 9])
  })
  test('behavior: without the token it counts for nothing of it', () => {
    const held = [coin(2, DUST, token(A, 4n)), coin(3, DUST, token(A, 1n))]
    expect(taken([coin(1, 10n ** 18n), ...held, rich], { spendOneOf, approved })).toEqual([1, 2, 3])
  })
  test('behavior: it is alone where it pays for everything, and others help where it does not', () => {
    expect(taken([coin(1, FEE_MIN + DUST), rich], { spendOneOf })).toEqual([1])
    expect(taken([coin(1, FEE_MIN + DUST - 1n), rich], { spendOneOf })).toEqual([1, 9])
  })
  test('behavior: of several the largest, and one no other build uses before that', () => {
    const several = [coin(1, 10n ** 17n), coin(2, 10n ** 18n), coin(3, 10n ** 16n)]
    const any = new Set(several.map(({ key }) => key))
    expect(taken([...several, rich], { spendOneOf: any })).toEqual([2])
    expect(taken([...several, rich], { spendOneOf: any, avoid: new Set([several[1]!.key]) })).toEqual([1])
  })
})

describe('the sweep', () => {
  const rich = coin(1_000, 10n ** 18n)
  /** What only the rich coin can give. */
  const approved = { alph: 10n ** 17n, tokens: [] }

  test('behavior: twenty plain coins are left alone; of more the smallest go along, twenty at most, and five stay', () => {
    expect(taken([...many(19, DUST), rich], { approved })).toEqual([1_000])
    expect(taken([...many(20, DUST), rich], { approved })).toHaveLength(1 + 15)
    expect(taken([...many(25, DUST), rich], { approved })).toHaveLength(1 + 20)
    expect(taken([...many(60, DUST), rich], { approved })).toHaveLength(1 + 20)
    const sizes = Array.from({ length: 25 }, (_, i) => coin(i, DUST * BigInt(100 - i)))
    expect(taken([...sizes, rich], { approved })).toEqual([
      1_000,
      ...Array.from({ length: 20 }, (_, i) => 24 - i),
    ])
  })

  test('behavior: a call that takes nearly all of them sweeps none', () => {
    // Eighteen of 21 are wanted, which leaves less than the five that stay.
    const coins = many(21, 10n ** 16n)
    expect(taken(coins, { approved: { alph: 17n * 10n ** 16n, tokens: [] } })).toHaveLength(18)
  })

  test('behavior: as many go along as a transaction still takes', () => {
    // 250 are wanted: 244 to give, and 5.1 for the fee of 256.
    const alph = 244n * 10n ** 16n
    expect(taken(many(400, 10n ** 16n), { approved: { alph, tokens: [] } })).toHaveLength(256)
  })

  test('behavior: coins of a token that is given are swept, those of another are not', () => {
    const held = [...many(25, DUST, 0, token(A, 1n)), ...many(25, DUST, 100, token(B, 1n))]
    const given = { ...approved, tokens: [token(A, 1n)] }
    expect(taken([...held, rich], { approved: given })).toEqual([
      ...[0, 1_000],
      ...Array.from({ length: 19 }, (_, i) => i + 1),
    ])
  })

  test('behavior: a coin that holds two of the tokens goes along once', () => {
    const both = many(40, DUST, 0, token(A, 1n), token(B, 1n))
    const given = { ...approved, tokens: [token(A, 1n), token(B, 1n)] }
    // One for both, twenty more as coins of A, fourteen of the nineteen that are left as coins of B.
    expect(taken([...both, rich], { approved: given })).toHaveLength(2 + 20 + 14)
  })

  test('behavior: coins other builds count on stay', () => {
    const coins = many(25, DUST)
    const avoid = new Set(coins.slice(0, 22).map(({ key }) => key))
    expect(taken([...coins, rich], { approved, avoid })).toEqual([1_000, 22, 23, 24])
  })
})

describe('alphFor', () => {
  const held = coin(1, DUST, token(A, 5n))
  const given = (amount: bigint) => ({ approved: { alph: 0n, tokens: [token(A, amount)] } })

  test('default: all coins and one more, dust for the change and for each token that is left', () => {
    // 1,000 and two inputs, 2,060 for the signature, 100,000 for the script; an output is 4,500.
    expect(alphFor(planOf([held], { scriptGas: 100_000, ...given(2n) }))).toBe(
      116_060n * 10n ** 11n + 3n * DUST,
    )
    expect(alphFor(planOf([held], { scriptGas: 100_000, ...given(5n) }))).toBe(
      111_560n * 10n ** 11n + 2n * DUST,
    )
    expect(alphFor(planOf([held], { scriptGas: 100_000, ...given(5n), isPayable: false }))).toBe(
      116_060n * 10n ** 11n + 2n * DUST,
    )
  })
  test('behavior: one unit of a token is left as well', () => {
    expect(alphFor(planOf([coin(1, DUST, token(B, 1n))]))).toBe(FEE_MIN + 2n * DUST)
  })
  test('behavior: no less than the least fee, at the price that is asked, with what the script draws', () => {
    expect(alphFor(planOf([], { gasPrice: 10n ** 12n, extraAlph: 7n }))).toBe(10n * FEE_MIN + DUST + 7n)
  })
  test('behavior: no more inputs than a transaction takes', () => {
    const of = (count: number) => alphFor(planOf(many(count, DUST)))
    expect(of(254)).toBe(517_560n * 10n ** 11n + DUST)
    expect([of(255), of(256), of(300)]).toEqual(Array(3).fill(519_560n * 10n ** 11n + DUST))
  })
})
