import { CompileError, CompilerLimit } from '../compile-error.ts'

/**
 * Parsing expressions: ordered choice, greedy repetition, and cuts after which no alternative is tried. Which programs are
 * accepted, and where an error is reported, follows from the order of alternatives and the place of cuts; both are the
 * node's. Unlike there, a rule's outcome at a place is remembered, so that nested expressions cost linear time.
 */

export const failed: unique symbol = Symbol('no match')
type Failed = typeof failed

/** Reads at `run.at` and moves it. On failure `run.at` is where it failed. */
export type Rule<T> = (run: Run) => T | Failed

interface Outcome {
  readonly value: unknown
  /** What the rule threw instead of an outcome. */
  readonly thrown?: CompileError
  readonly at: number
  readonly cut: boolean
  readonly expected: string
}

/** Rules within rules; each level of parentheses or blocks takes a few. */
const depthMax = 1_000

/** One reading of one text. */
export class Run {
  readonly text: string
  at = 0
  /** Whether a failure now is final. */
  cut = true
  expected = ''
  depth = 0
  /** Outcomes by rule, then by place. */
  readonly remembered: (Map<number, Outcome> | undefined)[] = []
  /** The furthest place at which a token was missing: often nearer to the mistake than the place that is reported. */
  furthest = 0
  missing: string[] = []

  constructor(text: string) {
    this.text = text
  }

  fail(expected: string, at = this.at): Failed {
    this.expected = expected
    if (at > this.furthest) {
      this.furthest = at
      this.missing = [expected]
    } else if (at === this.furthest) this.missing.push(expected)
    this.at = at
    return failed
  }

  skipSpace(): void {
    const { text } = this
    let at = this.at
    for (;;) {
      const code = text.charCodeAt(at)
      if (code === 32 || code === 9 || code === 13 || code === 10) at += 1
      else if (code === 47 && text.charCodeAt(at + 1) === 47) {
        const end = text.indexOf('\n', at)
        at = end === -1 ? text.length : end
      } else break
    }
    this.at = at
  }
}

interface Joined<T> {
  readonly rule: Rule<T>
  readonly join: 'tight' | 'cut'
}

/** Follows without space between. */
export const tight = <T>(rule: Rule<T>): Joined<T> => ({ rule, join: 'tight' })

/** Once what came before has matched, there is no way back. */
export const cut = <T>(rule: Rule<T>): Joined<T> => ({ rule, join: 'cut' })

type Steps<T extends readonly unknown[]> = { readonly [K in keyof T]: Rule<T[K]> | Joined<T[K]> }

/** One after the other with space between. A step that reads nothing takes back the space before it. */
export function seq<T extends readonly unknown[]>(...steps: Steps<T>): Rule<T> {
  const parts = steps.map((step) =>
    typeof step === 'function' ? { rule: step as Rule<unknown>, join: 'space' } : (step as Joined<unknown>),
  )
  const head = parts[0]!.rule
  return (run) => {
    const first = head(run)
    if (first === failed) return failed
    const values: unknown[] = [first]
    for (let i = 1; i < parts.length; i++) {
      const { rule, join } = parts[i]!
      const before = run.at
      if (join === 'cut') run.cut = true
      if (join !== 'tight') run.skipSpace()
      const start = run.at
      const value = rule(run)
      if (value === failed) {
        if (join === 'cut') run.cut = true
        return failed
      }
      if (run.at === start && run.at < run.text.length) run.at = before
      values.push(value)
    }
    return values as unknown as T
  }
}

/** The first that matches. */
export function choice<T extends readonly unknown[]>(
  ...rules: { readonly [K in keyof T]: Rule<T[K]> }
): Rule<T[number]> {
  return (run) => {
    const outerCut = run.cut
    const start = run.at
    for (const rule of rules as readonly Rule<T[number]>[]) {
      run.at = start
      run.cut = false
      const value = rule(run)
      if (value !== failed) {
        run.cut ||= outerCut
        return value
      }
      if (run.cut) return failed
    }
    run.at = start
    run.cut = outerCut
    return failed
  }
}

export const optional =
  <T>(rule: Rule<T>): Rule<T | undefined> =>
  (run) => {
    const outerCut = run.cut
    const start = run.at
    run.cut = false
    const value = rule(run)
    if (value !== failed) {
      run.cut ||= outerCut
      return value
    }
    if (run.cut) return failed
    run.at = start
    run.cut = outerCut
    return undefined
  }

export const many =
  <T>(rule: Rule<T>, min = 0): Rule<T[]> =>
  (run) => {
    const values: T[] = []
    let outerCut = run.cut
    let before = run.at
    for (;;) {
      run.cut = outerCut && values.length < min
      const value = rule(run)
      outerCut ||= run.cut
      if (value === failed) {
        if (run.cut) return failed
        run.at = before
        run.cut = outerCut
        return values.length < min ? failed : values
      }
      values.push(value)
      before = run.at
      run.skipSpace()
    }
  }

export const separated = <T>(rule: Rule<T>, min: number, separator: string): Rule<T[]> => {
  const expected = JSON.stringify(separator)
  return (run) => {
    const values: T[] = []
    let outerCut = run.cut
    let before = run.at
    for (;;) {
      run.cut = values.length < min && outerCut
      const value = rule(run)
      outerCut ||= run.cut
      if (value === failed) {
        if (run.cut) return failed
        run.at = before
        run.cut = outerCut
        return values.length < min ? failed : values
      }
      values.push(value)
      before = run.at
      run.skipSpace()
      if (!run.text.startsWith(separator, run.at)) {
        run.fail(expected)
        run.at = before
        run.cut = outerCut
        return values
      }
      run.at += separator.length
      run.skipSpace()
    }
  }
}

export const map =
  <T, R>(rule: Rule<T>, make: (value: T, run: Run) => R): Rule<R> =>
  (run) => {
    const value = rule(run)
    return value === failed ? failed : make(value, run)
  }

/** What follows depends on what was read; the space between belongs to neither. */
export const chosen =
  <T, R>(rule: Rule<T>, next: (value: T) => Rule<R>): Rule<R> =>
  (run) => {
    const value = rule(run)
    if (value === failed) return failed
    run.skipSpace()
    return next(value)(run)
  }

export const literal = (text: string): Rule<undefined> => {
  const expected = JSON.stringify(text)
  return (run) => {
    if (!run.text.startsWith(text, run.at)) return run.fail(expected)
    run.at += text.length
    return undefined
  }
}

export const offset: Rule<number> = (run) => run.at

export const endOfText: Rule<undefined> = (run) =>
  run.at < run.text.length ? run.fail('end of input') : undefined

/** A rule that refers to itself is looked up when it is first used. */
export const lazy =
  <T>(find: () => Rule<T>): Rule<T> =>
  (run) =>
    find()(run)

/** A rule that is told later what it is, where two files of rules need each other. */
export function forward<T>(): { readonly rule: Rule<T>; define: (rule: Rule<T>) => void } {
  let defined: Rule<T> | undefined
  return {
    rule: (run) => defined!(run),
    define: (rule) => {
      defined = rule
    },
  }
}

/** Says in one word what is missing where nothing of the rule was found. */
export const named =
  <T>(name: string, rule: Rule<T>): Rule<T> =>
  (run) => {
    const start = run.at
    const value = rule(run)
    if (value === failed && run.at === start) run.expected = name
    return value
  }

let rememberedRules = 0

/** Reads once at each place. The outcome also depends on whether a cut came before. */
export function remembered<T>(rule: Rule<T>): Rule<T> {
  const number = rememberedRules++
  return (run) => {
    const key = run.at * 2 + (run.cut ? 1 : 0)
    let outcomes = run.remembered[number]
    if (outcomes === undefined) {
      outcomes = new Map()
      run.remembered[number] = outcomes
    }
    const known = outcomes.get(key)
    if (known !== undefined) {
      if (known.thrown !== undefined) throw known.thrown
      run.at = known.at
      run.cut = known.cut
      run.expected = known.expected
      return known.value as T | Failed
    }
    run.depth += 1
    if (run.depth > depthMax) {
      throw new CompilerLimit('The program is nested too deeply', { span: { from: run.at, to: run.at + 1 } })
    }
    let value: T | Failed
    try {
      value = rule(run)
    } catch (error) {
      if (error instanceof CompileError) {
        const { at, cut, expected } = run
        outcomes.set(key, { value: failed, thrown: error, at, cut, expected })
      }
      throw error
    }
    run.depth -= 1
    outcomes.set(key, { value, at: run.at, cut: run.cut, expected: run.expected })
    return value
  }
}

/** Reads a whole text or says where and why not; `prepare` may read parts of it before. */
export function parse<T>(text: string, rule: Rule<T>, prepare: (run: Run) => void): T {
  const run = new Run(text)
  prepare(run)
  const value = rule(run)
  if (value !== failed) return value
  const { at, expected, furthest, missing } = run
  const footer =
    furthest > at
      ? `Read as far as ${positionText(text, furthest)}: expected ${[...new Set(missing)].join(', ')}`
      : undefined
  throw new CompileError(`Expected ${expected}`, {
    title: 'Syntax error',
    span: { from: at, to: at + foundLength(text, at) },
    ...(footer === undefined ? {} : { footer }),
  })
}

function positionText(text: string, at: number): string {
  const before = text.slice(0, at)
  return `(${before.split('\n').length}:${at - before.lastIndexOf('\n')})`
}

const shownMax = 10

/** The next ten characters are marked, as long as they would be inside quotes. */
function foundLength(text: string, at: number): number {
  const shown = text.slice(at, at + shownMax)
  return shown === '' ? 2 : JSON.stringify(shown).length - 2
}
