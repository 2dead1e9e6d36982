import { hashOfText, inTrieOrder } from '../../bytecode/index.ts'
import { refuse } from '../compile-error.ts'
import type { Span } from './span.ts'

interface Named {
  readonly name: string
  readonly span?: Span | undefined
}

/** Names that occur more than once, in the order in which the node lists them, and where the first of them comes again. */
export function duplicatesOf(defs: readonly Named[]): {
  readonly names: string
  readonly span: Span | undefined
} {
  const byName = new Map<string, Named[]>()
  for (const def of defs) {
    const group = byName.get(def.name)
    if (group === undefined) byName.set(def.name, [def])
    else group.push(def)
  }
  const twice = [...byName].filter(([, group]) => group.length > 1)
  const ordered = inTrieOrder(twice, ([name]) => hashOfText(name))
  return { names: ordered.map(([name]) => name).join(', '), span: ordered[0]?.[1][1]?.span }
}

export function checkUnique(defs: readonly Named[], what: string): void {
  if (new Set(defs.map(({ name }) => name)).size === defs.length) return
  const { names, span } = duplicatesOf(defs)
  refuse(`These ${what} are defined multiple times: ${names}`, span)
}
