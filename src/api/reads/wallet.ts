import { toRowAddress } from '../../domain/index.ts'
import type { ApiParts } from '../parts.ts'

/** Stands for a wallet no row can belong to, so that every list of it is empty without a branch of its own. */
export const nobody = ''

/** A wallet of a path or query as rows have it: groupless ones in the venue's group; nobody when none can match. */
export const rowWallet = (address: string, { venue }: ApiParts): string =>
  toRowAddress(address, venue.group) ?? nobody

/** A market's address as rows have it: the venue's group may be written behind it, another one matches nothing. */
export function rowMarket(address: string, { venue }: ApiParts): string {
  const colon = address.indexOf(':')
  if (colon === -1) return address
  return Number(address.slice(colon + 1)) === venue.group ? address.slice(0, colon) : nobody
}
