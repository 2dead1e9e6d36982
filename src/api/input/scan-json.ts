import { invalid } from '../errors/invalid.ts'

/** A proposal's metadata is the deepest legal body; nothing of ours nests even half as deep. */
export const depthMax = 32

interface Level {
  /** Keys seen so far; null inside an array. */
  readonly keys: Set<string> | null
  /** The key or index whose value is being read. */
  at: string
  index: number
}

/**
 * One pass over the text before it is parsed: refuses nesting that is too deep, a key that appears twice in one object,
 * and keys that could reach an object's prototype. Says nothing about the rest of the grammar, which JSON.parse checks
 * next. Cost is linear and stops at the first offence, so a body of brackets is refused after 32 of them.
 */
export function scanJson(text: string): void {
  const levels: Level[] = []
  let expectKey = false
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x7b: // {
        push({ keys: new Set(), at: '', index: 0 })
        expectKey = true
        break
      case 0x5b: // [
        push({ keys: null, at: '0', index: 0 })
        expectKey = false
        break
      case 0x7d: // }
      case 0x5d: // ]
        levels.pop()
        expectKey = false
        break
      case 0x2c: {
        // ,
        const level = levels.at(-1)
        if (level?.keys) expectKey = true
        else if (level) level.at = String(++level.index)
        break
      }
      case 0x22: {
        // "
        const end = endOfString(text, i)
        if (expectKey) {
          addKey(text.slice(i, end + 1))
          expectKey = false
        }
        i = end
        break
      }
    }
  }

  function push(level: Level): void {
    if (levels.length >= depthMax)
      throw invalid('body', undefined, `the body nests deeper than ${depthMax} levels`)
    levels.push(level)
  }

  function addKey(quoted: string): void {
    const level = levels.at(-1)
    if (!level?.keys) return
    const key = unquote(quoted)
    const field = [...levels.slice(0, -1).map(({ at }) => at), key].join('.')
    if (level.keys.has(key)) throw invalid(field, undefined, `the field ${key} appears twice`)
    const reachesPrototype =
      key === '__proto__' || (key === 'prototype' && levels.at(-2)?.at === 'constructor')
    if (reachesPrototype) throw invalid(field, undefined, `a field must not be called ${key}`)
    level.keys.add(key)
    level.at = key
  }
}

/** Index of the closing quote, or the last index when the string never ends (JSON.parse will say so). */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 0x22) return i
    if (c === 0x5c) i++
  }
  return text.length - 1
}

function unquote(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  try {
    return JSON.parse(quoted) as string
  } catch {
    return quoted
  }
}
