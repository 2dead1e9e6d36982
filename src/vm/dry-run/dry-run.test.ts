import { describe, expect, test } from 'vitest'
import { emptyChain } from '../../../test/support/vm-case.ts'
import { alice, contractId, method, op, otherId, u } from '../../../test/support/vm-program.ts'
import { addressText, contractLock, encodeContract, u256 } from '../../bytecode/index.ts'
import { initialStateHash } from '../contract-pool.ts'
import { createFixtureWorld } from '../fixture-world.ts'
import { callContract, multicallContract } from './call-contract.ts'
import { callTxScript } from './call-tx-script.ts'
import { testContract } from './test-contract.ts'

const address = addressText(contractLock(contractId))
const user = addressText(alice)
const bytecode = '00010701000000010105'

/** A chain with one contract whose first method counts up and returns the count. */
function chainWithCounter() {
  const counting = method([op('LoadMutField', 0), u(1n), op('U256Add'), op('Dup'), op('StoreMutField', 0)], {
    returnLength: 1,
  })
  const hidden = method([], { isPublic: false })
  const code = encodeContract({ fieldLength: 1, methods: [counting, hidden] })
  const world = createFixtureWorld()
  world.apply({
    contracts: new Map([
      [
        contractId,
        {
          codeHash: code.hash,
          initialStateHash: initialStateHash(code.hash, [], [u256(4n)]),
          immFields: [],
          mutFields: [u256(4n)],
          assetRef: { hint: 0, key: contractId },
          asset: {
            kind: 'contract',
            amount: 10n ** 18n,
            lock: contractLock(contractId),
            tokens: [],
          } as const,
        },
      ],
    ]),
    codes: new Map([[code.hash, code.bytes]]),
    parents: new Map(),
  })
  return { ...emptyChain, tipOf: () => ({ hash: '00'.repeat(32), timestampMs: 1, world }) }
}

describe('callContract', () => {
  const call = { group: 0, address, methodIndex: 0 }

  test('default: shows what would become of the contract and changes nothing', () => {
    const chain = chainWithCounter()
    for (let again = 0; again < 2; again++) {
      expect(callContract(call, chain)).toMatchObject({
        status: 200,
        body: {
          type: 'CallContractSucceeded',
          returns: [{ type: 'U256', value: '5' }],
          contracts: [{ address, mutFields: [{ type: 'U256', value: '5' }] }],
        },
      })
    }
  })
  test('error: a call that fails is an answer', () => {
    const errorOf = (request: object): unknown => {
      const answer = callContract(request, chainWithCounter())
      return answer.status === 200 && answer.body.type === 'CallContractFailed' ? answer.body.error : answer
    }
    expect(errorOf({ ...call, methodIndex: 9 })).toBe(
      'VM execution error: Invalid method index 9, method length: 2',
    )
    expect(errorOf({ ...call, methodIndex: 1 })).toBe(
      'VM execution error: Private method can not be called from outside of the contract',
    )
    expect(errorOf({ ...call, args: [{ type: 'Bool', value: true }] })).toBe(
      'The number of parameters is different from the number specified by the target method',
    )
    expect(errorOf({ ...call, group: 1 })).toBe(
      `Group mismatch: provided group is 1; group for ${address} is 0`,
    )
    expect(errorOf({ ...call, group: 7 })).toBe('Invalid group 7')
    expect(errorOf({ ...call, address: addressText(contractLock(otherId)) })).toBe(
      `Failed in IO: org.alephium.io.IOError$KeyNotFound: org.alephium.util.AppException: Key ContractId(hex"${otherId}") not found in CachedKV.get`,
    )
  })
  test('default: several at once, at most twenty', () => {
    const chain = chainWithCounter()
    const answer = multicallContract({ calls: [call, { ...call, methodIndex: 9 }] }, chain)
    expect(answer.status === 200 && answer.body.results.map(({ type }) => type)).toEqual([
      'CallContractSucceeded',
      'CallContractFailed',
    ])
    expect(multicallContract({ calls: Array(21).fill(call) }, chain)).toEqual({
      status: 500,
      detail: 'The number of contract calls exceeds the maximum limit(20)',
    })
    expect(multicallContract({ calls: [{ ...call, group: 7 }] }, chain)).toEqual({
      status: 400,
      detail: 'Invalid group 7',
    })
  })
})

describe('requests', () => {
  const refused = (reason: string) => ({
    status: 400,
    detail: `Invalid value for: body (${reason}: decoding failure)`,
  })

  test.each<[string, object, string]>([
    ['no bytecode', {}, 'missing keys in dictionary: bytecode'],
    ['bytecode that is no hex', { bytecode: 'zz' }, 'Invalid hex string for stateful contract zz'],
    ['a block hash of one byte', { bytecode, blockHash: 'aa' }, 'cannot decode block hash'],
    ['a transaction id of one byte', { bytecode, txId: 'aa' }, 'cannot decode 32 bytes hash'],
    ['a time before all times', { bytecode, blockTimeStamp: -1 }, 'expect positive timestamp'],
    ['arguments in no list', { bytecode, args: 5 }, 'expected sequence got number'],
    ['half a unit', { bytecode, initialAsset: { attoAlphAmount: '1.5' } }, 'For input string: "1.5"'],
    ['less than nothing', { bytecode, dustAmount: '-1' }, 'Invalid amount: -1'],
    [
      'a contract as owner of coins',
      { bytecode, inputAssets: [{ address, asset: { attoAlphAmount: '1' } }] },
      `Expect asset address, but was contract address: ${address}`,
    ],
    [
      'an owner as contract',
      { bytecode, address: user },
      `Expected a contract address, but got an asset address: ${user}`,
    ],
  ])('error: %s', (_, request, reason) => expect(testContract(request, emptyChain)).toEqual(refused(reason)))

  test('error: not even an object', () => {
    expect(callTxScript([], emptyChain)).toEqual(refused('expected dictionary got sequence'))
    expect(callTxScript(5, emptyChain)).toEqual(refused('expected dictionary got number'))
  })
  test('behavior: digits in a string count as a number, and amounts may be in whole coins', () => {
    expect(testContract({ bytecode, group: '0', dustAmount: '0.5 ALPH' }, emptyChain).status).toBe(200)
  })
  test('error: method and group must exist', () => {
    expect(testContract({ bytecode, methodIndex: 3 }, emptyChain)).toEqual({
      status: 400,
      detail: 'Invalid method index 3',
    })
    expect(testContract({ bytecode, group: 5 }, emptyChain)).toEqual({
      status: 400,
      detail: 'Invalid group index',
    })
  })
})

describe('testContract', () => {
  test('behavior: a private method is opened, and the code keeps its name', () => {
    const hidden = encodeContract({
      fieldLength: 0,
      methods: [method([u(3n)], { returnLength: 1, isPublic: false })],
    })
    const answer = testContract({ bytecode: Buffer.from(hidden.bytes).toString('hex') }, emptyChain)
    expect(answer).toMatchObject({ status: 200, body: { codeHash: hidden.hash, returns: [{ value: '3' }] } })
  })
  test('behavior: missing dust is lent, unless the request says how much there is', () => {
    const generous = method(
      [
        op('AddressConst', { type: 'Address', value: `00${'b2'.repeat(32)}` }),
        u(1n),
        op('TransferAlphFromSelf'),
      ],
      {
        usesContractAssets: true,
        usesPreapprovedAssets: true,
      },
    )
    const request = {
      bytecode: Buffer.from(encodeContract({ fieldLength: 0, methods: [generous] }).bytes).toString('hex'),
      inputAssets: [{ address: user, asset: { attoAlphAmount: '0' } }],
    }
    expect(testContract(request, emptyChain).status).toBe(200)
    expect(testContract({ ...request, dustAmount: '1' }, emptyChain)).toMatchObject({ status: 500 })
  })
})
