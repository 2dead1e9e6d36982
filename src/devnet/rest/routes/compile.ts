import {
  CompileError,
  type CompilerOptions,
  compileContractSource,
  compileProjectSource,
  compileScriptSource,
  errorText,
} from '../../../ralph/index.ts'
import { failed, unavailable } from '../../api-error.ts'
import { dryRunEnv } from '../../dry-run-env.ts'
import { runRalphTests } from '../../ralph-tests.ts'
import { booleanOf, type JsonObject, objectOf, optional, stringOf, withKeys } from '../json-body.ts'
import { bodyOf, type RouteContext, type RouteRequest } from '../request.ts'

const TIMEOUT_MS = 60_000

/** An answer of another compiler, passed through as it came. */
export interface Relayed {
  readonly relayed: true
  readonly status: number
  readonly type: string
  readonly text: string
}

type Compile = (source: string, options: CompilerOptions, context: RouteContext) => unknown

export const postCompileScript = compiling((source, options) => compileScriptSource(source, options))

export const postCompileContract = compiling((source, options) => compileContractSource(source, options))

export const postCompileProject = compiling((source, options, context) =>
  compileProjectSource(source, options, (contracts) => runRalphTests(source, contracts, dryRunEnv(context))),
)

/** By our own compiler, or by a full node if one is named. */
function compiling(compile: Compile) {
  return (context: RouteContext, request: RouteRequest): unknown => {
    if (context.compilerUrl !== undefined) return relay(context.compilerUrl, request)
    const body = withKeys(bodyOf(request), 'code')
    const source = stringOf(body.code)
    const options = optional(body, 'compilerOptions', readOptions) ?? {}
    try {
      return compile(source, options, context)
    } catch (error) {
      if (error instanceof CompileError) throw failed(errorText(error, source))
      throw error
    }
  }
}

function readOptions(value: unknown): CompilerOptions {
  const object: JsonObject = objectOf(value)
  return Object.fromEntries(Object.entries(object).map(([key, flag]) => [key, booleanOf(flag)]))
}

async function relay(compilerUrl: string, request: RouteRequest): Promise<Relayed> {
  try {
    const answer = await fetch(new URL(request.path, compilerUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: request.text,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const type = answer.headers.get('content-type') ?? 'application/json'
    return { relayed: true, status: answer.status, type, text: await answer.text() }
  } catch {
    throw unavailable('The compiler behind ALEPHIUM_COMPILER_URL does not answer')
  }
}

export const isRelayed = (value: unknown): value is Relayed =>
  typeof value === 'object' && value !== null && 'relayed' in value
