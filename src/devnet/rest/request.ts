import { badRequest } from '../api-error.ts'
import { GROUPS } from '../chain-index.ts'
import type { NodeCore } from '../node-core.ts'
import type { RalphCompiler } from '../ralph-compiler.ts'
import type { WalletStore } from '../wallet-store.ts'
import { parseJson } from './json-body.ts'
import { isContractLock, type ParsedAddress, parseAddress } from './wire-values.ts'

/** What a route sees of a request. Path and query values are refused with the node's words, name and all. */
export interface RouteRequest {
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly text: string
}

export interface RouteContext {
  readonly core: NodeCore
  readonly wallets: WalletStore
  readonly compiler: RalphCompiler
  /** A full node that compiles in its place. */
  readonly compilerUrl: string | undefined
  /** The port the node listens on, 0 when it does not. */
  port(): number
  /** Bytes nobody can guess, or the seed's. */
  randomBytes(length: number): Uint8Array
}

export type Handler = (context: RouteContext, request: RouteRequest) => unknown

export const bodyOf = (request: RouteRequest): unknown => parseJson(request.text)

type Place = 'path parameter' | 'query parameter'

const refuse = (place: Place, name: string, why: string) =>
  badRequest(`Invalid value for: ${place} ${name} (${why})`)

export function hashParam(request: RouteRequest, name: string): string {
  const text = request.params[name] ?? ''
  if (!/^[0-9a-fA-F]{64}$/.test(text)) throw refuse('path parameter', name, `$: ${text}`)
  return text.toLowerCase()
}

export function addressParam(request: RouteRequest, name: string): ParsedAddress {
  const text = request.params[name] ?? ''
  const parsed = parseAddress(text)
  if (parsed === undefined) throw refuse('path parameter', name, `$: ${text}`)
  return parsed
}

/** The id of the contract a path names. */
export function contractParam(request: RouteRequest, name: string): string {
  const { lock } = addressParam(request, name)
  if (!isContractLock(lock)) throw refuse('path parameter', name, `$: ${request.params[name]}`)
  return lock.slice(2)
}

export function requiredQuery(request: RouteRequest, name: string): string {
  const text = request.query.get(name)
  if (text === null) throw badRequest(`Invalid value for: query parameter ${name}`)
  return text
}

export function hashQuery(request: RouteRequest, name: string): string {
  const text = requiredQuery(request, name)
  if (!/^[0-9a-fA-F]{64}$/.test(text)) throw refuse('query parameter', name, `$: ${text}`)
  return text.toLowerCase()
}

export function intQuery(request: RouteRequest, name: string): number {
  return parseInt32(requiredQuery(request, name), name)
}

export function optionalInt(request: RouteRequest, name: string): number | undefined {
  const text = request.query.get(name)
  return text === null ? undefined : parseInt32(text, name)
}

function parseInt32(text: string, name: string): number {
  const value = Number(text)
  if (!/^[+-]?\d{1,10}$/.test(text) || value !== (value | 0))
    throw refuse('query parameter', name, `For input string: "${text}": ${text}`)
  return value
}

export function groupQuery(request: RouteRequest, name: string): number {
  const group = intQuery(request, name)
  if (group < 0 || group >= GROUPS) throw refuse('query parameter', name, `Invalid group index: ${group}`)
  return group
}

export function optionalGroup(request: RouteRequest, name: string): number | undefined {
  return request.query.get(name) === null ? undefined : groupQuery(request, name)
}

export function optionalBoolean(request: RouteRequest, name: string): boolean | undefined {
  const text = request.query.get(name)
  if (text === null) return undefined
  if (text !== 'true' && text !== 'false')
    throw refuse('query parameter', name, `For input string: "${text}": ${text}`)
  return text === 'true'
}

export function timeQuery(request: RouteRequest, name: string): number {
  const text = requiredQuery(request, name)
  if (!/^[+-]?\d{1,16}$/.test(text))
    throw refuse('query parameter', name, `For input string: "${text}": ${text}`)
  const ms = Number(text)
  if (ms < 0)
    throw refuse('query parameter', name, `assumption failed: timestamp should be non-negative: ${ms}`)
  return ms
}
