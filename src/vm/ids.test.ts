import { subContractId } from '@alephium/web3'
import { describe, expect, test } from 'vitest'
import { hashHex } from '../bytecode/index.ts'
import { hexToBytes } from '../kit/index.ts'
import { contractIdOf, outputKey, subContractIdOf } from './ids.ts'

const id = 'ab'.repeat(32)

describe('ids', () => {
  test('default: an output key hashes the transaction and its index', () => {
    expect(outputKey(id, 0x01020304)).toBe(hashHex(hexToBytes(`${id}01020304`)))
  })
  test('default: a contract is called after its first output, in its group', () => {
    expect(contractIdOf(id, 3, 2)).toBe(`${outputKey(id, 3).slice(0, 62)}02`)
  })
  test('default: sub-contract ids are those of the SDK', () => {
    expect(subContractIdOf(id, hexToBytes('0011'), 1)).toBe(subContractId(id, '0011', 1))
  })
})
