import type { Val } from '../../bytecode/index.ts'
import { failures, halt } from '../failure.ts'
import type { Frame } from '../frame.ts'
import { limits } from '../limits.ts'
import type { Handlers } from './family.ts'

/** Locals and contract fields, by an index in the code or from the stack; and the plain movements of the stack itself. */
export const variables = {
  LoadLocal: (frame, index) => frame.push(frame.getLocal(index)),
  StoreLocal: (frame, index) => frame.setLocal(index, frame.pop()),
  LoadLocalByIndex: (frame) => frame.push(frame.getLocal(popIndex(frame, failures.InvalidVarIndex))),
  StoreLocalByIndex: (frame) => {
    const index = popIndex(frame, failures.InvalidVarIndex)
    frame.setLocal(index, frame.pop())
  },
  LoadImmField: (frame, index) => frame.push(immField(frame, index)),
  LoadImmFieldByIndex: (frame) => frame.push(immField(frame, popIndex(frame, failures.InvalidMutFieldIndex))),
  LoadMutField: (frame, index) => frame.push(mutField(frame, index)),
  LoadMutFieldByIndex: (frame) => frame.push(mutField(frame, popIndex(frame, failures.InvalidMutFieldIndex))),
  StoreMutField: (frame, index) => setMutField(frame, index, frame.pop()),
  StoreMutFieldByIndex: (frame) => {
    const index = popIndex(frame, failures.InvalidMutFieldIndex)
    setMutField(frame, index, frame.pop())
  },
  Pop: (frame) => {
    frame.pop()
  },
  Dup: (frame) => frame.duplicateTop(),
  Swap: (frame) => frame.swapTopTwo(),
} satisfies Partial<Handlers>

function popIndex(frame: Frame, failure: typeof failures.InvalidVarIndex): number {
  const index = frame.popU256()
  if (index > limits.index) halt(failure(index, limits.index))
  return Number(index)
}

function immField(frame: Frame, index: number): Val {
  const fields = frame.object.immFields
  return fields[index] ?? halt(failures.InvalidImmFieldIndex(index, fields.length))
}

function mutField(frame: Frame, index: number): Val {
  const fields = frame.object.mutFields
  return fields[index] ?? halt(failures.InvalidMutFieldIndex(index, fields.length))
}

/** A field keeps its type for life. */
function setMutField(frame: Frame, index: number, value: Val): void {
  if (mutField(frame, index).type !== value.type) halt(failures.InvalidMutFieldType)
  frame.object.mutFields[index] = value
}
