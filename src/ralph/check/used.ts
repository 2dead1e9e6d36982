import { CompilerLimit } from '../compile-error.ts'
import type { Span } from '../syntax/span.ts'

/** Bounds of a whole program, far beyond any that is used: what is short when written may be long when made. */
const variablesMax = 1_000_000
const instructionsMax = 5_000_000
const inlinedMax = 100_000

/** How many variables a program has, how many instructions were made for it, how often a function was inlined. */
export class Used {
  #variables = 0
  #instructions = 0
  #inlined = 0

  addVariable(): void {
    this.#variables += 1
    if (this.#variables > variablesMax) throw new CompilerLimit('Too many variables')
  }

  forgetVariables(count: number): void {
    this.#variables -= count
  }

  addInlined(span: Span | undefined): void {
    this.#inlined += 1
    if (this.#inlined > inlinedMax) throw new CompilerLimit('Too many calls of inline functions', { span })
  }

  /** Code that is kept until the program is compiled. */
  addInstructions(count: number): void {
    this.#instructions += count
    checkInstructions(this.#instructions)
  }
}

export function checkInstructions(count: number): void {
  if (count > instructionsMax) throw new CompilerLimit('The program has too many instructions')
}
