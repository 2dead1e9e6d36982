import { shapeAt } from './contract-state.ts'
import { askNode } from './node.ts'
import { venue } from './venue.ts'

/** What the page shows of a block, as the node tells it. */
export interface NodeBlock {
  readonly hash: string
  readonly height: number
  readonly timestamp: number
  readonly transactions: readonly {
    readonly unsigned: {
      readonly txId: string
      readonly inputs: readonly unknown[]
      readonly fixedOutputs: readonly unknown[]
      readonly gasAmount: number
    }
    readonly contractInputs: readonly unknown[]
    readonly generatedOutputs: readonly unknown[]
    readonly scriptExecutionOk: boolean
  }[]
  readonly events: readonly NamedEvent[]
}

interface NodeEvent {
  readonly txId: string
  readonly contractAddress: string
  readonly eventIndex: number
  readonly fields: readonly { readonly type: string; readonly value: unknown }[]
}

/** What a contract told, in the words of its source. */
export interface NamedEvent {
  readonly txId: string
  readonly contractAddress: string
  /** The contract's kind, null for one that is none of the venue's. */
  readonly contract: string | null
  readonly name: string
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** Events of the chain itself. */
const chainEvents: Readonly<
  Record<number, { readonly name: string; readonly fieldNames: readonly string[] }>
> = {
  [-1]: { name: 'contract created', fieldNames: ['contract', 'parent', 'interface'] },
  [-2]: { name: 'contract destroyed', fieldNames: ['contract'] },
}

async function nameEvent(event: NodeEvent, signal: AbortSignal): Promise<NamedEvent> {
  const { txId, contractAddress, eventIndex, fields } = event
  const ofChain = chainEvents[eventIndex]
  const shape = ofChain === undefined ? await shapeAt(contractAddress, signal) : null
  const { name, fieldNames } = ofChain ??
    shape?.events[eventIndex] ?? { name: `event ${eventIndex}`, fieldNames: [] }
  return {
    txId,
    contractAddress,
    contract: shape?.name ?? null,
    name,
    fields: fields.flatMap(({ value }, index) =>
      value === '' ? [] : [[fieldNames[index] ?? String(index), String(value)] as const],
    ),
  }
}

const blocksShown = 10
/** Blocks by their hash never change. */
const known = new Map<string, NodeBlock>()
const knownMax = 200

/** The newest blocks of the venue's chain, newest first, from the node itself. */
export async function newestBlocks(signal: AbortSignal): Promise<NodeBlock[]> {
  const group = venue.peek()?.network.group ?? 0
  const chain = `fromGroup=${group}&toGroup=${group}`
  const { currentHeight } = await askNode<{ currentHeight: number }>(`/blockflow/chain-info?${chain}`, signal)
  const heights = Array.from(
    { length: Math.min(blocksShown, currentHeight + 1) },
    (_, i) => currentHeight - i,
  )
  return Promise.all(
    heights.map(async (height) => {
      const { headers } = await askNode<{ headers: string[] }>(
        `/blockflow/hashes?${chain}&height=${height}`,
        signal,
      )
      return blockOf(headers[0] ?? '', signal)
    }),
  )
}

async function blockOf(hash: string, signal: AbortSignal): Promise<NodeBlock> {
  const found = known.get(hash)
  if (found !== undefined) return found
  const { block, events } = await askNode<{ block: Omit<NodeBlock, 'events'>; events: NodeEvent[] }>(
    `/blockflow/blocks-with-events/${hash}`,
    signal,
  )
  const named = await Promise.all(events.map((event) => nameEvent(event, signal)))
  if (known.size >= knownMax) known.clear()
  const whole = { ...block, events: named }
  known.set(hash, whole)
  return whole
}
