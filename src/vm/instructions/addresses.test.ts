import { describe, expect, test } from 'vitest'
import {
  alice,
  at,
  bob,
  bytes,
  constantGas,
  contractId,
  op,
  runScript,
  u,
} from '../../../test/support/vm-program.ts'
import { addressText, contractLock } from '../../bytecode/index.ts'

const contract = contractLock(contractId)

describe('addresses', () => {
  test('default: comparison and kind', () => {
    expect(runScript([at(alice), at(alice), op('AddressEq')])).toEqual({
      returns: ['Bool true'],
      gas: 3 + 2 * constantGas,
    })
    expect(runScript([at(alice), at(bob), op('AddressNeq')]).returns).toEqual(['Bool true'])
    expect(runScript([at(alice), op('IsAssetAddress')])).toEqual({
      returns: ['Bool true'],
      gas: 3 + constantGas,
    })
    expect(runScript([at(contract), op('IsContractAddress')]).returns).toEqual(['Bool true'])
    expect(runScript([at(contract), op('GroupOfAddress')])).toEqual({
      returns: ['U256 0'],
      gas: 5 + constantGas,
    })
  })
  test('default: from bytes and from a contract id', () => {
    expect(runScript([bytes(alice), op('ByteVecToAddress')])).toEqual({
      returns: [`Address ${addressText(alice)}`],
      gas: 5 + constantGas,
    })
    expect(runScript([bytes(contractId), op('ContractIdToAddress')])).toEqual({
      returns: [`Address ${addressText(contract)}`],
      gas: 5 + constantGas,
    })
  })
  test('error: bytes that are no address', () => {
    const prefix = 'Failed to deserialize'
    expect(runScript([bytes(''), op('ByteVecToAddress')]).failure).toBe(
      `${prefix}  to address: org.alephium.serde.SerdeError$WrongFormat: Too few bytes: expected 1, got 0`,
    )
    expect(runScript([bytes('09'), op('ByteVecToAddress')]).failure).toBe(
      `${prefix} 09 to address: org.alephium.serde.SerdeError$WrongFormat: Invalid lockupScript prefix 9`,
    )
    expect(runScript([bytes('00aa'), op('ByteVecToAddress')]).failure).toBe(
      `${prefix} 00aa to address: org.alephium.serde.SerdeError$WrongFormat: Too few bytes: expected 32, got 1`,
    )
    expect(runScript([bytes('aa'), op('ContractIdToAddress')]).failure).toBe(
      'Invalid contract ID: expected 32 bytes, received aa',
    )
  })
  test('error: not an address', () => {
    expect(runScript([u(1n), op('IsAssetAddress')]).failure).toBe(
      'Invalid type, expected: Address, got: U256(1)',
    )
  })
})
