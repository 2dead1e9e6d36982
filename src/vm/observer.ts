import type { Hash, Instruction, Method, Val } from '../bytecode/index.ts'
import type { Frame, Step } from './frame.ts'

/** One instruction about to run. */
export interface ObservedStep {
  readonly contractId: Hash | undefined
  readonly pc: number
  readonly instruction: Instruction
  /** After the fixed price of the instruction, before what it charges by size. */
  readonly gasRemaining: number
  /** The frame's own values, the top last. */
  readonly stack: readonly Val[]
}

/** Watches a run without being part of it: the loop does not know whether anybody looks. */
export interface Observer {
  step(step: ObservedStep): void
}

/** The same steps, each reported before it runs. */
export function observed(
  stepsOf: (method: Method) => readonly Step[],
  observer: Observer,
): (method: Method) => readonly Step[] {
  const wrapped = new Map<Method, readonly Step[]>()
  return (method) => {
    const known = wrapped.get(method)
    if (known !== undefined) return known
    const steps = stepsOf(method).map((step, pc) => reporting(step, method.instructions[pc]!, pc, observer))
    wrapped.set(method, steps)
    return steps
  }
}

function reporting(step: Step, instruction: Instruction, pc: number, observer: Observer): Step {
  return {
    ...step,
    run: (frame: Frame, operand) => {
      observer.step({
        contractId: frame.object.id,
        pc,
        instruction,
        gasRemaining: frame.context.meter.remaining,
        stack: frame.ownStack(),
      })
      return step.run(frame, operand)
    },
  }
}
