import {
  address,
  attempt,
  bool,
  byteVec,
  contractIdOfLock,
  type DecodedContract,
  decodeContract,
  type Hash,
  i256,
  i256Max,
  i256Min,
  isContractLock,
  type Lock,
  lockOfAddress,
  u256,
  u256Max,
  type Val,
} from '../../bytecode/index.ts'
import { bytesToHex, hexToBytes, isHex } from '../../kit/index.ts'
import { bounds } from '../limits.ts'
import type { AssetOutput, Token } from '../output.ts'
import { badRequest } from './environment.ts'

/** Reads the node's JSON requests. What does not fit is refused as the node refuses a body: 400, with the reason in brackets. */

export function refuseBody(reason: string): never {
  throw badRequest(`Invalid value for: body (${reason}: decoding failure)`)
}

export type JsonObject = Readonly<Record<string, unknown>>

export function asObject(value: unknown): JsonObject {
  if (!isObject(value)) refuseBody(`expected dictionary got ${kindOf(value)}`)
  return value
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the node's parser calls it. */
function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'sequence'
  return typeof value === 'object' ? 'dictionary' : typeof value
}

/** Keys the request must have. */
export function requireKeys(object: JsonObject, keys: readonly string[]): void {
  const missing = keys.filter((key) => object[key] === undefined)
  if (missing.length > 0) refuseBody(`missing keys in dictionary: ${missing.join(', ')}`)
}

export function optional<T>(value: unknown, read: (value: unknown) => T): T | undefined {
  return value === undefined || value === null ? undefined : read(value)
}

export function asArray<T>(value: unknown, read: (value: unknown) => T): T[] {
  if (!Array.isArray(value)) refuseBody(`expected sequence got ${kindOf(value)}`)
  return value.map(read)
}

/** The node takes digits in a string for a number, and cuts fractions off. */
export function asInteger(value: unknown): number {
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number')
    refuseBody(typeof value === 'string' ? value : `expected number got ${kindOf(value)}`)
  if (!Number.isSafeInteger(Math.trunc(number))) refuseBody(`expected int32 got float64: ${number}`)
  return Math.trunc(number)
}

export function asTimestamp(value: unknown): number {
  const timestamp = asInteger(value)
  if (timestamp < 0) refuseBody('expect positive timestamp')
  return timestamp
}

/** Values of a client are never turned into text unseen: an object may carry a `toString` that is no function. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : refuseBody(`expected string got ${kindOf(value)}`)
}

function asBigInt(value: unknown): bigint {
  const digits = typeof value === 'number' ? `${value}` : asText(value)
  if (!/^-?\d{1,80}$/.test(digits)) refuseBody(`For input string: "${digits}"`)
  return BigInt(digits)
}

export function asU256(value: unknown): bigint {
  const number = asBigInt(value)
  if (number < 0n || number > u256Max) refuseBody(`Invalid U256: ${number}`)
  return number
}

function asI256(value: unknown): bigint {
  const number = asBigInt(value)
  if (number < i256Min || number > i256Max) refuseBody(`Invalid I256: ${number}`)
  return number
}

export function asBytes(value: unknown): Uint8Array {
  const hex = asText(value)
  return isHex(hex) ? hexToBytes(hex) : refuseBody(`Invalid hex string: ${hex}`)
}

export function asHash(value: unknown, complaint = 'cannot decode 32 bytes hash'): Hash {
  const bytes = asBytes(value)
  return bytes.length === 32 ? bytesToHex(bytes) : refuseBody(complaint)
}

export const asBlockHash = (value: unknown): Hash => asHash(value, 'cannot decode block hash')

const amountText = /^(\d{1,60})(?:\.(\d{1,18}))? ALPH$/

/** Units in digits, or whole coins with the word ALPH behind them. */
export function asAmount(value: unknown): bigint {
  const [, whole, fraction = ''] = (typeof value === 'string' ? amountText.exec(value) : null) ?? []
  const number = whole === undefined ? asBigInt(value) : BigInt(whole + fraction.padEnd(18, '0'))
  return number < 0n || number > u256Max ? refuseBody(`Invalid amount: ${number}`) : number
}

function asLock(value: unknown): Lock {
  const parsed = lockOfAddress(asText(value))
  return 'error' in parsed ? refuseBody(parsed.error) : parsed.lock
}

export function asAssetLock(value: unknown): Lock {
  const lock = asLock(value)
  if (isContractLock(lock)) refuseBody(`Expect asset address, but was contract address: ${asText(value)}`)
  return lock
}

export function asContractId(value: unknown): Hash {
  const lock = asLock(value)
  if (!isContractLock(lock))
    refuseBody(`Expected a contract address, but got an asset address: ${asText(value)}`)
  return contractIdOfLock(lock)
}

export function asContract(value: unknown): DecodedContract {
  const hex = asText(value)
  if (!isHex(hex)) refuseBody(`Invalid hex string for stateful contract ${hex}`)
  const decoded = attempt(() => decodeContract(hexToBytes(hex)))
  if (!decoded.ok) refuseBody(`Invalid stateful contract ${hex}: ${decoded.error}`)
  return decoded.value
}

/** Arrays count as their elements, as in the bytecode. */
export const asVals = (value: unknown): Val[] => valsAt(value, 0)

function valsAt(value: unknown, depth: number): Val[] {
  if (depth > bounds.nesting) refuseBody('too many arrays within arrays')
  return asArray(value, (item) => asVal(item, depth)).flat()
}

function asVal(value: unknown, depth: number): Val[] {
  const { type, value: content } = asObject(value)
  switch (type) {
    case 'Bool':
      return [bool(asBool(content))]
    case 'I256':
      return [i256(asI256(content))]
    case 'U256':
      return [u256(asU256(content))]
    case 'ByteVec':
      return [byteVec(asBytes(content))]
    case 'Address':
      return [address(asLock(content))]
    case 'Array':
      return valsAt(content, depth + 1)
    default:
      return refuseBody(`invalid tag for tagged object: ${typeof type === 'string' ? type : kindOf(type)}`)
  }
}

function asBool(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  return value === 'true' || value === 'false'
    ? value === 'true'
    : refuseBody(`expected boolean got ${kindOf(value)}`)
}

export interface AssetState {
  readonly amount: bigint
  readonly tokens: readonly Token[]
}

export function asAssetState(value: unknown): AssetState {
  const object = asObject(value)
  requireKeys(object, ['attoAlphAmount'])
  return {
    amount: asU256(object.attoAlphAmount),
    tokens: optional(object.tokens, (tokens) => asArray(tokens, asToken)) ?? [],
  }
}

function asToken(value: unknown): Token {
  const object = asObject(value)
  requireKeys(object, ['id', 'amount'])
  return { id: asHash(object.id), amount: asU256(object.amount) }
}

/** An asset somebody would bring along as a transaction input. */
export function asInputAsset(value: unknown): AssetOutput {
  const object = asObject(value)
  requireKeys(object, ['address', 'asset'])
  const { amount, tokens } = asAssetState(object.asset)
  return {
    kind: 'asset',
    amount,
    tokens,
    lock: asAssetLock(object.address),
    lockTimeMs: 0n,
    additionalData: new Uint8Array(0),
  }
}
