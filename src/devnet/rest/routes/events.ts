import { toJsonVal } from '../../../bytecode/index.ts'
import { hexToBytes } from '../../../kit/index.ts'
import { failed, notFound } from '../../api-error.ts'
import type { BlockEntry } from '../../block.ts'
import { findBlock, isMain } from '../../chain-state.ts'
import type { NodeCore } from '../../node-core.ts'
import { contractParam, hashParam, type RouteContext, type RouteRequest } from '../request.ts'
import { contractAddress } from '../views.ts'
import { counterRange } from './counter-range.ts'

export interface EventView {
  readonly txId: string
  readonly timestamp: number
  readonly contractAddress: string
  readonly eventIndex: number
  readonly fields: unknown[]
}

/** Debug messages are logged like events; of the lists, only a contract's own leaves them out. */
const DEBUG_EVENT = -3

/** The events of a block in the order they happened. */
export function eventsOfBlock(core: NodeCore, entry: BlockEntry, contractId?: string): EventView[] {
  // With the log off nothing is found by block or transaction, not even what the system logs.
  if (!core.eventLog && contractId === undefined) return []
  const { events, transactions } = core.bodyOf(entry)
  return events
    .filter((event) => contractId === undefined || event.contractId === contractId)
    .map((event) => ({
      txId: transactions[event.txIndex]!.txId,
      timestamp: entry.timestampMs,
      contractAddress: contractAddress(event.contractId),
      eventIndex: event.eventIndex,
      fields: event.fields.map(toJsonVal),
    }))
}

/** Creations and destructions are logged under ids of their own, also by a node whose event log is off. */
const systemLog = /^0{60}f[ef]0[0-3]$/

const blocksOf = (core: NodeCore, contractId: string): readonly number[] | undefined =>
  core.eventLog || systemLog.test(contractId) ? core.state.eventBlocks.get(contractId) : undefined

/** Counted in blocks, not in events: everything a contract logs in one block is one page. */
export function getContractEvents({ core }: RouteContext, request: RouteRequest) {
  const id = contractParam(request, 'contractAddress')
  const { start, limit } = counterRange(request)
  const blocks = blocksOf(core, id)
  const address = contractAddress(id)
  if (blocks === undefined) throw notFound(`Contract events of ${address}`)
  const page = blocks.slice(start, start + limit)
  if (page.length === 0 && blocks.length !== start)
    throw notFound(
      `Current count for events of ${address} is '${blocks.length}', events start from '${start}' with limit '${limit}'`,
    )
  const events = page.flatMap((seq) => {
    const entry = core.state.blocks[seq]!
    return eventsOfBlock(core, entry, id)
      .filter((event) => event.eventIndex !== DEBUG_EVENT)
      .map((event) => ({ blockHash: entry.hash, ...event }))
  })
  return { events, nextStart: start + page.length }
}

export function getEventCount({ core }: RouteContext, request: RouteRequest) {
  const id = contractParam(request, 'contractAddress')
  const blocks = blocksOf(core, id)
  if (blocks === undefined) throw notFound(`Current events count for contract ${contractAddress(id)}`)
  return blocks.length
}

/** After a reorganisation a transaction may have logged in several blocks; then only the main chain's count. */
export function getEventsByTx({ core }: RouteContext, request: RouteRequest) {
  const id = hashParam(request, 'txId')
  const blocks = (core.state.txBlocks.get(id) ?? []).map((seq) => core.state.blocks[seq]!)
  const logged = blocks
    .map((entry) => ({ entry, events: eventsOfBlock(core, entry).filter((event) => event.txId === id) }))
    .filter(({ events }) => events.length > 0)
  const shown = logged.length > 1 ? logged.filter(({ entry }) => isMain(core.state, entry)) : logged
  return {
    events: shown.flatMap(({ entry, events }) =>
      events.map(({ txId: _, ...event }) => ({ blockHash: entry.hash, ...event })),
    ),
  }
}

export function getEventsByBlock({ core }: RouteContext, request: RouteRequest) {
  const hash = hashParam(request, 'blockHash')
  const entry = findBlock(core.state, hash)
  if (entry === undefined) throw failed(storageMiss(hash))
  return { events: eventsOfBlock(core, entry) }
}

function storageMiss(hash: string): string {
  const signed = [...hexToBytes(hash)].map((byte) => (byte << 24) >> 24)
  return `Failed in IO: org.alephium.io.IOError$KeyNotFound: org.alephium.util.AppException: Key ByteString(${signed.join(', ')}) not found in RocksDBColumn.getRawUnsafe`
}
