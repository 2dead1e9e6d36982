import { expect, test } from 'vitest'
import { compareCode } from '../../console/proof/compare-code.ts'

const compiled = { name: 'Vault', bytecode: '0102ff', immutableNames: [] }

test.each([
  ['0102ff', { kind: 'equal', bytes: 3 }],
  ['0103ff', { kind: 'different', byte: 1 }],
  ['0102fe', { kind: 'different', byte: 2 }],
  ['0102', { kind: 'different', byte: 2 }],
  ['0102ff00', { kind: 'different', byte: 3 }],
  ['', { kind: 'different', byte: 0 }],
])('behavior: code %s on the chain: %o', (onChain, verdict) => {
  expect(compareCode(compiled, onChain)).toEqual(verdict)
})

test('error: a contract nobody published has no source', () => {
  expect(compareCode(undefined, '0102ff')).toEqual({ kind: 'no-source' })
})
