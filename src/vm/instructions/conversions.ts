import {
  address,
  bigEndian,
  bool,
  byteVec,
  contentBytes,
  i256,
  i256Max,
  u256,
  unsignedFromBytes,
  type Val,
} from '../../bytecode/index.ts'
import { utf8ToBytes } from '../../kit/index.ts'
import { failures, halt } from '../failure.ts'
import type { Frame } from '../frame.ts'
import { gas } from '../gas-table.ts'
import type { Handlers } from './family.ts'

/** Pushes first and charges then, so a full stack wins over empty gas. */
function pushSized(frame: Frame, bytes: Uint8Array): void {
  frame.push(byteVec(bytes))
  frame.context.meter.charge(gas.toBytes(bytes.length))
}

const toByteVec =
  (pop: (frame: Frame) => Val) =>
  (frame: Frame): void =>
    pushSized(frame, contentBytes(pop(frame)))

const toText =
  (pop: (frame: Frame) => bigint | boolean) =>
  (frame: Frame): void =>
    pushSized(frame, utf8ToBytes(String(pop(frame))))

const toFixedBytes =
  (size: number) =>
  (frame: Frame): void => {
    const value = frame.popU256()
    if (value >> BigInt(size * 8) !== 0n) halt(failures.InvalidConversion(u256(value), 'ByteVec'))
    pushSized(frame, bigEndian(value, size))
  }

const fromFixedBytes =
  (size: number) =>
  (frame: Frame): void => {
    const bytes = frame.popBytes()
    if (bytes.length !== size) halt(failures.InvalidBytesSize)
    frame.push(u256(unsignedFromBytes(bytes)))
    frame.context.meter.charge(gas.toBytes(size))
  }

export const conversions = {
  I256ToU256: (frame) => {
    const value = frame.popI256()
    if (value < 0n) halt(failures.InvalidConversion(i256(value), 'U256'))
    frame.push(u256(value))
  },
  U256ToI256: (frame) => {
    const value = frame.popU256()
    if (value > i256Max) halt(failures.InvalidConversion(u256(value), 'I256'))
    frame.push(i256(value))
  },
  BoolToByteVec: toByteVec((frame) => bool(frame.popBool())),
  I256ToByteVec: toByteVec((frame) => i256(frame.popI256())),
  U256ToByteVec: toByteVec((frame) => u256(frame.popU256())),
  AddressToByteVec: toByteVec((frame) => address(frame.popLock())),
  BoolToString: toText((frame) => frame.popBool()),
  I256ToString: toText((frame) => frame.popI256()),
  U256ToString: toText((frame) => frame.popU256()),
  U256To1Byte: toFixedBytes(1),
  U256To2Byte: toFixedBytes(2),
  U256To4Byte: toFixedBytes(4),
  U256To8Byte: toFixedBytes(8),
  U256To16Byte: toFixedBytes(16),
  U256To32Byte: toFixedBytes(32),
  U256From1Byte: fromFixedBytes(1),
  U256From2Byte: fromFixedBytes(2),
  U256From4Byte: fromFixedBytes(4),
  U256From8Byte: fromFixedBytes(8),
  U256From16Byte: fromFixedBytes(16),
  U256From32Byte: fromFixedBytes(32),
} satisfies Partial<Handlers>
