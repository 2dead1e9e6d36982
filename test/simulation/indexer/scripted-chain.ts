import { createHash } from 'node:crypto'
import type { Chain, ChainBlock } from '../../../src/chain/index.ts'
import type { ContractEvent } from '../../../src/domain/index.ts'
import { Fault } from '../../../src/kit/index.ts'

export interface ScriptedChain extends Chain {
  /** Blocks of the main chain, genesis first. */
  readonly main: readonly ChainBlock[]
  mine(block: {
    readonly events: readonly ContractEvent[]
    readonly timestampMs: number
    readonly salt?: string
  }): ChainBlock
  /** Makes any known block the tip again; what stood above it becomes orphans. */
  goTo(hash: string): void
  /** What the node does wrong next. `behind` hides that many newest blocks and does not know them. */
  misbehave(trouble: Trouble | null): void
}

export type Trouble =
  | { readonly kind: 'fault'; readonly share: number; readonly random: () => number }
  | { readonly kind: 'behind'; readonly blocks: number }
  | { readonly kind: 'network'; readonly networkId: number }
  | { readonly kind: 'genesis' }
  | { readonly kind: 'gap'; readonly height: number }
  | { readonly kind: 'wrong-block'; readonly height: number }

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

const GENESIS_MS = 1_700_000_000_000

/** A node's blocks and nothing else: grows, forks and misbehaves exactly as told. */
export function createScriptedChain(): ScriptedChain {
  const genesis: ChainBlock = {
    hash: hashOf('genesis'),
    parentHash: '00'.repeat(32),
    height: 0,
    timestampMs: GENESIS_MS,
    transactions: [],
    events: [],
  }
  const known = new Map<string, ChainBlock>([[genesis.hash, genesis]])
  let main: ChainBlock[] = [genesis]
  let trouble: Trouble | null = null

  const visible = (): ChainBlock[] =>
    trouble?.kind === 'behind' ? main.slice(0, Math.max(1, main.length - trouble.blocks)) : main

  async function answer<T>(question: () => T): Promise<T> {
    if (trouble?.kind === 'fault' && trouble.random() < trouble.share)
      throw new Fault('upstream_error', 'the scripted node is in trouble')
    return question()
  }

  const unasked = async (): Promise<never> => {
    throw new Error('the indexer does not ask this')
  }

  return {
    get main() {
      return main
    },
    mine({ events, timestampMs, salt = '' }) {
      const parent = main.at(-1)!
      const height = parent.height + 1
      const content = events.map((event) => event.txId).join()
      const hash = hashOf(`${parent.hash}:${timestampMs}:${content}:${salt}`)
      const transactions = [...new Set(events.map((event) => event.txId))].map((txId) => ({
        txId,
        hasScript: true,
        scriptExecutionOk: true,
      }))
      const block: ChainBlock = {
        hash,
        parentHash: parent.hash,
        height,
        timestampMs,
        transactions,
        events: events.map((event, position) => ({ ...event, position })),
      }
      known.set(hash, block)
      main = [...main, block]
      return block
    },
    goTo(hash) {
      const line: ChainBlock[] = []
      for (let block = known.get(hash); block; block = known.get(block.parentHash)) line.unshift(block)
      if (line[0] !== genesis) throw new Error('no such block')
      main = line
    },
    misbehave(next) {
      trouble = next
    },

    getNodeFacts: () =>
      answer(() => ({
        networkId: trouble?.kind === 'network' ? trouble.networkId : 4,
        groups: 4,
        genesisHash: trouble?.kind === 'genesis' ? hashOf('another genesis') : genesis.hash,
        version: 'v4.6.0',
        synced: true,
      })),
    getHeight: () => answer(() => visible().length - 1),
    getTip: unasked,
    listHashesAt: (height) =>
      answer(() => {
        if (trouble?.kind === 'gap' && trouble.height === height) return []
        // As a node does: blocks it has left are listed too, and above its tip there are no others.
        const first = visible()[height]
        const hidden = new Set(main.slice(visible().length))
        const others = [...known.values()].filter(
          (block) => block.height === height && block !== first && !hidden.has(block),
        )
        return [...(first ? [first] : []), ...others].map((block) => block.hash)
      }),
    findBlock: (hash) =>
      answer(() => {
        const block = known.get(hash)
        if (block && trouble?.kind === 'wrong-block' && block.height === trouble.height)
          return { ...block, parentHash: hashOf('elsewhere') }
        return block ?? null
      }),
    getBlockStanding: (hash) =>
      answer(() => {
        const block = known.get(hash)
        const hidden = main.slice(visible().length).some((newest) => newest.hash === hash)
        if (!block || hidden) return 'unknown'
        return visible()[block.height]?.hash === hash ? 'main' : 'orphan'
      }),
    listCoins: unasked,
    hasHiddenCoins: unasked,
    findContractState: unasked,
    callContract: unasked,
    dryRunScript: unasked,
    buildScript: unasked,
    submit: unasked,
    getTransactionStatus: unasked,
    findTransaction: unasked,
  }
}
