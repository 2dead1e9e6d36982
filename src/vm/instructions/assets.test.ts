import { describe, expect, test } from 'vitest'
import {
  alice,
  at,
  bob,
  bytes,
  type CallFixture,
  callMethod,
  contractId,
  method,
  op,
  otherId,
  tokenId,
  u,
  withoutPrefix,
} from '../../../test/support/vm-program.ts'
import { addressText, contractLock, type Instruction, type Method } from '../../bytecode/index.ts'
import { contractDeposit, dustAmount } from '../limits.ts'

const oneAlph = 10n ** 18n
const payable = { usesPreapprovedAssets: true } as const
const own = { usesContractAssets: true } as const
const self = contractLock(contractId)

const inputs = [
  { lock: alice, alph: 5n * oneAlph, tokens: [{ id: tokenId, amount: 100n }] },
] satisfies CallFixture['inputs']

function run(entry: Method, more: readonly Method[] = [], others: readonly Method[] = []) {
  const answer = callMethod({
    contract: {
      id: contractId,
      methods: [entry, ...more],
      alph: oneAlph,
      tokens: [{ id: tokenId, amount: 50n }],
    },
    others: others.length === 0 ? [] : [{ id: otherId, methods: others }],
    inputs,
  })
  if (answer.status !== 200) return { failure: withoutPrefix(answer.detail), outputs: [], body: undefined }
  const outputs = answer.body.txOutputs.map(({ address, attoAlphAmount, tokens }) => ({
    to: address,
    alph: BigInt(attoAlphAmount),
    tokens: tokens.map(({ amount }) => BigInt(amount)),
  }))
  return { failure: undefined, outputs, body: answer.body }
}

const text = addressText

describe('paying', () => {
  test('default: from what was approved to somebody else; the rest goes back', () => {
    const { outputs } = run(method([at(alice), at(bob), u(oneAlph), op('TransferAlph')], payable))
    expect(outputs).toEqual([
      { to: text(bob), alph: oneAlph, tokens: [] },
      { to: text(alice), alph: dustAmount, tokens: [100n] },
      { to: text(alice), alph: 4n * oneAlph - dustAmount, tokens: [] },
    ])
  })
  test('behavior: a token payment takes its dust from the script', () => {
    const { outputs } = run(
      method([at(alice), at(bob), bytes(tokenId), u(30n), op('TransferToken')], payable),
    )
    expect(outputs[0]).toEqual({ to: text(bob), alph: dustAmount, tokens: [30n] })
  })
  test('behavior: the zero id names ALPH', () => {
    const alph = bytes('00'.repeat(32))
    const { outputs } = run(method([at(alice), at(bob), alph, u(oneAlph), op('TransferToken')], payable))
    expect(outputs[0]).toEqual({ to: text(bob), alph: oneAlph, tokens: [] })
  })
  test('behavior: paying nothing is nothing, even without a balance', () => {
    expect(run(method([at(bob), at(bob), u(0n), op('TransferAlph')])).failure).toBeUndefined()
    expect(run(method([at(bob), at(bob), u(1n), op('TransferAlph')])).failure).toMatch(
      /^No balance available/,
    )
  })
  test('error: more than approved', () => {
    const overdraft = run(method([at(alice), at(bob), u(6n * oneAlph), op('TransferAlph')], payable))
    expect(overdraft.failure).toBe(
      `Not enough approved balance for address ${text(alice)}, tokenId: ALPH, expected: ${6n * oneAlph}, got: ${5n * oneAlph}`,
    )
    const token = run(method([at(bob), at(alice), bytes(tokenId), u(1n), op('TransferToken')], payable))
    expect(token.failure).toBe(
      `Not enough approved balance for address ${text(bob)}, tokenId: ${tokenId}, expected: 1, got: 0`,
    )
  })
})

describe("a contract's own assets", () => {
  test('default: they need permission, and change its output', () => {
    const entry = method([at(bob), u(contractDeposit), op('TransferAlphFromSelf')], own)
    expect(run(entry).outputs).toContainEqual({
      to: text(self),
      alph: oneAlph - contractDeposit,
      tokens: [50n],
    })
  })
  test('behavior: an unchanged contract is neither input nor output', () => {
    const { body } = run(method([], own))
    expect(body?.txInputs).toEqual([])
    expect(body?.txOutputs.every(({ type }) => type === 'AssetOutput')).toBe(true)
  })
  test('error: a contract cannot pay itself, nor one that is not running', () => {
    expect(run(method([at(self), u(1n), op('TransferAlphFromSelf')], own)).failure).toBe(
      'Contract self transfer is not allowed',
    )
    expect(run(method([at(contractLock(otherId)), u(1n), op('TransferAlphFromSelf')], own)).failure).toBe(
      `Pay to contract address ${text(contractLock(otherId))} is not allowed when this contract address is not in the call stack`,
    )
  })
  test('error: being paid without having loaded the assets', () => {
    expect(run(method([at(alice), u(oneAlph), op('TransferAlphToSelf')], payable)).failure).toBe(
      `Assets for contract ${text(self)} is not loaded, please annotate the function with \`@using(assetsInContract = true)\``,
    )
  })
  test('behavior: pay-to-contract-only loads them without letting them be spent', () => {
    const only = { ...payable, paysToContractOnly: true }
    const { outputs } = run(method([at(alice), u(oneAlph), op('TransferAlphToSelf')], only))
    expect(outputs).toContainEqual({ to: text(self), alph: 2n * oneAlph, tokens: [50n] })
    expect(run(method([at(bob), u(1n), op('TransferAlphFromSelf')], only)).failure).toMatch(
      /^Not enough approved balance/,
    )
  })
  test('behavior: what a contract receives it cannot spend in the same transaction', () => {
    const entry = method(
      [at(alice), u(oneAlph), op('TransferAlphToSelf'), at(bob), u(oneAlph + 1n), op('TransferAlphFromSelf')],
      { ...payable, ...own },
    )
    expect(run(entry).failure).toMatch(new RegExp(`expected: ${oneAlph + 1n}, got: ${oneAlph}$`))
  })
  test('error: a method with contract assets is entered once', () => {
    const twice = method([op('CallLocal', 1), op('CallLocal', 1)])
    expect(run(twice, [method([], own)]).failure).toBe(
      `The 1-th function in the contract (@${text(self)}) is called twice and uses contract assets twice, which is not allowed due to reentrancy protection!`,
    )
  })
})

describe('approving', () => {
  const handOver: Instruction[] = [
    at(alice),
    u(oneAlph),
    op('ApproveAlph'),
    u(0n),
    u(0n),
    bytes(otherId),
    op('CallExternal', 0),
  ]

  test('default: the callee takes what was approved and gives back what it leaves', () => {
    const spender = method([at(alice), at(bob), u(1n + dustAmount), op('TransferAlph')], payable)
    const { outputs } = run(method(handOver, payable), [], [spender])
    expect(outputs[0]).toEqual({ to: text(bob), alph: dustAmount + 1n, tokens: [] })
    expect(outputs.reduce((sum, { alph }) => sum + alph, 0n)).toBe(5n * oneAlph)
  })
  test('behavior: remaining shows only what was handed over', () => {
    const look = method(
      [
        at(alice),
        op('AlphRemaining'),
        u(oneAlph),
        op('U256Eq'),
        op('Assert'),
        at(bob),
        op('IsPaying'),
        op('BoolNot'),
        op('Assert'),
      ],
      payable,
    )
    expect(run(method(handOver, payable), [], [look]).failure).toBeUndefined()
  })
  test('error: a callee that takes none sees nothing', () => {
    const look = method([at(alice), op('AlphRemaining'), op('Pop')])
    expect(run(method(handOver, payable), [], [look]).failure).toMatch(/^No balance available/)
  })
})

describe('burning, locking, paying for gas', () => {
  test('default: burnt tokens are gone, ALPH cannot be burnt', () => {
    const { outputs } = run(method([at(alice), bytes(tokenId), u(40n), op('BurnToken')], payable))
    expect(outputs[0]).toEqual({ to: text(alice), alph: dustAmount, tokens: [60n] })
    expect(run(method([at(alice), bytes('00'.repeat(32)), u(1n), op('BurnToken')], payable)).failure).toBe(
      'Burning ALPH is not allowed for `burnToken` function',
    )
  })
  test('default: all that is approved is locked until a time to come', () => {
    const lock = (until: bigint): Instruction[] => [
      at(alice),
      u(oneAlph),
      op('ApproveAlph'),
      at(bob),
      u(until),
      op('LockApprovedAssets'),
    ]
    const { body } = run(method(lock(1_750_000_000_001n), payable))
    expect(body?.txOutputs[0]).toMatchObject({
      address: text(bob),
      lockTime: 1_750_000_000_001,
      attoAlphAmount: `${oneAlph}`,
    })
    expect(run(method(lock(1_750_000_000_000n), payable)).failure).toBe(
      'Invalid lock time: TimeStamp(1750000000000ms), it should be greater than blocktime: TimeStamp(1750000000000ms)',
    )
    const last = run(method(lock((1n << 63n) - 1n), payable))
    expect(last.body?.txOutputs[0]).toMatchObject({ lockTime: '9223372036854775807' })
  })
  test('default: a contract may pay for gas, up to the fee', () => {
    const fee = oneAlph / 2n
    const pay = (amount: bigint) => run(method([at(alice), u(amount), op('PayGasFee')], payable))
    expect(pay(fee).outputs.reduce((sum, { alph }) => sum + alph, 0n)).toBe(5n * oneAlph)
    expect(pay(fee + 1n).failure).toBe('GasOverPaid')
  })
})
