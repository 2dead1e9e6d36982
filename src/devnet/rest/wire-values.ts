import { bs58 } from '../../alephium/index.ts'
import { type KeyType, keyTypes } from '../../domain/index.ts'
import { bytesToHex, isHex } from '../../kit/index.ts'
import { isLock, limits, type OutputRef, type Token } from '../../transaction/index.ts'
import type { PublicKey } from '../build/payer.ts'
import { GROUPS } from '../chain-index.ts'
import { bodyError, integerOf, type JsonObject, longOf, optional, stringOf, withKeys } from './json-body.ts'

const digits = /^\d{1,78}$/
const inAlph = /^(\d*)\.?(\d+) *ALPH$/
const MAX_LENGTH = 4_000_000

/** Digits, a bare number, or `1.5 ALPH`. */
export function amountOf(value: unknown): bigint {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') throw bodyError('expected string')
  const amount = digits.test(text) ? BigInt(text) : alphOf(text)
  if (amount === undefined || amount > limits.U256_MAX)
    throw bodyError(`Invalid amount: ${text.slice(0, 100)}`)
  return amount
}

function alphOf(text: string): bigint | undefined {
  if (!inAlph.test(text)) return undefined
  const [whole = '', fraction = ''] = text.replace(/ *ALPH$/, '').split('.')
  if (fraction.length > 18 || whole.length > 60) return undefined
  return BigInt((whole || '0') + fraction.padEnd(18, '0'))
}

export function hexOf(value: unknown): string {
  const text = stringOf(value)
  if (text.length > MAX_LENGTH || !isHex(text)) throw bodyError(`Invalid hex string: ${text.slice(0, 100)}`)
  return text.toLowerCase()
}

export function hashOf(value: unknown): string {
  const hex = hexOf(value)
  if (hex.length !== 64) throw bodyError('cannot decode 32 bytes hash')
  return hex
}

export function gasAmountOf(value: unknown): number {
  const gas = integerOf(value)
  if (gas < 0 || gas > 0x7fffffff) throw bodyError(`Invalid Gas: ${gas}`)
  return gas
}

export function gasPriceOf(value: unknown): bigint {
  return amountOf(value)
}

export function groupIndexOf(value: unknown): number {
  const group = integerOf(value)
  if (group < 0 || group >= GROUPS) throw bodyError(`Invalid group index: ${group}`)
  return group
}

/** Milliseconds up to 2^63 - 1; large ones may come as digits. */
export function timestampOf(value: unknown): bigint {
  const ms = longOf(value)
  if (ms < 0n) throw bodyError(`expect positive timestamp`)
  return ms
}

/** What an address text means: a lock; for a groupless one without a group, its default group's and a note of that. */
export interface ParsedAddress {
  readonly lock: string
  readonly withoutGroup: boolean
}

export function parseAddress(text: string): ParsedAddress | undefined {
  if (text.length > 1_500) return undefined
  const suffixed = /^(.+):(\d)$/.exec(text)
  const bytes = bs58.decodeUnsafe(suffixed?.[1] ?? text)
  if (bytes === undefined || bytes.length === 0) return undefined
  const hex = bytesToHex(new Uint8Array(bytes))
  const isGroupless = hex.startsWith('04') || hex.startsWith('05')
  if (suffixed !== null) {
    const lock = `${hex}0${suffixed[2]}`
    return isGroupless && isLock(lock) ? { lock, withoutGroup: false } : undefined
  }
  if (!isGroupless) return isLock(hex) ? { lock: hex, withoutGroup: false } : undefined
  if (hex.length < 14) return undefined
  const lock = `${hex}0${Number.parseInt(hex.slice(-10, -8), 16) % GROUPS}`
  return isLock(lock) ? { lock, withoutGroup: true } : undefined
}

export const isContractLock = (lock: string): boolean => lock.startsWith('03')

/** Somebody who can be paid: any address but a contract's. */
export function assetLockOf(value: unknown): string {
  const text = stringOf(value)
  const parsed = parseAddress(text)
  if (parsed === undefined) throw bodyError(`Invalid address ${text.slice(0, 200)}`)
  if (isContractLock(parsed.lock)) throw bodyError(`Expect asset address, but was contract address: ${text}`)
  return parsed.lock
}

export function tokenOf(value: unknown): Token {
  const token = withKeys(value, 'id', 'amount')
  return { id: hashOf(token.id), amount: amountOf(token.amount) }
}

export function outputRefFrom(value: unknown): OutputRef {
  const ref = withKeys(value, 'hint', 'key')
  return { hint: integerOf(ref.hint), key: hashOf(ref.key) }
}

export function keyTypeOf(value: unknown): KeyType {
  const text = stringOf(value)
  const known = keyTypes.find((type) => type === text)
  if (known === undefined) throw bodyError(`Invalid public key type: ${text.slice(0, 100)}`)
  return known
}

export function publicKeyOf(body: JsonObject): PublicKey {
  const key = hexOf(body.fromPublicKey)
  return { key, type: optional(body, 'fromPublicKeyType', keyTypeOf) ?? 'default' }
}
