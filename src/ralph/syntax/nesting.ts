import { CompileError } from '../compile-error.ts'
import type { Rule, Run } from './peg.ts'

/** Every so many levels of brackets what stands inside is read ahead of its surroundings. */
const stride = 32

const opening = '([{'
const closing = ')]}'
const separators = ',;:>'

/**
 * Reads what is nested deeply from the inside out: outcomes are remembered by place, so whoever reads the surroundings finds
 * them and never goes further down than a stride. Texts that are not nested so deeply are not touched.
 */
export function readInnermostFirst(run: Run, expression: Rule<unknown>, statements: Rule<unknown>): void {
  const places = deepPlaces(run.text)
  if (places.length === 0) return
  const readAt = (place: number, rule: Rule<unknown>, cut: boolean): void => {
    run.at = place
    run.skipSpace()
    run.cut = cut
    try {
      rule(run)
    } catch (error) {
      // Remembered as well: it is thrown again if the text is ever read as this here.
      if (!(error instanceof CompileError)) throw error
    }
    run.depth = 0
  }
  for (const place of places.reverse()) {
    readAt(place, expression, false)
    if (run.text[place - 1] === '{') for (const cut of [false, true]) readAt(place, statements, cut)
  }
  run.at = 0
  run.cut = true
  run.expected = ''
  run.furthest = 0
  run.missing = []
}

/** Where an expression may begin inside brackets of every stride-th level, in the order of the text. */
function deepPlaces(text: string): number[] {
  const places: number[] = []
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (char === '/' && text[at + 1] === '/') {
      const end = text.indexOf('\n', at)
      at = end === -1 ? text.length : end
    } else if (char === '`') {
      const end = text.indexOf('`', at + 1)
      at = end === -1 ? text.length : end
    } else if (opening.includes(char)) {
      depth += 1
      if (depth % stride === 0) places.push(at + 1)
    } else if (closing.includes(char)) depth -= 1
    else if (depth > 0 && depth % stride === 0 && separators.includes(char)) places.push(at + 1)
  }
  return places
}
