import { afterThisTurn, Fault, withDeadline } from '../../../kit/index.ts'
import type { CompilerOptions, TestedContract } from '../../../ralph/index.ts'
import { failed, unavailable } from '../../api-error.ts'
import { dryRunEnv } from '../../dry-run-env.ts'
import type { CompileJob, CompileReply } from '../../ralph-compiler.ts'
import { ralphTestResults } from '../../ralph-tests.ts'
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

export const postCompileScript = compiling('script')
export const postCompileContract = compiling('contract')
export const postCompileProject = compiling('project')

/** By our own compiler, or by a full node if one is named. */
function compiling(target: CompileJob['target']) {
  return async (context: RouteContext, request: RouteRequest): Promise<unknown> => {
    if (context.compilerUrl !== undefined) return relay(context.compilerUrl, request)
    const body = withKeys(bodyOf(request), 'code')
    const source = stringOf(body.code)
    const options = optional(body, 'compilerOptions', readOptions) ?? {}
    const reply = await compiled(context, { target, source, options })
    if ('refusal' in reply) throw failed(reply.refusal)
    const testError = await firstTestError(source, reply.tested, context)
    return testError === undefined ? reply.artifact : { ...reply.artifact, testError }
  }
}

async function compiled({ compiler }: RouteContext, job: CompileJob): Promise<CompileReply> {
  try {
    return await compiler.run(job)
  } catch (error) {
    if (error instanceof Fault) throw unavailable(error.message)
    throw error
  }
}

/** Others are served between two tests. */
async function firstTestError(
  source: string,
  tested: readonly TestedContract[],
  context: RouteContext,
): Promise<string | undefined> {
  for (const failure of ralphTestResults(source, tested, dryRunEnv(context))) {
    if (failure !== undefined) return failure
    await new Promise<void>((resolve) => afterThisTurn(resolve))
  }
  return undefined
}

function readOptions(value: unknown): CompilerOptions {
  const object: JsonObject = objectOf(value)
  return Object.fromEntries(Object.entries(object).map(([key, flag]) => [key, booleanOf(flag)]))
}

async function relay(compilerUrl: string, request: RouteRequest): Promise<Relayed> {
  const refusal = unavailable('The compiler behind ALEPHIUM_COMPILER_URL does not answer')
  const ask = async (signal: AbortSignal): Promise<Relayed> => {
    const answer = await fetch(new URL(request.path, compilerUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: request.text,
      signal,
    })
    const type = answer.headers.get('content-type') ?? 'application/json'
    return { relayed: true, status: answer.status, type, text: await answer.text() }
  }
  return withDeadline(TIMEOUT_MS, ask, () => refusal).catch(() => Promise.reject(refusal))
}

export const isRelayed = (value: unknown): value is Relayed =>
  typeof value === 'object' && value !== null && 'relayed' in value
