import { contractLock, type Method } from '../bytecode/index.ts'
import type { Balances } from './balances.ts'
import type { Context } from './context.ts'
import { failures, Halt, halt } from './failure.ts'
import type { Frame, Step } from './frame.ts'
import { devCode } from './instructions/dev.ts'
import { leave } from './leave.ts'
import { limits } from './limits.ts'

/**
 * The loop. It runs frames until the first one has returned, and knows three kinds of instruction: most change their frame,
 * calls give a new frame to run first, and returning takes a frame off the stack.
 */
export class Machine {
  readonly #context: Context
  readonly #stepsOf: (method: Method) => readonly Step[]
  readonly #frames: Frame[] = []
  /** While frames are put on or taken off the stack no test check catches a failure. */
  #isBetweenFrames = false

  constructor(context: Context, stepsOf: (method: Method) => readonly Step[]) {
    this.#context = context
    this.#stepsOf = stepsOf
  }

  run(entry: Frame): void {
    this.#frames.push(entry)
    while (this.#frames.length > 0) {
      try {
        this.#runUntilEmpty()
      } catch (error) {
        if (!(error instanceof Halt)) throw error
        this.#resumeInTestCheck(error)
      }
    }
  }

  #runUntilEmpty(): void {
    const { meter } = this.#context
    let frame = this.#frames.at(-1)
    while (frame !== undefined) {
      const steps = this.#stepsOf(frame.method)
      let next: Frame | undefined
      let isDone = false
      while (next === undefined && !isDone) {
        const step = steps[frame.pc]
        if (step === undefined) {
          leave(frame)
          isDone = true
        } else if (step.flow === 'plain') {
          if (step.gas > 0) meter.charge(step.gas)
          else meter.countFree()
          step.run(frame, step.operand)
          frame.pc += 1
        } else if (step.flow === 'return') {
          step.run(frame, step.operand)
          isDone = true
        } else {
          frame.pc += 1
          meter.charge(step.gas)
          next = step.run(frame, step.operand)
        }
      }
      frame = next === undefined ? this.#take(frame) : this.#put(next)
    }
  }

  #put(frame: Frame): Frame {
    this.#isBetweenFrames = true
    if (this.#frames.length >= limits.frames) halt(failures.StackOverflow)
    this.#frames.push(frame)
    this.#isBetweenFrames = false
    return frame
  }

  #take(frame: Frame): Frame | undefined {
    this.#isBetweenFrames = true
    this.#frames.pop()
    const previous = this.#frames.at(-1)
    if (previous !== undefined) returnBalances(this.#context, frame, previous)
    this.#isBetweenFrames = false
    return previous
  }

  /**
   * Inside a test check a failure is noted instead of ending the run: the frame of the check goes on at the check's end, and
   * a frame called by it ends without returning anything.
   */
  #resumeInTestCheck(stop: Halt): void {
    const check = this.#context.testCheck
    if (check === undefined || this.#isBetweenFrames || stop.failure.kind === 'io') throw stop
    check.failure ??= stop.failure
    const frame = this.#frames.at(-1)!
    if (frame !== check.frame) {
      this.#take(frame)
      return
    }
    const end = frame.method.instructions.findIndex(
      ({ name, operand }, index) =>
        index >= frame.pc && name === 'DevInstr' && operand === devCode.testCheckEnd,
    )
    if (end === -1) halt(failures.InvalidTestCheckInstr)
    frame.pc = end
  }
}

/** What a frame did not spend goes to its caller, or to the owners if the caller has no balances. */
function returnBalances(context: Context, frame: Frame, previous: Frame): void {
  if (frame.balances === undefined) return
  const target = previous.balances?.remaining ?? context.outputPool
  const isReturned =
    mergeBack(context, frame, target, frame.balances.remaining, false) &&
    mergeBack(context, frame, target, frame.balances.approved, true)
  if (!isReturned) halt(failures.BalanceErrorWhenSwitchingBackFrame)
}

/**
 * A contract's own balance stays with the contract. Of the rest, what the frame was handed goes back where it came from,
 * and what it made or approved itself goes straight to its owner.
 */
function mergeBack(
  context: Context,
  frame: Frame,
  target: Balances,
  left: Balances,
  isApproved: boolean,
): boolean {
  const ownLock = frame.object.id === undefined ? undefined : contractLock(frame.object.id)
  for (const [lock, balance] of left.all) {
    const isOwn = !isApproved && lock === ownLock
    if (balance.depth > 0) {
      if (isOwn && frame.method.usesContractAssets) continue
      if (!target.add(lock, balance)) return false
    } else if (!isOwn && !context.outputPool.add(lock, balance)) {
      return false
    }
  }
  return true
}
