import { codec } from '../../../alephium/index.ts'
import { bytesToHex, concatBytes, hexToBytes } from '../../../kit/index.ts'
import { badRequest, failed, notFound } from '../../api-error.ts'
import type { BlockEntry } from '../../block.ts'
import { encodeHeader } from '../../block-header.ts'
import { CHAINS, chainOf } from '../../chain-index.ts'
import { findBlock, heightOf, isMain } from '../../chain-state.ts'
import type { NodeCore } from '../../node-core.ts'
import { encodeTransaction } from '../../transaction.ts'
import {
  groupQuery,
  hashParam,
  hashQuery,
  intQuery,
  type RouteContext,
  type RouteRequest,
  timeQuery,
} from '../request.ts'
import { blockView, headerView, richTransactionView } from '../views.ts'
import { eventsOfBlock } from './events.ts'
import { spentOutputFinder } from './spent-outputs.ts'

const SPAN_MAX_MS = 1_800_000

function blockNamed(core: NodeCore, hash: string): BlockEntry {
  const entry = findBlock(core.state, hash)
  if (entry === undefined)
    throw failed(`The block ${hash} does not exist, please check if your full node synced`)
  return entry
}

const plain = (core: NodeCore, entry: BlockEntry) => blockView(entry, core.bodyOf(entry))

const withEvents = (core: NodeCore, entry: BlockEntry) => ({
  block: plain(core, entry),
  events: eventsOfBlock(core, entry),
})

const rich = (core: NodeCore, entry: BlockEntry) => ({
  block: blockView(entry, core.bodyOf(entry), (tx) =>
    richTransactionView(tx, spentOutputFinder(core, entry)),
  ),
  events: eventsOfBlock(core, entry),
})

export const getBlock = ({ core }: RouteContext, request: RouteRequest) =>
  plain(core, blockNamed(core, hashParam(request, 'block_hash')))

export const getBlockWithEvents = ({ core }: RouteContext, request: RouteRequest) =>
  withEvents(core, blockNamed(core, hashParam(request, 'block_hash')))

export const getRichBlock = ({ core }: RouteContext, request: RouteRequest) =>
  rich(core, blockNamed(core, hashParam(request, 'block_hash')))

export function getHeader({ core }: RouteContext, request: RouteRequest) {
  const entry = blockNamed(core, hashParam(request, 'block_hash'))
  return headerView(entry, core.bodyOf(entry))
}

export function getRawBlock({ core }: RouteContext, request: RouteRequest) {
  const entry = blockNamed(core, hashParam(request, 'block_hash'))
  const { header, transactions } = core.bodyOf(entry)
  const bytes = concatBytes(
    encodeHeader(hexToBytes(header.nonce), header),
    codec.i32Codec.encode(transactions.length),
    ...transactions.map(encodeTransaction),
  )
  return { value: bytesToHex(bytes) }
}

/** Nobody mines uncles here, so no block is ever one. */
export function getByGhostUncle({ core }: RouteContext, request: RouteRequest) {
  const hash = hashParam(request, 'ghost_uncle_hash')
  if (isMain(core.state, blockNamed(core, hash)))
    throw failed(
      `The block ${hash} is not a ghost uncle block, you should use a ghost uncle block hash to call this endpoint`,
    )
  throw notFound(`The mainchain block that references the ghost uncle block ${hash}`)
}

/** A block that a revert took away is an orphan to those who saw it, not one that is still to come. */
export function isInMainChain({ core }: RouteContext, request: RouteRequest): boolean {
  const hash = hashQuery(request, 'blockHash')
  if (core.wasReverted(hash) && findBlock(core.state, hash) === undefined) return false
  return isMain(core.state, blockNamed(core, hash))
}

export function getHashes({ core }: RouteContext, request: RouteRequest) {
  const chain = chainOf(groupQuery(request, 'fromGroup'), groupQuery(request, 'toGroup'))
  const height = intQuery(request, 'height')
  const seqs = core.state.atHeight[chain]![height] ?? []
  const main = core.state.main[chain]![height]
  const ordered = main === undefined ? seqs : [main, ...seqs.filter((seq) => seq !== main)]
  return { headers: ordered.map((seq) => core.state.blocks[seq]!.hash) }
}

export function getChainInfo({ core }: RouteContext, request: RouteRequest) {
  const chain = chainOf(groupQuery(request, 'fromGroup'), groupQuery(request, 'toGroup'))
  return { currentHeight: heightOf(core.state, chain) }
}

export const listBlocks = ({ core }: RouteContext, request: RouteRequest) => ({
  blocks: inInterval(core, request, plain),
})

export const listBlocksWithEvents = ({ core }: RouteContext, request: RouteRequest) => ({
  blocksAndEvents: inInterval(core, request, withEvents),
})

export const listRichBlocks = ({ core }: RouteContext, request: RouteRequest) => ({
  blocksAndEvents: inInterval(core, request, rich),
})

/** The main chain's blocks within a time span, one list for each chain. */
function inInterval<T>(
  core: NodeCore,
  request: RouteRequest,
  view: (core: NodeCore, entry: BlockEntry) => T,
): T[][] {
  const from = timeQuery(request, 'fromTs')
  const given = request.query.get('toTs') === null ? undefined : timeQuery(request, 'toTs')
  if (given !== undefined && from >= given)
    throw badRequest(
      `Invalid value (expected value to pass validation: \`fromTs\` must be before \`toTs\`, but got: TimeInterval(TimeStamp(${from}ms),Some(TimeStamp(${given}ms))))`,
    )
  const to = given ?? core.nowMs()
  if (to - from > SPAN_MAX_MS) throw badRequest(`Time span cannot be greater than Duration(${SPAN_MAX_MS}ms)`)
  return Array.from({ length: CHAINS }, (_, chain) => {
    const seqs = core.state.main[chain]!
    const blocks: T[] = []
    for (let height = seqs.length - 1; height >= 0; height--) {
      const entry = core.state.blocks[seqs[height]!]!
      if (entry.timestampMs < from) break
      if (entry.timestampMs <= to) blocks.push(view(core, entry))
    }
    return blocks.reverse()
  })
}
