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
  u,
  withoutPrefix,
} from '../../../test/support/vm-program.ts'
import {
  addressText,
  contractLock,
  encodeContract,
  type Instruction,
  type Method,
} from '../../bytecode/index.ts'
import { bytesToHex } from '../../kit/index.ts'
import { initialStateHash } from '../contract-pool.ts'
import { subContractIdOf } from '../ids.ts'

const call = (id: string, index: number, returns: bigint): Instruction[] => [
  u(0n),
  u(returns),
  bytes(id),
  op('CallExternal', index),
]
const text = (lock: string): string => addressText(lock)

/** Method 0 of the contract, called by a script with inputs of these owners. */
function run(
  entry: Method,
  more: readonly Method[] = [],
  others: readonly Method[] = [],
  owners: readonly string[] = [alice],
) {
  const answer = callMethod({
    contract: { id: contractId, methods: [entry, ...more] },
    others: others.length === 0 ? [] : [{ id: otherId, methods: others }],
    inputs: owners.map((lock) => ({ lock, alph: 10n ** 18n })),
  })
  return answer.status === 200 ? answer.body.returns.map(({ value }) => value) : withoutPrefix(answer.detail)
}

const asking = (...instructions: Instruction[]) => method(instructions, { returnLength: 1 })

describe('who', () => {
  test('default: a contract knows itself', () => {
    expect(run(asking(op('SelfContractId')))).toEqual([contractId])
    expect(run(asking(op('SelfAddress')))).toEqual([text(contractLock(contractId))])
  })
  test('default: behind a script stands whoever owns all inputs', () => {
    expect(run(asking(op('CallerAddress')))).toEqual([text(alice)])
    expect(run(asking(op('ExternalCallerAddress')))).toEqual([text(alice)])
    expect(run(asking(op('CallerAddress')), [], [], [alice, bob])).toBe(
      `Tx input addresses are not identical for \`callerAddress\` function: ${text(alice)}, ${text(bob)}`,
    )
    expect(run(asking(op('CallerAddress')), [], [], [])).toBe('NoTxInput')
    expect(run(asking(op('IsCalledFromTxScript')))).toEqual([true])
  })
  test('error: a script has no contract id', () => {
    expect(run(asking(op('CallerContractId')))).toBe('ExpectAContract')
    expect(run(asking(op('ExternalCallerContractId')))).toBe(
      'Failed to get external caller: external caller is not a contract',
    )
    expect(run(asking(op('CallerCodeHash')))).toBe(
      '`callerInitialStateHash` or `callerCodeHash` functions can only be called from the contract',
    )
  })
  test('behavior: the external caller is whoever is not oneself', () => {
    const through = method([op('CallLocal', 1)], { returnLength: 1 })
    const inner = (name: 'CallerContractId' | 'ExternalCallerContractId') => [through, asking(op(name))]
    const outer = asking(...call(otherId, 0, 1n))
    expect(run(outer, [], inner('CallerContractId'))).toEqual([otherId])
    expect(run(outer, [], inner('ExternalCallerContractId'))).toEqual([contractId])
    expect(run(outer, [], [asking(op('IsCalledFromTxScript'))])).toEqual([false])
  })
})

describe('what', () => {
  const target = [method([u(1n), op('Pop')])]
  const code = encodeContract({ fieldLength: 0, methods: target })

  test('default: code and first state of another contract', () => {
    expect(run(asking(bytes(otherId), op('ContractCodeHash')), [], target)).toEqual([code.hash])
    expect(run(asking(bytes(otherId), op('ContractInitialStateHash')), [], target)).toEqual([
      initialStateHash(code.hash, [], []),
    ])
    expect(run(asking(bytes(otherId), op('ContractExists')), [], target)).toEqual([true])
    expect(run(asking(bytes(otherId), op('ContractExists')))).toEqual([false])
  })
  test('default: ids of sub-contracts', () => {
    const path = Uint8Array.of(1, 2)
    expect(run(asking(bytes(bytesToHex(path)), op('SubContractId')))).toEqual([
      subContractIdOf(contractId, path, 0),
    ])
    expect(run(asking(bytes(otherId), bytes(bytesToHex(path)), op('SubContractIdOf')))).toEqual([
      subContractIdOf(otherId, path, 0),
    ])
  })
  test('default: the two zeros', () => {
    expect(run(asking(op('NullContractAddress')))).toEqual([text(contractLock('00'.repeat(32)))])
    expect(run(asking(op('ALPHTokenId')))).toEqual(['00'.repeat(32)])
    expect(run(asking(at(bob), op('NullContractAddress'), op('AddressEq')))).toEqual([false])
  })
})
