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
  readonly events: readonly NodeEvent[]
}

interface NodeEvent {
  readonly txId: string
  readonly contractAddress: string
  readonly eventIndex: number
  readonly fields: readonly { readonly type: string; readonly value: unknown }[]
}

const blocksShown = 10
/** Blocks by their hash never change. */
const known = new Map<string, NodeBlock>()
const knownMax = 200

/** The newest blocks of the venue's chain, newest first, from the node itself. */
export async function newestBlocks(signal: AbortSignal): Promise<NodeBlock[]> {
  const group = venue.peek()?.network.group ?? 0
  const chain = `fromGroup=${group}&toGroup=${group}`
  const { currentHeight } = await ask<{ currentHeight: number }>(`/blockflow/chain-info?${chain}`, signal)
  const heights = Array.from(
    { length: Math.min(blocksShown, currentHeight + 1) },
    (_, i) => currentHeight - i,
  )
  return Promise.all(
    heights.map(async (height) => {
      const { headers } = await ask<{ headers: string[] }>(
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
  const { block, events } = await ask<{ block: Omit<NodeBlock, 'events'>; events: NodeEvent[] }>(
    `/blockflow/blocks-with-events/${hash}`,
    signal,
  )
  if (known.size >= knownMax) known.clear()
  const whole = { ...block, events }
  known.set(hash, whole)
  return whole
}

async function ask<T>(path: string, signal: AbortSignal): Promise<T> {
  const answer = await fetch(`${venue.peek()?.network.nodeUrl}${path}`, { signal })
  if (!answer.ok) throw new Error(`the node answered ${answer.status}`)
  return (await answer.json()) as T
}

/** A contract by the venue's name for it, where it has one. */
export const nameOfContract = (address: string): string | null =>
  Object.entries(venue.peek()?.contracts ?? {}).find(([, of]) => of === address)?.[0] ?? null
