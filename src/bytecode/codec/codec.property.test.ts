import { codec } from '@alephium/web3'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesToHex } from '../../kit/index.ts'
import { i256Max, i256Min, u256Max } from '../integer-range.ts'
import { address, bool, byteVec, i256, u256, type Val } from '../value.ts'
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { attempt } from './serde-error.ts'
import { decodeVals, encodeVals } from './values.ts'

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToHex)
const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
const unsigned = fc.bigInt({ min: 0n, max: u256Max })
const signed = fc.bigInt({ min: i256Min, max: i256Max })
const val: fc.Arbitrary<Val> = fc.oneof(
  fc.boolean().map(bool),
  unsigned.map(u256),
  fc.bigInt({ min: 0n, max: 70_000n }).map(u256),
  signed.map(i256),
  fc.bigInt({ min: -70_000n, max: 70_000n }).map(i256),
  fc.uint8Array({ maxLength: 100 }).map(byteVec),
  fc.tuple(fc.constantFrom('00', '02', '03'), hash).map(([prefix, tail]) => address(prefix + tail)),
)

describe('the wire format', () => {
  test('behavior: compact integers come back, and are as the SDK writes them', () => {
    fc.assert(
      fc.property(int32, unsigned, signed, (small, positive, any) => {
        const bytes = new ByteWriter().int(small).u256(positive).i256(any).bytes()
        const reader = new ByteReader(bytes)
        expect([reader.int(), reader.u256(), reader.i256()]).toEqual([small, positive, any])
        reader.end()
        expect(bytesToHex(new ByteWriter().int(small).bytes())).toBe(bytesToHex(codec.i32Codec.encode(small)))
        expect(bytesToHex(new ByteWriter().u256(positive).bytes())).toBe(
          bytesToHex(codec.u256Codec.encode(positive)),
        )
        expect(bytesToHex(new ByteWriter().i256(any).bytes())).toBe(bytesToHex(codec.i256Codec.encode(any)))
      }),
    )
  })
  test('behavior: values come back', () => {
    fc.assert(
      fc.property(fc.array(val, { maxLength: 10 }), (values) => {
        expect(decodeVals(encodeVals(values))).toEqual(values)
      }),
    )
  })
  test('error: any bytes decode or are refused, and nothing else happens', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const decoded = attempt(() => decodeVals(bytes))
        if (decoded.ok) expect(decodeVals(encodeVals(decoded.value))).toEqual(decoded.value)
        else expect(decoded.error.message).not.toBe('')
      }),
      { numRuns: 1_000 },
    )
  })
})
