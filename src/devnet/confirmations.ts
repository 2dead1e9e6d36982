import type { BlockEntry } from './block.ts'
import { chainOf, fromOf, isIntraGroup, toOf } from './chain-index.ts'
import { type ChainState, heightOf } from './chain-state.ts'

/**
 * How deep a main-chain block lies: on its own chain, in its sender's group and in its receiver's. A block between groups
 * counts in the sender's group from the first block of that group's own chain that builds on it, and in the receiver's
 * from the first that builds on that one.
 */
export function confirmationsOf(state: ChainState, entry: BlockEntry) {
  const own = heightOf(state, entry.chain) - entry.height + 1
  if (isIntraGroup(entry.chain))
    return { chainConfirmations: own, fromGroupConfirmations: own, toGroupConfirmations: own }
  const from = fromOf(entry.chain)
  const to = toOf(entry.chain)
  const inSender = chainOf(from, from)
  const seenBySender = firstBuildingOn(state, inSender, 3 + to, entry.height)
  const inReceiver = chainOf(to, to)
  const seenByReceiver = firstBuildingOn(state, inReceiver, from < to ? from : from - 1, seenBySender)
  return {
    chainConfirmations: own,
    fromGroupConfirmations: Math.max(0, heightOf(state, inSender) - seenBySender + 1),
    toGroupConfirmations: Math.max(0, heightOf(state, inReceiver) - seenByReceiver + 1),
  }
}

/** The lowest height of a chain whose dependency at a place is at least so high; heights of dependencies never fall. */
function firstBuildingOn(state: ChainState, chain: number, place: number, height: number): number {
  const blocks = state.main[chain]!
  let low = 1
  let high = blocks.length
  while (low < high) {
    const middle = (low + high) >> 1
    const dep = state.deps[blocks[middle]!]![place]!
    if (state.blocks[dep]!.height >= height) high = middle
    else low = middle + 1
  }
  return low
}
