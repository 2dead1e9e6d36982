import type { InstructionName, OperandOf } from '../../bytecode/index.ts'
import type { Frame } from '../frame.ts'

type CallName = 'CallLocal' | 'CallExternal' | 'CallExternalBySelector'

/** What every instruction is: it changes its frame or halts. Calls return the frame that runs next. */
export type Handlers = {
  readonly [N in InstructionName]: (frame: Frame, operand: OperandOf<N>) => N extends CallName ? Frame : void
}
