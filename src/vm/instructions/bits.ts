import { i256, i256Max, i256Min, u256, u256Max } from '../../bytecode/index.ts'
import { halt } from '../failure.ts'
import type { Frame } from '../frame.ts'
import { arithmeticError } from './arithmetic.ts'
import type { Handlers } from './family.ts'

type BitwiseName = 'NumericBitAnd' | 'NumericBitOr' | 'NumericXor'

/** Two of the same kind, signed or not. */
const bitwise =
  (name: BitwiseName, operation: (a: bigint, b: bigint) => bigint) =>
  (frame: Frame): void => {
    const b = frame.pop()
    const a = frame.pop()
    if (a.type === 'U256' && b.type === 'U256') frame.push(u256(operation(a.value, b.value)))
    else if (a.type === 'I256' && b.type === 'I256') frame.push(i256(operation(a.value, b.value)))
    else halt(arithmeticError(name, a, b))
  }

/** A shift that loses bits fails. */
function shiftLeft(frame: Frame): void {
  const b = frame.pop()
  const a = frame.pop()
  if ((a.type !== 'U256' && a.type !== 'I256') || b.type !== 'U256') halt(arithmeticError('NumericSHL', a, b))
  // A distance that only zero survives must not be shifted by: it may be astronomical.
  if (b.value > 255n && a.value !== 0n) halt(arithmeticError('NumericSHL', a, b))
  const shifted = a.value === 0n ? 0n : a.value << b.value
  const fits = a.type === 'U256' ? shifted <= u256Max : shifted >= i256Min && shifted <= i256Max
  if (!fits) halt(arithmeticError('NumericSHL', a, b))
  frame.push(a.type === 'U256' ? u256(shifted) : i256(shifted))
}

/** Rounds toward zero, also below it: -1 >> 1 is 0. */
function shiftRight(frame: Frame): void {
  const b = frame.pop()
  const a = frame.pop()
  if ((a.type !== 'U256' && a.type !== 'I256') || b.type !== 'U256') halt(arithmeticError('NumericSHR', a, b))
  const distance = b.value > 256n ? 256n : b.value
  const shifted = a.value < 0n ? -(-a.value >> distance) : a.value >> distance
  frame.push(a.type === 'U256' ? u256(shifted) : i256(shifted))
}

export const bits = {
  NumericBitAnd: bitwise('NumericBitAnd', (a, b) => a & b),
  NumericBitOr: bitwise('NumericBitOr', (a, b) => a | b),
  NumericXor: bitwise('NumericXor', (a, b) => a ^ b),
  NumericSHL: shiftLeft,
  NumericSHR: shiftRight,
} satisfies Partial<Handlers>
