import { isDeepStrictEqual } from 'node:util'
import { ralphTestResults } from '../../src/devnet/index.ts'
import {
  CompileError,
  type CompilerOptions,
  compileContractSource,
  compileProjectSource,
  compileScriptSource,
  errorText,
} from '../../src/ralph/index.ts'
import { readJsonLines } from './json-lines.ts'
import { emptyChain } from './vm-case.ts'

/** A program and what the compile routes of a 4.6.0 node answered. */
export interface RalphCase {
  readonly id: string
  readonly kind: string
  readonly area: string
  readonly route: string
  readonly request: { readonly code: string; readonly compilerOptions?: CompilerOptions }
  readonly status: number
  readonly response: unknown
}

export const readRalphCases = (file: string): RalphCase[] => readJsonLines<RalphCase>(file)

function firstFailure(results: Iterable<string | undefined>): string | undefined {
  for (const failure of results) if (failure !== undefined) return failure
  return undefined
}

const routes: Readonly<Record<string, (source: string, options?: CompilerOptions) => unknown>> = {
  '/contracts/compile-project': (source, options) =>
    compileProjectSource(source, options, (contracts) =>
      firstFailure(ralphTestResults(source, contracts, emptyChain)),
    ),
  '/contracts/compile-contract': compileContractSource,
  '/contracts/compile-script': compileScriptSource,
}

export interface Answer {
  readonly status: number
  readonly response: unknown
}

/** What our compiler answers, as the routes would. */
export function compileCase({ route, request }: RalphCase): Answer {
  try {
    const response = routes[route]!(request.code, request.compilerOptions)
    return { status: 200, response: JSON.parse(JSON.stringify(response)) }
  } catch (error) {
    if (!(error instanceof CompileError)) throw error
    return { status: 500, response: { detail: errorText(error, request.code) } }
  }
}

/** Messages may name an object of the JVM by its address, which is different every time; operators have no other name there. */
const withoutAddresses = (response: unknown): unknown =>
  JSON.parse(
    JSON.stringify(response)
      .replace(/\$@[0-9a-f]+/g, '$@')
      .replace(/Binop\((?:org\.alephium[^,]*|[^A-Za-z,]+),/g, 'Binop(operator,'),
  )

export interface Comparison {
  readonly isEqual: boolean
  /** Of refused programs. */
  readonly isRefused: boolean
  readonly isSamePlace: boolean
  readonly isSyntax: boolean
  readonly got: Answer
}

const placeOf = (detail: string): string | undefined => /error \((\d+:\d+)\)/.exec(detail)?.[1]

const detailOf = ({ response }: { readonly response: unknown }): string =>
  typeof response === 'object' && response !== null && 'detail' in response ? String(response.detail) : ''

export function compareCase(ralphCase: RalphCase): Comparison {
  const got = compileCase(ralphCase)
  const expected = detailOf(ralphCase)
  return {
    isEqual:
      got.status === ralphCase.status &&
      isDeepStrictEqual(withoutAddresses(got.response), withoutAddresses(ralphCase.response)),
    isRefused: got.status !== 200,
    isSamePlace: placeOf(detailOf(got)) === placeOf(expected),
    isSyntax: expected.includes(': Syntax error'),
    got,
  }
}

/** The first place where two answers differ. */
export function firstDifference(expected: unknown, got: unknown, path = ''): string | undefined {
  if (isDeepStrictEqual(expected, got)) return undefined
  if (typeof expected === 'object' && typeof got === 'object' && expected !== null && got !== null) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(got)])) {
      const found = firstDifference(Reflect.get(expected, key), Reflect.get(got, key), `${path}/${key}`)
      if (found !== undefined) return found
    }
  }
  return `${path}: expected ${show(expected)}\n      got ${show(got)}`
}

const shownMax = 1_500
const show = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, shownMax)
