import { failed, type Rule } from './peg.ts'
import type { Span } from './span.ts'

/** Gives the node the stretch that was read for it, unless it has a narrower one. */
export const positioned =
  <T, N extends { span?: Span | undefined }>(rule: Rule<T>, make: (value: T) => N): Rule<N> =>
  (run) => {
    const from = run.at
    const value = rule(run)
    if (value === failed) return failed
    const to = run.at
    const node = make(value)
    if (node.span === undefined) node.span = { from, to }
    return node
  }
