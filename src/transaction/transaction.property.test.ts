import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GAS_PER_INPUT, GAS_PER_OUTPUT, GAS_PER_TX } from '../kit/index.ts'
import { CannotBuild } from './cannot-build.ts'
import { decodeUnsignedTx } from './decode.ts'
import { encodeUnsignedTx } from './encode.ts'
import { scriptGasWithMargin, unlockGasOf } from './gas.ts'
import { DUST } from './limits.ts'
import type { Payer, Spendable } from './model.ts'
import { sumTokens } from './outputs.ts'
import { alphFor, planScriptCall, type ScriptCallPlan } from './plan-script-call.ts'

const payer: Payer = { lock: `00${'11'.repeat(32)}`, unlock: `00${'02'.repeat(33)}` }
const TOKENS = ['aa', 'bb', 'cc'].map((byte) => byte.repeat(32))
const SCRIPT = '01010300000000'

/** Coins as the chain allows them: plain ALPH of any size, or one token in exactly the dust amount. */
const coin = fc.oneof(
  fc.bigInt({ min: DUST, max: 10n ** 19n }).map((amount) => ({ amount, tokens: [] })),
  fc
    .record({ token: fc.integer({ min: 0, max: 2 }), held: fc.bigInt({ min: 1n, max: 10n ** 6n }) })
    .map(({ token, held }) => ({
      amount: DUST,
      tokens: [{ id: TOKENS[token]!, amount: held }],
    })),
)
const wallet = fc
  .array(coin, { maxLength: 40 })
  .map((coins): Spendable[] =>
    coins.map((each, i) => ({ ...each, hint: 1, key: i.toString(16).padStart(64, '0') })),
  )

const call = fc.record({
  alph: fc.bigInt({ min: 0n, max: 10n ** 19n }),
  tokens: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 2 }),
  amount: fc.bigInt({ min: 1n, max: 10n ** 6n }),
  isPayable: fc.boolean(),
  scriptGas: fc.integer({ min: 0, max: 1_000_000 }).map(scriptGasWithMargin),
})

const planOf = (
  coins: readonly Spendable[],
  drawn: typeof call extends fc.Arbitrary<infer T> ? T : never,
): ScriptCallPlan<Spendable> => ({
  networkId: 4,
  payer,
  coins,
  scriptGas: drawn.scriptGas,
  call: {
    script: SCRIPT,
    isPayable: drawn.isPayable,
    approved: {
      alph: drawn.alph,
      tokens: drawn.tokens.map((i) => ({ id: TOKENS[i]!, amount: drawn.amount })),
    },
    extraAlph: 0n,
  },
})

function attempt(plan: ScriptCallPlan<Spendable>) {
  try {
    return planScriptCall(plan)
  } catch (error) {
    if (error instanceof CannotBuild) return undefined
    throw error
  }
}

const alphOf = (items: readonly { readonly amount: bigint }[]) =>
  items.reduce((sum, { amount }) => sum + amount, 0n)

describe('planScriptCall', () => {
  test('behavior: what goes in comes out, or is the fee, or is left to the script', () => {
    fc.assert(
      fc.property(wallet, call, (coins, drawn) => {
        const planned = attempt(planOf(coins, drawn))
        if (planned === undefined) return
        const { tx, inputs } = planned
        const fee = tx.gasPrice * BigInt(tx.gasAmount)
        const left = alphOf(inputs) - alphOf(tx.fixedOutputs) - fee
        const tokensIn = sumTokens(inputs.flatMap(({ tokens }) => tokens))
        const tokensOut = new Map(
          sumTokens(tx.fixedOutputs.flatMap(({ tokens }) => tokens)).map(({ id, amount }) => [id, amount]),
        )
        if (!drawn.isPayable) expect(left).toBe(0n)
        for (const { id, amount } of tokensIn) {
          const isGiven = drawn.isPayable && drawn.tokens.some((i) => TOKENS[i] === id)
          expect(amount - (tokensOut.get(id) ?? 0n)).toBe(isGiven ? drawn.amount : 0n)
        }
        for (const output of tx.fixedOutputs) {
          expect(output.amount).toBeGreaterThanOrEqual(DUST)
          if (output.tokens.length > 0) expect(output.amount).toBe(DUST)
        }
      }),
    )
  })

  test('behavior: the order the coins came in does not change a byte', () => {
    fc.assert(
      fc.property(wallet, call, (coins, drawn) => {
        const one = attempt(planOf(coins, drawn))
        const two = attempt(planOf([...coins].reverse(), drawn))
        expect(two && encodeUnsignedTx(two.tx)).toEqual(one && encodeUnsignedTx(one.tx))
      }),
    )
  })

  test('behavior: the gas pays for its inputs and outputs beside the script', () => {
    fc.assert(
      fc.property(wallet, call, (coins, drawn) => {
        const planned = attempt(planOf(coins, drawn))
        if (planned === undefined) return
        const { inputs, fixedOutputs, gasAmount } = planned.tx
        const base = GAS_PER_TX + GAS_PER_INPUT * inputs.length + GAS_PER_OUTPUT * fixedOutputs.length
        expect(gasAmount).toBeGreaterThanOrEqual(base + unlockGasOf(payer) + drawn.scriptGas)
      }),
    )
  })

  test('behavior: coins of other builds are taken only when nothing else will do', () => {
    const coins = ['a', 'b'].map(
      (key): Spendable => ({ hint: 1, key: key.repeat(64), amount: 10n ** 19n, tokens: [] }),
    )
    const drawn = { alph: 10n ** 18n, tokens: [], amount: 1n, isPayable: true, scriptGas: 50_000 }
    for (const { key } of coins) {
      const planned = planScriptCall({ ...planOf(coins, drawn), avoid: new Set([key]) })
      expect(planned.inputs.map((input) => input.key)).toEqual(
        coins.filter((each) => each.key !== key).map((each) => each.key),
      )
      const forced = planScriptCall({ ...planOf(coins, drawn), spendOneOf: new Set([key]) })
      expect(forced.inputs[0]?.key).toBe(key)
    }
  })

  test('behavior: dust that strangers sent hides no large coin, also when another build counts on it', () => {
    const dust = Array.from(
      { length: 2_000 },
      (_, i): Spendable => ({ hint: 1, key: i.toString(16).padStart(64, '0'), amount: DUST, tokens: [] }),
    )
    const large: Spendable = { hint: 1, key: 'f'.repeat(64), amount: 10n ** 19n, tokens: [] }
    const drawn = { alph: 10n ** 18n, tokens: [], amount: 1n, isPayable: true, scriptGas: 0 }
    const plan = planOf([...dust, large], drawn)
    for (const avoid of [new Set<string>(), new Set([large.key])]) {
      const { inputs } = planScriptCall({ ...plan, avoid })
      expect(inputs[0]).toEqual(large)
      // The smallest twenty are swept along.
      expect(inputs).toHaveLength(21)
    }
    expect(() => planScriptCall(planOf(dust, drawn))).toThrow(CannotBuild)
  })

  test('behavior: a wallet with many coins has its smallest swept, and keeps five', () => {
    const coins = Array.from(
      { length: 30 },
      (_, i): Spendable => ({
        hint: 1,
        key: i.toString(16).padStart(64, '0'),
        amount: 10n ** 18n * BigInt(i + 1),
        tokens: [],
      }),
    )
    const drawn = { alph: 10n ** 18n, tokens: [], amount: 1n, isPayable: true, scriptGas: 50_000 }
    const { inputs } = planScriptCall(planOf(coins, drawn))
    expect(inputs).toHaveLength(21)
    expect(inputs[0]?.key).toBe(coins.at(-1)?.key)
    expect(inputs.slice(1).map(({ key }) => key)).toEqual(coins.slice(0, 20).map(({ key }) => key))
    const live = new Set(coins.slice(0, 10).map(({ key }) => key))
    const careful = planScriptCall({ ...planOf(coins, drawn), avoid: live })
    expect(careful.inputs.some(({ key }) => live.has(key))).toBe(false)
  })

  test('behavior: one coin of what alphFor says is lacking is enough', () => {
    fc.assert(
      fc.property(wallet, call, (coins, drawn) => {
        const plan = planOf(coins, drawn)
        const hasTokens = drawn.tokens.every((i) => {
          const held = sumTokens(coins.flatMap(({ tokens }) => tokens)).find(({ id }) => id === TOKENS[i])
          return (held?.amount ?? 0n) >= drawn.amount
        })
        if (!hasTokens || attempt(plan) !== undefined) return
        const lacking = alphFor(plan) - alphOf(coins)
        expect(lacking).toBeGreaterThan(0n)
        let amount = lacking
        if (amount < DUST) amount = DUST // no coin is smaller
        const more = { hint: 1, key: 'f'.repeat(64), amount, tokens: [] }
        expect(attempt({ ...plan, coins: [...coins, more] })).toBeDefined()
      }),
    )
  })

  test('error: too little says of what, how much there is and how much it takes', () => {
    const coins: Spendable[] = [{ hint: 1, key: '0'.repeat(64), amount: 5n * DUST, tokens: [] }]
    const drawn = { alph: 10n ** 18n, tokens: [], amount: 1n, isPayable: true, scriptGas: 0 }
    expect(() => planScriptCall(planOf(coins, drawn))).toThrow(
      expect.objectContaining({
        reason: 'not-enough-balance',
        shortage: { token: '0'.repeat(64), available: 5n * DUST, required: 10n ** 18n },
      }),
    )
  })
})

test('behavior: a transaction decodes to what was encoded', () => {
  fc.assert(
    fc.property(wallet, call, (coins, drawn) => {
      const planned = attempt(planOf(coins, drawn))
      if (planned === undefined) return
      expect(decodeUnsignedTx(encodeUnsignedTx(planned.tx))).toEqual(planned.tx)
    }),
  )
})

describe('scriptGasWithMargin', () => {
  test('default: a fifth more, up to the next 5,000', () => {
    expect([0, 1, 4_166, 4_167, 50_000].map(scriptGasWithMargin)).toEqual([0, 5_000, 5_000, 10_000, 60_000])
  })
})
