/** A guard of a contract, or one of the conditions it joins with `&&`, and all sources without it. */
export interface Guard {
  readonly path: string
  readonly line: number
  /** The function it stands in. */
  readonly method: string
  /** What is asked, and what is answered otherwise. */
  readonly condition: string
  readonly error: string
  /** The source without it. */
  readonly text: string
}

/** Every `assert!` and `checkCaller!` of a source; one that joins conditions counts once for each. */
export function listGuards(path: string, source: string): Guard[] {
  const guards: Guard[] = []
  for (const match of source.matchAll(/\b(?:assert|checkCaller)!\(/g)) {
    const from = match.index
    const open = from + match[0].length
    const to = closingOf(source, open)
    const inside = source.slice(open, to)
    const [condition = '', error = ''] = split(inside, ',')
    const parts = split(condition, '&&')
    const line = source.slice(0, from).split('\n').length
    const method = [...source.slice(0, from).matchAll(/\bfn (\w+)/g)].at(-1)?.[1] ?? ''
    const isMixed = parts.length === 1 || /\|\||^\s*if\b/.test(outside(condition))
    const without = isMixed
      ? [{ condition: condition.trim(), rest: `assert!(true,${error})` }]
      : parts.map((part, i) => ({
          condition: part.trim(),
          rest: `assert!(${parts.filter((_, j) => j !== i).join('&&')},${error})`,
        }))
    for (const { condition: asked, rest } of without) {
      const kept = '\n'.repeat(source.slice(from, to).split('\n').length - 1)
      guards.push({
        path,
        line,
        method,
        condition: asked.replaceAll(/\s+/g, ' '),
        error: error.trim(),
        text: source.slice(0, from) + rest.replaceAll(/\s+/g, ' ') + kept + source.slice(to + 1),
      })
    }
  }
  return guards
}

/** Where the bracket before `from` closes. */
function closingOf(text: string, from: number): number {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')') depth--
    if (depth === 0) return at
  }
  throw new Error(`an open bracket at ${from}`)
}

/** What stands in no bracket. */
function outside(text: string): string {
  let depth = 0
  return [...text]
    .filter((char) => {
      if (char === '(') depth++
      const isOutside = depth === 0
      if (char === ')') depth--
      return isOutside
    })
    .join('')
}

function split(text: string, at: string): string[] {
  const parts: string[] = []
  let depth = 0
  let begin = 0
  for (let i = 0; i < text.length; i++) {
    if ('(['.includes(text[i]!)) depth++
    if (')]'.includes(text[i]!)) depth--
    if (depth === 0 && text.startsWith(at, i)) {
      parts.push(text.slice(begin, i))
      begin = i + at.length
    }
  }
  return [...parts, text.slice(begin)]
}
