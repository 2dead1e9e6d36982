import { toRowAddress } from '../../domain/index.ts'
import type { ApiParts } from '../parts.ts'

/** Stands for a wallet no row can belong to, so that every list of it is empty without a branch of its own. */
const nobody = ''

/** A wallet of a path or query as rows have it: groupless ones in the venue's group; nobody when none can match. */
export const rowWallet = (address: string, { venue }: ApiParts): string =>
  toRowAddress(address, venue.group) ?? nobody
