import { describe, expect, test } from 'vitest'
import { contractLock, u256Max } from '../bytecode/index.ts'
import { Balance, Balances } from './balances.ts'
import { Halt } from './failure.ts'
import { contractDeposit, dustAmount } from './limits.ts'

const user = `00${'a1'.repeat(32)}`
const contract = contractLock(`${'c3'.repeat(31)}00`)
const low = '10'.repeat(32)
const high = '90'.repeat(32)

const balance = (alph: bigint, ...tokens: [string, bigint][]): Balance =>
  new Balance(alph, new Map(tokens), 0)

function failureOf(run: () => unknown): string | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof Halt) return error.failure.name
    throw error
  }
}

describe('Balance', () => {
  test('behavior: tokens are ordered by signed bytes, without those of which nothing is left', () => {
    const tokens = balance(0n, [low, 1n], [high, 2n], ['20'.repeat(32), 0n]).tokenList()
    expect(tokens.map(({ id }) => id)).toEqual([high, low])
  })
  test('default: an owner gets dust with every token and the rest apart', () => {
    const outputs = balance(5n * dustAmount, [low, 1n], [high, 2n]).toOutputs(user)
    expect(outputs.map(({ amount, tokens }) => [amount, tokens.length])).toEqual([
      [dustAmount, 1],
      [dustAmount, 1],
      [3n * dustAmount, 0],
    ])
    expect(balance(2n * dustAmount, [low, 1n], [high, 2n]).toOutputs(user)).toHaveLength(2)
    expect(balance(0n).toOutputs(user)).toEqual([])
  })
  test('error: too little ALPH for the outputs, too many tokens for a contract', () => {
    expect(failureOf(() => balance(dustAmount - 1n).toOutputs(user))).toBe('InvalidOutputBalances')
    expect(failureOf(() => balance(0n, [low, 1n]).toOutputs(user))).toBe('InvalidOutputBalances')
    expect(failureOf(() => balance(2n * dustAmount - 1n, [low, 1n]).toOutputs(user))).toBe(
      'InvalidOutputBalances',
    )
    expect(failureOf(() => balance(contractDeposit - 1n).toOutputs(contract))).toBe(
      'LowerThanContractMinimalBalance',
    )
    const nine = Array.from({ length: 9 }, (_, index): [string, bigint] => [`0${index}`.repeat(32), 1n])
    expect(failureOf(() => balance(contractDeposit, ...nine).toOutputs(contract))).toBe(
      'InvalidTokenNumForContractOutput',
    )
  })
  test('default: what is missing for the smallest outputs', () => {
    expect(balance(0n).alphToCover(user)).toBe(0n)
    expect(balance(1n).alphToCover(user)).toBe(dustAmount - 1n)
    expect(balance(dustAmount).alphToCover(user)).toBe(0n)
    expect(balance(0n, [low, 1n]).alphToCover(user)).toBe(dustAmount)
    expect(balance(dustAmount + 1n, [low, 1n]).alphToCover(user)).toBe(dustAmount - 1n)
    expect(balance(1n, [low, 0n]).alphToCover(user)).toBe(dustAmount - 1n)
    expect(balance(1n).alphToCover(contract)).toBe(contractDeposit - 1n)
    expect(balance(contractDeposit).alphToCover(contract)).toBe(0n)
  })
  test('error: nothing overflows and nothing goes below zero', () => {
    expect(balance(u256Max).addAlph(1n)).toBe(false)
    expect(balance(0n).subAlph(1n)).toBe(false)
    expect(balance(0n, [low, u256Max]).addToken(low, 1n)).toBe(false)
    expect(balance(0n).subToken(low, 0n)).toBe(false)
  })
})

describe('Balances', () => {
  test('behavior: handing down takes everything one call deeper', () => {
    const balances = new Balances()
    balances.addAlph(user, 5n)
    const taken = balances.handDown()
    expect(balances.isEmpty).toBe(true)
    expect(taken.all.get(user)).toMatchObject({ alph: 5n, depth: 1 })
  })
  test('behavior: what is taken for a chained call leaves its place behind', () => {
    const balances = new Balances()
    balances.addAlph(user, 5n)
    balances.addAlph(contract, 6n)
    expect(balances.takeKeepingPlace(user)?.alph).toBe(5n)
    balances.addAlph(user, 7n)
    expect([...balances.all.keys()]).toEqual([user, contract])
  })
  test('error: fixed outputs beyond the inputs leave nothing to run with', () => {
    const coin = {
      kind: 'asset',
      amount: 5n,
      lock: user,
      tokens: [],
      lockTimeMs: 0,
      additionalData: new Uint8Array(0),
    } as const
    expect(Balances.left([coin], [{ ...coin, amount: 6n }])).toBeUndefined()
    expect(Balances.left([coin], [{ ...coin, amount: 2n }])?.alphOf(user)).toBe(3n)
  })
})
