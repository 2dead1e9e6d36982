import { bool, byteVec, encodeVals, u256, type Val } from '../../bytecode/index.ts'
import { concatBytes, equalBytes } from '../../kit/index.ts'
import { failures, halt } from '../failure.ts'
import type { Frame } from '../frame.ts'
import { gas } from '../gas-table.ts'
import { limits } from '../limits.ts'
import type { Handlers } from './family.ts'

const comparison =
  (expected: boolean) =>
  (frame: Frame): void => {
    const upper = frame.popBytes()
    const lower = frame.popBytes()
    frame.context.meter.charge(gas.compareBytes(upper.length))
    frame.push(bool(equalBytes(upper, lower) === expected))
  }

export const bytes = {
  ByteVecEq: comparison(true),
  ByteVecNeq: comparison(false),
  ByteVecSize: (frame) => frame.push(u256(BigInt(frame.popBytes().length))),
  ByteVecConcat: (frame) => {
    const right = frame.popBytes()
    const left = frame.popBytes()
    // Charged before it is built: twenty doublings would otherwise cost memory that no gas has paid for.
    frame.context.meter.charge(gas.makeBytes(left.length + right.length))
    frame.push(byteVec(concatBytes(left, right)))
  },
  ByteVecSlice: (frame) => {
    const end = frame.popInt() ?? halt(failures.InvalidBytesSliceArg)
    const begin = frame.popInt() ?? halt(failures.InvalidBytesSliceArg)
    const whole = frame.popBytes()
    if (begin > end || end > whole.length) halt(failures.InvalidBytesSliceArg)
    frame.context.meter.charge(gas.makeBytes(end - begin))
    frame.push(byteVec(whole.subarray(begin, end)))
  },
  Encode: (frame) => {
    const count = frame.popInt() ?? halt(failures.InvalidLengthForEncodeInstr)
    const values = frame.popMany(count)
    // A thousand copies of one long string are cheap to push: what cannot be paid is not built.
    if (bytesIn(values) > frame.context.meter.remaining) halt(failures.OutOfGas)
    const encoded = encodeVals(values)
    frame.context.meter.charge(gas.makeBytes(encoded.length))
    frame.push(byteVec(encoded))
  },
  Zeros: (frame) => {
    const size = frame.popU256()
    if (size > limits.zeros) halt(failures.InvalidSizeForZeros)
    frame.context.meter.charge(gas.compareBytes(Number(size)))
    frame.push(byteVec(new Uint8Array(Number(size))))
  },
} satisfies Partial<Handlers>

const bytesIn = (values: readonly Val[]): number =>
  values.reduce((sum, value) => sum + (value.type === 'ByteVec' ? value.value.length : 0), 0)
