import type { BlockEvent, Chain, ChainBlock } from '../chain/index.ts'
import type { IndexedBlock } from '../store/index.ts'
import type { VenueContracts } from './venue-contracts.ts'

/** How deep the chain may reorganise: its own limit is 200. */
export const UNDO_DEPTH_MAX = 210

/**
 * Everything a node can do to us.
 *
 * block     these blocks come next, in one unbroken line
 * reorg     go back to this block first
 * finalize  blocks up to this height will not be undone any more
 * idle      nothing to do now: we have what the node has (`caught-up`), or the node is behind us (`node-behind`), which
 *           is lag and no reason to touch a row
 * too-deep  the end: common ground, if any, lies below what can be undone
 */
export type Step =
  | { readonly kind: 'block'; readonly blocks: readonly ChainBlock[]; readonly nodeHeight: number }
  | { readonly kind: 'reorg'; readonly to: IndexedBlock; readonly depth: number; readonly nodeHeight: number }
  | { readonly kind: 'finalize'; readonly height: number; readonly nodeHeight: number }
  | { readonly kind: 'idle'; readonly why: 'caught-up' | 'node-behind'; readonly nodeHeight: number }
  | {
      readonly kind: 'too-deep'
      readonly reason: string
      /** The lowest block that could still be undone, which the node has left too. */
      readonly height: number
      readonly nodeHeight: number
    }

/** Where the index stands; null before the first block. */
export interface Position extends IndexedBlock {
  readonly finalHeight: number
}

export interface FollowOptions {
  readonly startHeight: number
  /** Blocks asked for at once. */
  readonly blocksMax: number
  /** Events after which a batch is long enough. */
  readonly eventsMax: number
  /** Finalising every single block would write more than it saves. */
  readonly finalizeEvery: number
  /**
   * The node is the chain itself, as the embedded devnet is: blocks it does not know do not exist any more (a snapshot
   * was restored), where of any other node we would say that it has not heard of them yet.
   */
  readonly isNodeAuthority: boolean
  readonly contracts: VenueContracts
  /** The number of the market an event says was deployed, null for any other. */
  readonly marketIdIn: (event: BlockEvent, height: number) => number | null
  /** Indexed blocks from the tip down to a height: asked for only when the chain reorganised. */
  readonly listIndexed: (fromHeight: number) => Promise<readonly IndexedBlock[]>
}

/** Looks once and says what to do next. Remembers nothing: whatever happened in between, the answer fits what is. */
export async function nextStep(
  chain: Chain,
  position: Position | null,
  options: FollowOptions,
): Promise<Step> {
  const nodeHeight = await chain.getHeight()
  if (position !== null) {
    const standing = await standingOf(chain, position, nodeHeight, options.isNodeAuthority)
    if (standing === 'behind') return { kind: 'idle', why: 'node-behind', nodeHeight }
    if (standing === 'left') return findCommonGround(chain, position, nodeHeight, options)
    const finalHeight = position.height - UNDO_DEPTH_MAX
    if (finalHeight - position.finalHeight >= options.finalizeEvery)
      return { kind: 'finalize', height: finalHeight, nodeHeight }
  }
  const from = position === null ? options.startHeight : position.height + 1
  if (from > nodeHeight) return { kind: 'idle', why: 'caught-up', nodeHeight }
  const blocks = await fetchLine(
    chain,
    position,
    from,
    Math.min(nodeHeight, from + options.blocksMax - 1),
    options,
  )
  // Not one block fits: the node changed its mind while we asked. The next look will see it whole.
  if (blocks.length === 0) return { kind: 'idle', why: 'node-behind', nodeHeight }
  return { kind: 'block', blocks, nodeHeight }
}

/** Is our tip on the node's main chain? A node that does not know it yet is behind; one that left it says so. */
async function standingOf(
  chain: Chain,
  tip: IndexedBlock,
  nodeHeight: number,
  isNodeAuthority: boolean,
): Promise<'on' | 'left' | 'behind'> {
  if (nodeHeight < tip.height) {
    const standing = await chain.getBlockStanding(tip.hash)
    return standing === 'orphan' || (standing === 'unknown' && isNodeAuthority) ? 'left' : 'behind'
  }
  const [main] = await chain.listHashesAt(tip.height)
  if (main === undefined) return 'behind'
  return main === tip.hash ? 'on' : 'left'
}

/** Blocks of one chain share everything below where they part, so the parting is found by halving. */
async function findCommonGround(
  chain: Chain,
  position: Position,
  nodeHeight: number,
  options: FollowOptions,
): Promise<Step> {
  const lowest = Math.max(position.finalHeight, position.height - UNDO_DEPTH_MAX)
  const indexed = new Map((await options.listIndexed(lowest)).map((block) => [block.height, block]))
  const isShared = async (height: number): Promise<boolean> => {
    // Above its tip a node still lists what it has left.
    if (height > nodeHeight) return false
    const [main] = await chain.listHashesAt(height)
    return main !== undefined && main === indexed.get(height)?.hash
  }
  if (!(await isShared(lowest)))
    return {
      kind: 'too-deep',
      reason: `the chain reorganised below block ${lowest}, deeper than the ${UNDO_DEPTH_MAX} blocks that can be undone or below what was final`,
      height: lowest,
      nodeHeight,
    }
  let shared = lowest
  let parted = position.height
  while (parted - shared > 1) {
    const middle = Math.floor((shared + parted) / 2)
    if (await isShared(middle)) shared = middle
    else parted = middle
  }
  const to = indexed.get(shared)
  if (to === undefined) return { kind: 'idle', why: 'node-behind', nodeHeight }
  return { kind: 'reorg', to, depth: position.height - shared, nodeHeight }
}

/** The main chain's blocks of a range, cut where they stop fitting to each other or to us. */
async function fetchLine(
  chain: Chain,
  position: Position | null,
  from: number,
  to: number,
  options: FollowOptions,
): Promise<ChainBlock[]> {
  const { contracts } = options
  await contracts.refresh()
  const marketIdMax = contracts.marketIdMax()
  const heights = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const fetched = await Promise.all(heights.map((height) => fetchMain(chain, height, contracts.isOurs)))
  const line: ChainBlock[] = []
  let parentHash = position?.hash
  let eventCount = 0
  for (const [index, block] of fetched.entries()) {
    if (block === null || block.height !== from + index) break
    if (parentHash !== undefined && block.parentHash !== parentHash) break
    // So many new markets that some were taken for strangers: from here on it is asked for again.
    if (block.events.some((event) => (options.marketIdIn(event, block.height) ?? 0) > marketIdMax)) break
    line.push(block)
    parentHash = block.hash
    eventCount += block.events.length
    if (eventCount >= options.eventsMax) break
  }
  return line
}

async function fetchMain(
  chain: Chain,
  height: number,
  isOurs: (contractAddress: string) => boolean,
): Promise<ChainBlock | null> {
  const [hash] = await chain.listHashesAt(height)
  return hash === undefined ? null : chain.findBlock(hash, isOurs)
}
