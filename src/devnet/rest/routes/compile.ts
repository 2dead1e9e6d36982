import { unavailable } from '../../api-error.ts'
import type { RouteContext, RouteRequest } from '../request.ts'

const WITHOUT_COMPILER =
  'Ralph is compiled by a full node, and this devnet has none behind it: set ALEPHIUM_COMPILER_URL to the address of one, or deploy bytecode that is compiled already'
const TIMEOUT_MS = 60_000

/** An answer of the compiler, passed through as it came. */
export interface Relayed {
  readonly relayed: true
  readonly status: number
  readonly type: string
  readonly text: string
}

export async function postCompile(context: RouteContext, request: RouteRequest): Promise<Relayed> {
  if (context.compilerUrl === undefined) throw unavailable(WITHOUT_COMPILER)
  try {
    const answer = await fetch(new URL(request.path, context.compilerUrl), {
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
