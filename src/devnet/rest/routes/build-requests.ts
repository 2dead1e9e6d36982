import { hexToBytes, maxBigint } from '../../../kit/index.ts'
import { CannotBuild, limits, type Payment, sumTokens, type Token } from '../../../transaction/index.ts'
import { badRequest, failed } from '../../api-error.ts'
import type { GasWish } from '../../build/transfer.ts'
import { type JsonObject, listOf, numberOf, optional, withKeys } from '../json-body.ts'
import {
  amountOf,
  assetLockOf,
  gasAmountOf,
  gasPriceOf,
  hexOf,
  timestampOf,
  tokenOf,
} from '../wire-values.ts'

/** The parts build requests share, read from JSON. */

export interface Destination {
  readonly lock: string
  readonly alph: bigint
  readonly tokens: readonly Token[]
  readonly lockTimeMs: bigint | undefined
  readonly data: Uint8Array | undefined
}

export function destinationOf(value: unknown): Destination {
  const body = withKeys(value, 'address')
  return {
    lock: assetLockOf(body.address),
    alph: optional(body, 'attoAlphAmount', amountOf) ?? 0n,
    tokens: optional(body, 'tokens', listOf(tokenOf)) ?? [],
    lockTimeMs: optional(body, 'lockTime', timestampOf),
    data: optional(body, 'message', (message) => hexToBytes(hexOf(message))),
  }
}

export const destinationsOf = (body: JsonObject): Destination[] => listOf(destinationOf)(body.destinations)

/** Tokens need dust to travel in; what a destination names below that is raised to it. */
export const paymentOf = (destination: Destination): Payment => ({
  lock: destination.lock,
  alph: maxBigint(destination.alph, limits.DUST * BigInt(destination.tokens.length)),
  tokens: destination.tokens,
  ...(destination.lockTimeMs === undefined ? {} : { lockTimeMs: destination.lockTimeMs }),
  ...(destination.data === undefined ? {} : { additionalData: destination.data }),
})

export const gasWishOf = (body: JsonObject): GasWish => ({
  gasAmount: optional(body, 'gasAmount', gasAmountOf),
  gasPrice: optional(body, 'gasPrice', gasPriceOf),
})

/** ALPH and tokens of a request together: the zero token id means ALPH, equal ids add up, zeros do not count. */
export function assetsOf(
  alph: bigint | undefined,
  tokens: readonly Token[] | undefined,
): { readonly alph: bigint | undefined; readonly tokens: readonly Token[] } {
  const all = sumTokens(tokens ?? [])
  const named = all.find((token) => token.id === limits.ALPH_TOKEN_ID)
  const total = named === undefined ? alph : (alph ?? 0n) + named.amount
  if (total !== undefined && total > limits.U256_MAX) throw badRequest('ALPH amount overflow')
  const others = all.filter((token) => token.id !== limits.ALPH_TOKEN_ID && token.amount > 0n)
  const overflow = others.find((token) => token.amount > limits.U256_MAX)
  if (overflow !== undefined) throw badRequest(`Token TokenId(hex"${overflow.id}") amount overflow`)
  return { alph: total, tokens: others }
}

/** Percent; two decimals between 1 and 2. */
export function gasPercentOf(body: JsonObject): number | undefined {
  const multiplier = optional(body, 'gasEstimationMultiplier', numberOf)
  if (multiplier === undefined) return undefined
  if (multiplier < 1 || multiplier > 2)
    throw badRequest('Invalid gas estimation multiplier, expected a value between [1.0, 2.0]')
  if ((String(multiplier).split('.')[1] ?? '').length > 2)
    throw badRequest('Invalid gas estimation multiplier precision, maximum allowed precision is 2')
  return Math.trunc(multiplier * 100)
}

/** Runs a build whose failure is the node's 500. */
export function building<T>(build: () => T): T {
  try {
    return build()
  } catch (error) {
    if (error instanceof CannotBuild) throw failed(error.message)
    throw error
  }
}
