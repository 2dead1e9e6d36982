import { describe, expect, test } from 'vitest'
import {
  alice,
  at,
  bytes,
  callMethod,
  contractId,
  method,
  op,
  otherId,
  runScript,
  tokenId,
  u,
  withoutPrefix,
} from '../../../test/support/vm-program.ts'
import { addressText, contractLock, type Instruction, type Method } from '../../bytecode/index.ts'
import { gas } from '../gas-table.ts'

const call = (id: string, index: number, args = 0n, returns = 0n): Instruction[] => [
  u(args),
  u(returns),
  bytes(id),
  op('CallExternal', index),
]

function run(methods: readonly Method[], others: readonly Method[] = []) {
  const answer = callMethod({
    contract: { id: contractId, methods },
    others: others.length === 0 ? [] : [{ id: otherId, methods: others }],
  })
  return answer.status === 200
    ? { returns: answer.body.returns.map(({ value }) => value), gas: answer.body.gasUsed }
    : { failure: withoutPrefix(answer.detail) }
}

describe('calls within a contract', () => {
  test('default: arguments become locals, results come back', () => {
    const add = method([op('LoadLocal', 0), op('LoadLocal', 1), op('U256Sub')], {
      argsLength: 2,
      returnLength: 1,
      isPublic: false,
    })
    expect(run([method([u(5n), u(3n), op('CallLocal', 1)], { returnLength: 1 }), add]).returns).toEqual(['2'])
  })
  test('error: no such method', () => {
    expect(run([method([op('CallLocal', 1)])]).failure).toBe('Invalid method index 1, method length: 1')
  })
  test('error: recursion ends with the stack of frames', () => {
    expect(run([method([op('CallLocal', 0)])]).failure).toBe('StackOverflow')
  })
  test('behavior: a frame cannot pop what belongs to its caller', () => {
    expect(run([method([u(1n), op('CallLocal', 1)]), method([op('Pop')])]).failure).toBe('StackUnderflow')
  })
})

describe('calls between contracts', () => {
  test('default: both sides agree on lengths', () => {
    const one = method([u(7n)], { returnLength: 1 })
    expect(run([method(call(otherId, 0, 0n, 1n), { returnLength: 1 })], [one]).returns).toEqual(['7'])
    expect(run([method(call(otherId, 0, 0n, 2n))], [one]).failure).toBe(
      'Invalid number of external method return values, got: 2, expect: 1',
    )
    expect(run([method(call(otherId, 0, 3n, 1n))], [one]).failure).toBe(
      'Invalid number of external method arguments, got: 3, expect: 0',
    )
    expect(run([method(call(otherId, 0, 0n, 1n << 40n))], [one]).failure).toBe('InvalidReturnLength')
    expect(run([method(call(otherId, 0, 1n << 40n, 1n))], [one]).failure).toBe('InvalidArgLength')
  })
  test('error: private, absent, not there', () => {
    expect(run([method(call(otherId, 0))], [method([], { isPublic: false })]).failure).toBe(
      'Private method can not be called from outside of the contract',
    )
    expect(run([method(call(otherId, 1))], [method([])]).failure).toBe(
      'Invalid method index 1, method length: 1',
    )
    expect(run([method(call(otherId, 0))]).failure).toBe(
      `Contract ${addressText(contractLock(otherId))} does not exist`,
    )
    expect(run([method([u(0n), u(0n), bytes('aa'), op('CallExternal', 0)])]).failure).toBe(
      'Invalid contract ID: expected 32 bytes, received aa',
    )
  })
  test('behavior: a contract is paid for once however often it is called', () => {
    const empty = method([])
    const once = run([method(call(otherId, 0))], [empty]).gas ?? 0
    const twice = run([method([...call(otherId, 0), ...call(otherId, 0)])], [empty]).gas ?? 0
    const codeWords = (instructions: number): number => Math.ceil(instructions / 8)
    expect(twice - once).toBe(200 + 3 * 2 + (codeWords(2 * 39 + 7) - codeWords(39 + 7)))
  })
})

describe('calls by selector', () => {
  const bySelector = (selector: number): Instruction[] => [
    u(0n),
    u(0n),
    bytes(otherId),
    op('CallExternalBySelector', selector),
  ]
  const selected = (selector: number) => method([op('MethodSelector', selector)])

  test('behavior: every method looked at costs once', () => {
    const others = [selected(1), selected(2), selected(3)]
    const gasOf = (...selectors: number[]) => run([method(selectors.flatMap(bySelector))], others).gas ?? 0
    const callGas = 200 + 3 * 2
    expect(gasOf(2, 3) - gasOf(2, 1)).toBe(gas.searchSelector(1))
    expect(gasOf(3, 1, 2) - gasOf(3, 1)).toBeGreaterThanOrEqual(callGas)
    expect(gasOf(3, 1, 2) - gasOf(3, 1)).toBeLessThan(callGas + gas.searchSelector(1))
  })
  test('error: no method has it', () => {
    expect(run([method(bySelector(-1))], [selected(1)]).failure).toMatch(
      /^Invalid method selector: ffffffff\. This method/,
    )
  })
})

describe('the limits of a script', () => {
  test('error: in an unlock or transaction script there is no contract to ask for', () => {
    expect(runScript([op('SelfContractId')]).failure).toBe('ExpectAContract')
    expect(runScript([op('CallerContractId')]).failure).toBe('The current method does not have a caller')
    expect(runScript([at(alice), u(1n), op('ApproveAlph')], 0).failure).toMatch(/^No balance available/)
    expect(runScript([at(alice), bytes(tokenId), op('TokenRemaining')]).failure).toMatch(
      /^No balance available/,
    )
  })
})
