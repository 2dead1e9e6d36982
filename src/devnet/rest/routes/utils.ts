import { hexToBytes } from '../../../kit/index.ts'
import { isSignedBy } from '../../check-witnesses.ts'
import { bodyError, withKeys } from '../json-body.ts'
import { bodyOf, type RouteContext, type RouteRequest } from '../request.ts'
import { hexOf } from '../wire-values.ts'

export function postVerifySignature(_: RouteContext, request: RouteRequest): boolean {
  const body = withKeys(bodyOf(request), 'data', 'signature', 'publicKey')
  const data = hexOf(body.data)
  const signature = hexOf(body.signature)
  const key = hexOf(body.publicKey)
  if (signature.length !== 128) throw bodyError(`Unable to decode key from ${signature.slice(0, 200)}`)
  if (key.length !== 66) throw bodyError(`Unable to decode key from ${key.slice(0, 200)}`)
  if (data.length !== 64) return false
  return isSignedBy({ kind: 'SecP256K1', value: hexToBytes(key) }, hexToBytes(data), hexToBytes(signature))
}

const BLOCK_TIME_MS = 5n

/** How many hashes a second find one below a target within a block time: 16 chains, and one hash in 16 fits its chain. */
export function postTargetToHashrate(_: RouteContext, request: RouteRequest) {
  const hex = hexOf(withKeys(bodyOf(request), 'target').target)
  if (hex.length !== 8) throw bodyError(`Invalid target: ${hex.slice(0, 100)}`)
  const bytes = hexToBytes(hex)
  const mantissa = BigInt(`0x${hex.slice(2)}`)
  const size = BigInt(bytes[0]!)
  const target = size > 3n ? mantissa << (8n * (size - 3n)) : mantissa >> (8n * (3n - size))
  if (target === 0n) throw bodyError(`Invalid target: ${hex}`)
  const max = (1n << 256n) - 1n
  return { hashrate: String(((max / target) * 256n * 1000n) / BLOCK_TIME_MS) }
}
