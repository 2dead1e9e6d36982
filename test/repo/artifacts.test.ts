import { blake2b } from '@noble/hashes/blake2.js'
import { describe, expect, test } from 'vitest'
import { findDrift } from '../../scripts/contracts/manifest.ts'
import { artifacts } from '../../src/bindings/index.ts'
import { bytesToHex, hexToBytes } from '../../src/kit/index.ts'

const contracts = Object.values(artifacts)

/** What the chain allows one contract. */
const CODE_BYTES_MAX = 32 * 1024
const FIELD_BYTES_MAX = 3_072
const EVENT_FIELDS_MAX = 8

describe('the compiled contracts', () => {
  test('behavior: sources, artifacts and table belong together', () => expect(findDrift()).toEqual([]))
  test.each(contracts.map((contract) => [contract.name, contract] as const))(
    'behavior: %s is what its hash says, and within the chain’s limits',
    (_, { bytecode, codeHash, fields, events }) => {
      const code = hexToBytes(bytecode)
      expect(bytesToHex(blake2b(code, { dkLen: 32 }))).toBe(codeHash)
      expect(code.length).toBeLessThan(CODE_BYTES_MAX)
      const words = fields.map(({ type }) => Number(/^\[U256;(\d+)\]$/.exec(type)?.[1] ?? 1))
      expect(words.reduce((sum, count) => sum + 32 * count, 0)).toBeLessThan(FIELD_BYTES_MAX)
      for (const event of events) expect(event.fields.length).toBeLessThanOrEqual(EVENT_FIELDS_MAX)
    },
  )
})
