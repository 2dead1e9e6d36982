import { describe, expect, test } from 'vitest'
import { bytesToHex, hexToBytes } from '../kit/index.ts'
import { decodeUnsignedTx, Undecodable } from './decode.ts'
import { encodeTimestamp, encodeUnsignedTx, outputKeyOf, txIdOf } from './encode.ts'
import type { UnsignedTx } from './model.ts'

const lock = `00${'11'.repeat(32)}`
const unlock = `00${'02'.repeat(33)}`
const id = 'aa'.repeat(32)
const tx: UnsignedTx = {
  version: 0,
  networkId: 4,
  script: undefined,
  gasAmount: 20_000,
  gasPrice: 10n ** 11n,
  inputs: [{ ref: { hint: -2, key: 'cc'.repeat(32) }, unlock }],
  fixedOutputs: [
    {
      ...{ kind: 'asset', amount: 10n ** 15n, lock, tokens: [{ id, amount: 7n }] },
      ...{ lockTimeMs: 1_800_000_000_000n, additionalData: new Uint8Array([9, 8]) },
    },
  ],
}
/** Numbers below 32 are a byte; larger ones begin with how long they are. */
const head = '0004'
const gas = '80004e20' + 'c1174876e800'
const input = `fffffffe${'cc'.repeat(32)}${unlock}`
const output = `c3038d7ea4c68000${lock}000001a3185c500001${id}07020908`
const hex = `${head}00${gas}01${input}01${output}`

describe('the bytes of a transaction', () => {
  test('default: version, network, script, gas, inputs, outputs', () => {
    expect(bytesToHex(encodeUnsignedTx(tx))).toBe(hex)
    expect(decodeUnsignedTx(hexToBytes(hex))).toEqual(tx)
  })
  test('behavior: a script stands behind a one', () => {
    const script = '01010300000000'
    const withScript = `${head}01${script}${gas}01${input}01${output}`
    expect(bytesToHex(encodeUnsignedTx({ ...tx, script }))).toBe(withScript)
    expect(decodeUnsignedTx(hexToBytes(withScript)).script).toBe(script)
  })
  test('behavior: its id is blake2b of them, and the key of an output blake2b of the id and four bytes', () => {
    expect(txIdOf(new Uint8Array())).toBe('0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8')
    expect(outputKeyOf('', 0x0102_0304)).toBe(txIdOf(new Uint8Array([1, 2, 3, 4])))
    expect(outputKeyOf('0102', 0x0304)).toBe(txIdOf(new Uint8Array([1, 2, 0, 0, 3, 4])))
  })
  test('behavior: a time is eight bytes, the largest first', () => {
    expect(bytesToHex(encodeTimestamp(0x0102_0304_0506_0708n))).toBe('0102030405060708')
  })
})

describe('bytes that are no transaction', () => {
  const refusalOf = (bytes: string) => {
    try {
      return decodeUnsignedTx(hexToBytes(bytes))
    } catch (error) {
      return error instanceof Undecodable ? error.message : error
    }
  }
  test('error: too few, with how many were wanted and how many there were', () => {
    expect(refusalOf('')).toBe('Too few bytes: expected 1, got 0')
    expect(refusalOf(hex.slice(0, 2))).toBe('Too few bytes: expected 1, got 0')
    // Of the input's key five bytes are there.
    expect(refusalOf(`${head}00${gas}01fffffffe${'cc'.repeat(5)}`)).toBe('Too few bytes: expected 32, got 5')
  })
  test('error: too many, with how many it takes', () => {
    const length = hex.length / 2
    expect(refusalOf(`${hex}00`)).toBe(`Too many bytes: expected ${length}, got ${length + 1}`)
  })
  test('error: a time beyond what the chain counts', () => {
    const at = (time: string) => hex.replace('000001a3185c5000', time)
    expect(decodeUnsignedTx(hexToBytes(at('7fffffffffffffff'))).fixedOutputs[0]?.lockTimeMs).toBe(
      9_223_372_036_854_775_807n,
    )
    expect(refusalOf(at('8000000000000000'))).toBe('Invalid lock time')
  })
})
