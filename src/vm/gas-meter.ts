import { estimatedSizeOfAll, type Val } from '../bytecode/index.ts'
import { failures, halt } from './failure.ts'
import { gas } from './gas-table.ts'
import { bounds, limits } from './limits.ts'

/** What is left of a run's gas. A charge that cannot be paid stops the run and takes nothing. */
export class GasMeter {
  remaining: number
  #freeSteps = 0

  constructor(remaining: number) {
    this.remaining = remaining
  }

  charge(amount: number): void {
    if (this.remaining < amount) halt(failures.OutOfGas)
    this.remaining -= amount
  }

  /** For an instruction without a fixed price, so that a loop of nothing else ends too. */
  countFree(): void {
    this.#freeSteps += 1
    if (this.#freeSteps > bounds.freeSteps) halt(failures.TooManyFreeSteps)
  }

  chargeFields(fields: readonly Val[]): void {
    const size = estimatedSizeOfAll(fields)
    if (size >= limits.fieldBytes) halt(failures.FieldsSizeTooLarge(size))
    this.charge(size)
  }

  chargeCode(bytes: number): void {
    if (bytes > limits.codeBytes) halt(failures.CodeSizeTooLarge(bytes))
    this.charge(gas.code(bytes))
  }
}
