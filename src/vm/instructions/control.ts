import { failures, halt } from '../failure.ts'
import type { Handlers } from './family.ts'

export const control = {
  Jump: (frame, offset) => frame.jump(offset),
  IfTrue: (frame, offset) => {
    if (frame.popBool()) frame.jump(offset)
  },
  IfFalse: (frame, offset) => {
    if (!frame.popBool()) frame.jump(offset)
  },
  Assert: (frame) => {
    if (!frame.popBool()) halt(failures.AssertionFailed)
  },
  AssertWithErrorCode: (frame) => {
    const code = frame.popU256()
    if (code > 0x7fffffffn) halt(failures.InvalidErrorCode(code))
    if (!frame.popBool()) halt(failures.AssertionFailedWithErrorCode(frame.object.id, Number(code)))
  },
} satisfies Partial<Handlers>
