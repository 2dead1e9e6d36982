import { describe, expect, test } from 'vitest'
import {
  alice,
  at,
  bob,
  bytes,
  callMethod,
  contractId,
  method,
  op,
  otherId,
  tokenId,
  u,
  withoutPrefix,
} from '../../../test/support/vm-program.ts'
import {
  addressText,
  contractLock,
  encodeContract,
  encodeVals,
  type Instruction,
  type Method,
  u256,
  type Val,
} from '../../bytecode/index.ts'
import { bytesToHex } from '../../kit/index.ts'
import { contractIdOf, subContractIdOf } from '../ids.ts'
import { contractDeposit } from '../limits.ts'

const oneAlph = 10n ** 18n
const payable = { usesPreapprovedAssets: true } as const
const fields = (...values: Val[]) => bytes(bytesToHex(encodeVals(values)))
const small = encodeContract({
  fieldLength: 1,
  methods: [method([op('LoadImmField', 0)], { returnLength: 1 })],
})
const code = bytes(bytesToHex(small.bytes))
const txId = '11'.repeat(32)

function run(entry: Method, others: readonly Method[] = [], alph = 5n * oneAlph) {
  const answer = callMethod({
    contract: { id: contractId, methods: [entry] },
    others: others.length === 0 ? [] : [{ id: otherId, methods: others }],
    inputs: [{ lock: alice, alph, tokens: [{ id: tokenId, amount: 100n }] }],
  })
  return answer.status === 200 ? answer.body : { failure: withoutPrefix(answer.detail) }
}

const failureOf = (result: ReturnType<typeof run>) => ('failure' in result ? result.failure : undefined)
const callOther: Instruction[] = [u(0n), u(0n), bytes(otherId), op('CallExternal', 0)]

describe('creating', () => {
  test('default: the id comes from the transaction, the deposit from what was approved', () => {
    const result = run(
      method(
        [at(alice), u(oneAlph), op('ApproveAlph'), code, fields(u256(4n)), fields(), op('CreateContract')],
        {
          ...payable,
          returnLength: 1,
        },
      ),
    )
    if ('failure' in result) throw new Error(result.failure)
    const id = contractIdOf(txId, 0, 0)
    expect(result.returns).toEqual([{ type: 'ByteVec', value: id }])
    expect(result.contracts[0]).toMatchObject({
      address: addressText(contractLock(id)),
      codeHash: small.hash,
      immFields: [{ type: 'U256', value: '4' }],
      asset: { attoAlphAmount: oneAlph.toString(), tokens: [] },
    })
    expect(result.events).toMatchObject([
      { eventIndex: -1, fields: [{ value: addressText(contractLock(id)) }, { value: '' }, { value: '' }] },
    ])
  })
  test('behavior: without an approved deposit the script pays it', () => {
    const result = run(
      method([bytes('01'), code, fields(u256(4n)), fields(), op('CreateSubContract'), op('Pop')], payable),
    )
    if ('failure' in result) throw new Error(result.failure)
    const id = subContractIdOf(contractId, Uint8Array.of(1), 0)
    expect(result.contracts[0]).toMatchObject({
      address: addressText(contractLock(id)),
      asset: { attoAlphAmount: contractDeposit.toString(), tokens: [] },
    })
  })
  test('default: an issued token carries the id of its contract', () => {
    const create = (tail: Instruction[]) =>
      run(method([code, fields(u256(4n)), fields(), ...tail, op('Pop')], payable))
    const id = contractIdOf(txId, 0, 0)
    const kept = create([u(9n), op('CreateContractWithToken')])
    expect('failure' in kept ? kept : kept.contracts[0]?.asset.tokens).toEqual([{ id, amount: '9' }])
    const given = create([u(9n), at(bob), op('CreateContractAndTransferToken')])
    expect(
      'failure' in given
        ? given
        : given.txOutputs.find(({ address }) => address === addressText(bob))?.tokens,
    ).toEqual([{ id, amount: '9' }])
  })
  test('error: what cannot become a contract', () => {
    const create = (...program: Instruction[]) =>
      failureOf(run(method([...program, op('CreateContract'), op('Pop')], payable)))
    expect(create(code, fields(), fields())).toBe('InvalidFieldLength')
    expect(create(bytes('ff'), fields(), fields())).toBe(
      'Deserialization error while creating contract: org.alephium.serde.SerdeError$WrongFormat: Too few bytes: expected 68, got 1',
    )
    const bodiless = encodeContract({ fieldLength: 0, methods: [] })
    expect(create(bytes(bytesToHex(bodiless.bytes)), fields(), fields())).toBe(
      'Contract should have at least one method',
    )
    const both = encodeContract({
      fieldLength: 0,
      methods: [method([], { usesContractAssets: true, paysToContractOnly: true })],
    })
    expect(create(bytes(bytesToHex(both.bytes)), fields(), fields())).toBe('InvalidMethodModifierSinceRhone')
    const many = Array.from({ length: 96 }, () => u256(0n))
    expect(create(code, fields(...many), fields())).toBe(
      'Fields size 3072 bytes is too large, max size: 3072 bytes',
    )
  })
  test('error: the same place twice', () => {
    const sub = [bytes('01'), code, fields(u256(4n)), fields(), op('CreateSubContract'), op('Pop')]
    expect(failureOf(run(method([...sub, ...sub], payable)))).toBe(
      `Contract ${addressText(contractLock(subContractIdOf(contractId, Uint8Array.of(1), 0)))} already exists`,
    )
  })
})

describe('map entries', () => {
  const key = bytes('aa')
  const entry = (index: number, args: bigint, returns: bigint): Instruction[] => [
    u(args),
    u(returns),
    key,
    op('SubContractId'),
    op('CallExternal', index),
  ]
  const insert = [key, u(4n), op('SelfContractId'), u(5n), op('CreateMapEntry', [2, 1])]

  test('default: insert, read, write, read', () => {
    const result = run(
      method(
        [
          ...insert,
          u(0n),
          ...entry(0, 1n, 1n),
          u(6n),
          u(0n),
          ...entry(2, 2n, 0n),
          u(0n),
          ...entry(1, 1n, 1n),
        ],
        { ...payable, returnLength: 2 },
      ),
    )
    expect('failure' in result ? result : result.returns).toEqual([
      { type: 'U256', value: '4' },
      { type: 'U256', value: '6' },
    ])
  })
  test('error: nobody but the map may touch an entry', () => {
    const foreign = method([
      u(0n),
      u(1n),
      u(1n),
      bytes(contractId),
      key,
      op('SubContractIdOf'),
      op('CallExternal', 1),
      op('Pop'),
    ])
    expect(failureOf(run(method([...insert, ...callOther], payable), [foreign]))).toBe('AssertionFailed')
  })
  test('error: an entry without a parent field', () => {
    expect(failureOf(run(method([key, u(5n), op('CreateMapEntry', [0, 1])], payable)))).toBe(
      'InvalidFieldLength',
    )
  })
})

describe('destroying', () => {
  const dying = (to: Instruction) => method([to, op('DestroySelf')], { usesContractAssets: true })

  test('default: the assets go to the address, and an event says so', () => {
    const result = run(method(callOther, payable), [dying(at(bob))])
    if ('failure' in result) throw new Error(result.failure)
    expect(result.contracts.map(({ address }) => address)).toEqual([addressText(contractLock(contractId))])
    expect(result.txOutputs[0]).toMatchObject({
      address: addressText(bob),
      attoAlphAmount: oneAlph.toString(),
    })
    expect(result.events).toMatchObject([{ eventIndex: -2 }])
  })
  test('behavior: nobody named means whoever sent the transaction', () => {
    const result = run(method(callOther, payable), [dying(op('NullContractAddress'))])
    expect(
      'failure' in result ? result : result.txOutputs.every(({ address }) => address === addressText(alice)),
    ).toBe(true)
  })
  test('error: it is gone afterwards, and must not be running', () => {
    expect(failureOf(run(method([...callOther, ...callOther], payable), [dying(at(bob))]))).toBe(
      `Contract ${addressText(contractLock(otherId))} does not exist`,
    )
    const throughItself = [method([op('CallLocal', 1)]), dying(at(bob))]
    expect(failureOf(run(method(callOther, payable), throughItself))).toBe(
      '`destroySelf` function should not be called from the same contract',
    )
  })
})

describe('migrating', () => {
  const next = encodeContract({ fieldLength: 0, methods: [method([]), method([])] })
  const migrating = method([bytes(bytesToHex(next.bytes)), op('MigrateSimple')])

  test('default: new code from the next transaction on', () => {
    const result = run(method(callOther, payable), [migrating])
    expect('failure' in result ? result : result.contracts[0]).toMatchObject({ codeHash: next.hash })
  })
  test('error: not again in this one, and not while running', () => {
    expect(failureOf(run(method([...callOther, ...callOther], payable), [migrating]))).toBe(
      `ContractLoadDisallowed(ContractId(hex"${otherId}"))`,
    )
    expect(failureOf(run(method(callOther, payable), [method([op('CallLocal', 1)]), migrating]))).toBe(
      'Can not migrate a contract that is calling its own migration method',
    )
  })
})
