import type { Hash } from '../bytecode/index.ts'

/** How far the methods of one code have been scanned for selectors, and what was found on the way. */
export interface SelectorProgress {
  searchedMethodIndex: number
  readonly found: Map<number, number>
}

/**
 * Searching a method by selector costs gas per method scanned, once: what was scanned stays known for the other
 * transactions of the block. So the memory belongs to the block, not to the contract and not to the process.
 */
export type SelectorCache = Map<Hash, SelectorProgress>

export const createSelectorProgress = (): SelectorProgress => ({ searchedMethodIndex: -1, found: new Map() })

export const createSelectorCache = (): SelectorCache => new Map()
