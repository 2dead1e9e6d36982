import { GROUPS } from '../transaction/index.ts'

export { GROUPS }

/** 16 chains, one for each ordered pair of groups, numbered from × 4 + to. */
export const CHAINS = GROUPS * GROUPS

export const chainOf = (from: number, to: number): number => from * GROUPS + to
export const fromOf = (chain: number): number => Math.floor(chain / GROUPS)
export const toOf = (chain: number): number => chain % GROUPS
export const isIntraGroup = (chain: number): boolean => fromOf(chain) === toOf(chain)

/** A block's hash says which chain it belongs to: its last two bytes, mod 16. */
export const chainOfHash = (hash: string): number => Number.parseInt(hash.slice(-4), 16) % CHAINS
