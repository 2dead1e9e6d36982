import { describe, expect, test } from 'vitest'
import { assembleScriptCall, assembleTransfer, inputsOf, type Terms } from './assemble.ts'
import { CannotBuild } from './cannot-build.ts'
import { DUST } from './limits.ts'
import type { AssetOutput, Payer, Spendable } from './model.ts'
import { changeOutputs, remainderOf, sumTokens, toOutputs } from './outputs.ts'

const payer: Payer = { lock: `00${'11'.repeat(32)}`, unlock: `00${'02'.repeat(33)}` }
const lock = `00${'22'.repeat(32)}`
const [A, B] = ['aa', 'bb'].map((byte) => byte.repeat(32)) as [string, string]
const token = (id: string, amount: bigint) => ({ id, amount })
const coin = (key: string, amount: bigint, ...tokens: { id: string; amount: bigint }[]): Spendable => ({
  hint: 1,
  key: key.repeat(64),
  amount,
  tokens,
})
const shape = (outputs: readonly AssetOutput[]) =>
  outputs.map(({ amount, tokens }) => [
    amount,
    tokens.map(({ id, amount: held }) => `${id.slice(0, 1)}${held}`).join(),
  ])
const reasonOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    if (error instanceof CannotBuild) return [error.reason, error.message]
    throw error
  }
}

describe('toOutputs', () => {
  test('default: one per token with dust, and one for the ALPH that is left', () => {
    const tokens = [token(A, 5n), token(B, 6n)]
    expect(shape(toOutputs({ lock, alph: 5n * DUST, tokens }))).toEqual([
      [DUST, 'a5'],
      [DUST, 'b6'],
      [3n * DUST, ''],
    ])
    const plain = { kind: 'asset', amount: DUST, lock, tokens: [], lockTimeMs: 0n }
    expect(toOutputs({ lock, alph: DUST, tokens: [] })).toEqual([
      { ...plain, additionalData: new Uint8Array() },
    ])
    const additionalData = new Uint8Array([7])
    expect(toOutputs({ lock, alph: DUST, tokens: [], lockTimeMs: 9n, additionalData })).toEqual([
      { kind: 'asset', amount: DUST, lock, tokens: [], lockTimeMs: 9n, additionalData },
    ])
  })
  test.each([
    [3n * DUST, [DUST]],
    [3n * DUST - 1n, [DUST]],
    [2n * DUST + 1n, [DUST]],
    [2n * DUST, []],
    [DUST, []],
    [3n * DUST + 1n, [DUST + 1n]],
  ])('behavior: %s for two tokens leaves an output of %s', (alph, left) => {
    const outputs = toOutputs({ lock, alph, tokens: [token(A, 1n), token(B, 1n)] })
    expect(outputs.slice(2).map(({ amount }) => amount)).toEqual(left)
  })
})

test('behavior: sumTokens adds up by id, in order of first appearance', () => {
  expect(sumTokens([token(B, 1n), token(A, 2n), token(B, 3n)])).toEqual([token(B, 4n), token(A, 2n)])
})

describe('remainderOf', () => {
  const paid = toOutputs({ lock, alph: 2n * DUST, tokens: [token(A, 5n)] })
  test('default: what is left of ALPH and of each token', () => {
    const inputs = [coin('1', 4n * DUST, token(A, 7n)), coin('2', DUST, token(B, 1n))]
    expect(remainderOf(inputs, paid, 10n)).toEqual({
      alph: 3n * DUST - 10n,
      tokens: [token(A, 2n), token(B, 1n)],
    })
  })
  test('behavior: a token that is spent whole leaves nothing, and all the ALPH may go', () => {
    expect(remainderOf([coin('1', 2n * DUST + 10n, token(A, 5n))], paid, 10n)).toEqual({
      alph: 0n,
      tokens: [],
    })
  })
  test.each([
    ['ALPH', coin('1', 2n * DUST - 1n, token(A, 5n)), ['not-enough-balance', 'Not enough balance']],
    [
      'the fee',
      coin('1', 2n * DUST + 9n, token(A, 5n)),
      ['not-enough-for-fee', 'Not enough balance for gas fee'],
    ],
    [
      'a token',
      coin('1', 9n * DUST, token(A, 4n)),
      ['not-enough-balance', `Not enough balance for token ${A}`],
    ],
    [
      'a token it has none of',
      coin('1', 9n * DUST),
      ['not-enough-balance', `New tokens found in outputs: Set(TokenId(hex"${A}"))`],
    ],
  ])('error: too little of %s', (_what, input, reason) => {
    expect(reasonOf(() => remainderOf([input], paid, 10n))).toEqual(reason)
  })
  test('behavior: exactly enough for the outputs is told as too little for the fee', () => {
    expect(reasonOf(() => remainderOf([coin('1', 2n * DUST, token(A, 5n))], paid, 1n))).toEqual([
      'not-enough-for-fee',
      'Not enough balance for gas fee',
    ])
  })
})

describe('changeOutputs', () => {
  const change = (alph: bigint, ...tokens: { id: string; amount: bigint }[]) =>
    reasonOf(() => shape(changeOutputs(lock, { alph, tokens })))
  test('default: dust for each token, and dust or nothing beside', () => {
    expect(change(0n)).toEqual([])
    expect(change(DUST)).toEqual([[DUST, '']])
    expect(change(DUST, token(A, 1n))).toEqual([[DUST, 'a1']])
    expect(change(2n * DUST, token(A, 1n))).toEqual([
      [DUST, 'a1'],
      [DUST, ''],
    ])
  })
  test('error: less than that, with what it takes', () => {
    const short = (what: string, expected: bigint, got: bigint) => [
      'change-too-small',
      `Not enough ALPH for ${what} change output, expected ${expected}, got ${got}`,
    ]
    expect(change(1n)).toEqual(short('ALPH', DUST, 1n))
    expect(change(DUST - 1n)).toEqual(short('ALPH', DUST, DUST - 1n))
    expect(change(0n, token(A, 1n))).toEqual(short('token', DUST, 0n))
    expect(change(DUST - 1n, token(A, 1n))).toEqual(short('token', DUST, DUST - 1n))
    expect(change(DUST + 1n, token(A, 1n))).toEqual(short('ALPH and token', 2n * DUST, DUST + 1n))
    expect(change(2n * DUST - 1n, token(A, 1n))).toEqual(short('ALPH and token', 2n * DUST, 2n * DUST - 1n))
  })
})

describe('assembleTransfer', () => {
  const terms = (...inputs: Spendable[]): Terms => ({
    networkId: 4,
    payer,
    inputs,
    gasAmount: 20_000,
    gasPrice: 10n,
  })
  const fee = 200_000n
  const pay = (alph: bigint, ...tokens: { id: string; amount: bigint }[]) => ({ lock, alph, tokens })

  test('default: payments first, then change; only the first input is unlocked', () => {
    const inputs = [coin('1', 2n * DUST), coin('2', 3n * DUST, token(A, 9n))]
    const { tx, paymentOutputs } = assembleTransfer(terms(...inputs), [pay(2n * DUST, token(A, 4n))])
    expect(paymentOutputs).toBe(2)
    expect(shape(tx.fixedOutputs)).toEqual([
      [DUST, 'a4'],
      [DUST, ''],
      [DUST, 'a5'],
      [2n * DUST - fee, ''],
    ])
    expect(tx.fixedOutputs.map((output) => output.lock)).toEqual([lock, lock, payer.lock, payer.lock])
    expect(tx.inputs).toEqual(inputsOf(inputs, payer.unlock))
    expect(tx.inputs.map(({ unlock }) => unlock)).toEqual([payer.unlock, '03'])
    expect([tx.version, tx.networkId, tx.script, tx.gasAmount, tx.gasPrice]).toEqual([
      0,
      4,
      undefined,
      20_000,
      10n,
    ])
  })
  test('error: what the chain would refuse', () => {
    const attempt = (given: Terms, ...payments: ReturnType<typeof pay>[]) =>
      reasonOf(() => assembleTransfer(given, payments).paymentOutputs)
    const rich = coin('1', 1_000n * DUST, token(A, 9n))
    expect(attempt(terms(rich), pay(DUST))).toBe(1)
    expect(attempt(terms(rich), pay(DUST - 1n))).toMatchObject([
      'bad-outputs',
      expect.stringContaining('dust'),
    ])
    expect(attempt(terms(rich), pay(DUST), pay(2n * DUST, token(A, 0n)))).toMatchObject([
      'bad-outputs',
      expect.stringContaining('Zero'),
    ])
    expect(attempt(terms(rich, rich), pay(DUST))).toEqual(['bad-outputs', 'Inputs not unique'])
    const many = (n: number) =>
      Array.from({ length: n }, (_, i) => ({ ...coin('0', DUST), key: i.toString(16).padStart(64, '0') }))
    expect(attempt(terms(...many(256)), pay(DUST))).toBe(1)
    expect(attempt(terms(...many(257)), pay(DUST))).toMatchObject(['too-many-inputs', expect.anything()])
    const payments = (n: number) => Array.from({ length: n }, () => pay(DUST))
    // The last output is the change, with the token in an output of its own.
    expect(attempt(terms(rich), ...payments(254))).toBe(254)
    expect(attempt(terms(rich), ...payments(255))).toMatchObject(['too-many-outputs', expect.anything()])
    expect(() => assembleTransfer({ ...terms(rich), gasAmount: 19_999 }, [pay(DUST)])).toThrow('19999')
  })
  test('behavior: a script call leaves what is approved to the script, and all of it to the payer when it takes none', () => {
    const inputs = [coin('1', 10n * DUST, token(A, 9n))]
    const call = { script: '00', approved: { alph: 3n * DUST, tokens: [token(A, 4n)] }, extraAlph: DUST }
    const changeOf = (isPayable: boolean) =>
      shape(assembleScriptCall(terms(...inputs), { ...call, isPayable }).fixedOutputs)
    expect(changeOf(true)).toEqual([
      [DUST, 'a5'],
      [5n * DUST - fee, ''],
    ])
    expect(changeOf(false)).toEqual([
      [DUST, 'a9'],
      [8n * DUST - fee, ''],
    ])
  })
})
