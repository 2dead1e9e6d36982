import { bool } from '../../bytecode/index.ts'
import type { Frame } from '../frame.ts'
import type { Handlers } from './family.ts'

const binary =
  (operation: (a: boolean, b: boolean) => boolean) =>
  (frame: Frame): void => {
    const b = frame.popBool()
    const a = frame.popBool()
    frame.push(bool(operation(a, b)))
  }

export const booleans = {
  BoolNot: (frame) => frame.push(bool(!frame.popBool())),
  BoolAnd: binary((a, b) => a && b),
  BoolOr: binary((a, b) => a || b),
  BoolEq: binary((a, b) => a === b),
  BoolNeq: binary((a, b) => a !== b),
} satisfies Partial<Handlers>
