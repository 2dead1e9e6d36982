import type { Span } from './syntax/span.ts'

export type ErrorTitle = 'Syntax error' | 'Type error' | 'Compilation error' | 'Testing error'

export interface ErrorPlace {
  readonly title?: ErrorTitle
  readonly span?: Span | undefined
  readonly footer?: string
}

/** A program the compiler refuses. Text and position are the node's, so that tools made for it understand them. */
export class CompileError extends Error {
  readonly title: ErrorTitle
  readonly span: Span | undefined
  readonly footer: string | undefined

  constructor(message: string, { title = 'Compilation error', span, footer }: ErrorPlace = {}) {
    super(message)
    this.name = 'CompileError'
    this.title = title
    this.span = span
    this.footer = footer
  }
}

export function refuse(message: string, span?: Span): never {
  throw new CompileError(message, { span })
}

/** Programs on which the node's compiler breaks instead of answering. We say what we saw. */
export class CompilerLimit extends CompileError {
  override readonly name = 'CompilerLimit'
}

/** Runs a step that may fail without knowing where it is in the source. */
export function placed<T>(span: Span | undefined, step: () => T): T {
  try {
    return step()
  } catch (error) {
    if (error instanceof CompilerLimit || !(error instanceof CompileError)) throw error
    if (error.span !== undefined || span === undefined || error.title !== 'Compilation error') throw error
    throw new CompileError(error.message, { span })
  }
}
