import { describe, expect, test } from 'vitest'
import { toRefusalReason, toScriptFailure } from './translate.ts'

const address = '25kE2CyHzKVP5m2CAYAvPYxemhFKdXtXkkwdcTTcGVLH5'
const hash = 'ab'.repeat(32)
const assertion = `Assertion Failed in Contract @ ${address}, Error Code: 3`

describe('toRefusalReason', () => {
  test.each([
    [`The block ${hash} does not exist, please check if your full node synced`, 'block_unknown'],
    [
      `Failed in IO: org.alephium.io.IOError$KeyNotFound: org.alephium.util.AppException: Key ContractId(hex"${hash}") not found in CachedKV.get`,
      'contract_missing',
    ],
    [`Transaction ${hash} not found`, 'not_found'],
    [`Contract events of ${address} not found`, 'not_found'],
    ['Not enough balance: got 1, expected 2', 'insufficient_funds'],
    ['Not enough balance for gas fee', 'insufficient_funds'],
    ['Insufficient funds for gas', 'insufficient_funds'],
    ['Not enough ALPH for ALPH change output, expected 1, got 0', 'insufficient_funds'],
    ['Gas fee exceeds the limit: maximum allowed is 1.0 ALPH, but got 2.0 ALPH', 'fee_cap'],
    ['Your address has too many UTXOs and exceeds the API limit.', 'too_many_coins'],
    [`Failed in validating tx ${hash} due to NonExistInput: 0004`, 'input_spent'],
    [`Failed in validating tx ${hash} due to InvalidSignature: 0004`, 'invalid_signature'],
    ['Tx abababab is double spending: 0004', 'double_spend'],
    [
      'Can not determine group: request has no explicit group and no contract address can be derived from TxScript',
      'group_unknown',
    ],
    ['Invalid value for: path parameter block_hash ($: zz)', 'bad_request'],
    ['Tx output value is too small, avoid spreading dust', 'other'],
  ])('default: %s', (detail, kind) => expect(toRefusalReason(detail).kind).toBe(kind))

  test.each([
    ['a build', `Execution error when emulating tx script or contract: ${assertion}`],
    ['a submission', `Failed in validating tx ${hash} due to TxScriptExeFailed(${assertion}): 0004`],
    ['a dry run', `VM execution error: ${assertion}`],
    ['a dry run with debug messages', `> Contract @ ${address} - hello\nVM execution error: ${assertion}`],
  ])('default: the contract and its code, from %s', (_, detail) =>
    expect(toRefusalReason(detail)).toEqual({
      kind: 'script_failed',
      failure: { text: assertion, errorCode: 3, contractAddress: address },
    }),
  )
})

test('behavior: a text of megabytes that begins like a failure again and again is read in one go', () => {
  const detail = 'due to TxScriptExeFailed('.repeat(160_000)
  expect(toRefusalReason(detail)).toEqual({ kind: 'other' })
})

describe('toScriptFailure', () => {
  test('behavior: an assertion of a script has a code and no contract', () =>
    expect(toScriptFailure('VM execution error: Assertion Failed in TxScript, Error Code: 12')).toEqual({
      text: 'Assertion Failed in TxScript, Error Code: 12',
      errorCode: 12,
      contractAddress: null,
    }))
  test('behavior: everything else is its text', () =>
    expect(toScriptFailure('VM execution error: OutOfGas')).toEqual({
      text: 'OutOfGas',
      errorCode: null,
      contractAddress: null,
    }))
})
