import type { Token } from '../transaction/index.ts'
import type { BlockEntry } from './block.ts'
import { CHAINS, chainOf, fromOf, isIntraGroup } from './chain-index.ts'
import { findBlock, type MiningMode } from './chain-state.ts'
import type { Fault, Faults } from './faults.ts'
import { fund } from './fund.ts'
import type { NodeCore } from './node-core.ts'
import { dropBlocks, returnTo } from './reorganise.ts'
import { dropExpired } from './submit.ts'

/** What tests and demonstrations may do to the chain, and no real node offers. */
export interface Controls {
  /**
   * Mines so many rounds; a round is a block on the chain named (0→0 unless said) and one on every other chain that has
   * transactions waiting. Returns the hashes in order.
   */
  mine(options?: { blocks?: number; fromGroup?: number; toGroup?: number }): { blocks: string[] }
  setMining(mode: MiningMode): void
  /** Moves the clock forward, never back. */
  setTime(change: { advanceMs: number } | { setToMs: number }): { nowMs: number }
  nowMs(): number
  fund(options: { lock: string; attoAlph?: bigint; tokens?: readonly Token[]; coins?: number }): {
    txId: string
  }
  snapshot(): { id: string }
  revert(id: string): void
  reorg(
    options:
      | { depth: number; fromGroup?: number; toGroup?: number; replay?: boolean }
      | { to: string; replay?: boolean },
  ): { dropped: string[]; tip: string }
  fault(fault: Fault): void
}

/** A control that cannot do what it was asked; the message says what would work. */
export class ControlRefused extends Error {
  constructor(text: string) {
    super(text)
    this.name = 'ControlRefused'
  }
}

const BLOCKS_MAX = 10_000

export function createControls(
  core: NodeCore,
  parts: { readonly faults: Faults; readonly onMining: () => void },
): Controls {
  const hashes = (entries: readonly BlockEntry[]) => entries.map((entry) => entry.hash)
  return {
    mine({ blocks = 1, fromGroup = 0, toGroup = fromGroup } = {}) {
      if (blocks < 1 || blocks > BLOCKS_MAX)
        throw new ControlRefused(`blocks must be between 1 and ${BLOCKS_MAX}`)
      const named = chainOf(fromGroup, toGroup)
      const mined: BlockEntry[] = []
      dropExpired(core)
      for (let round = 0; round < blocks; round++)
        for (const chain of chainsToMine(core, named)) mined.push(core.mine(chain))
      return { blocks: hashes(mined) }
    },
    setMining(mode) {
      core.setMining(mode)
      parts.onMining()
    },
    setTime(change) {
      const now = core.nowMs()
      const target = 'setToMs' in change ? change.setToMs : now + change.advanceMs
      if (target < now) throw new ControlRefused(`time only moves forward; it is ${now} now`)
      if (!Number.isSafeInteger(target)) throw new ControlRefused('that is no time')
      core.setClockOffset(target - core.clockMs)
      return { nowMs: core.nowMs() }
    },
    nowMs: () => core.nowMs(),
    fund({ lock, attoAlph = 0n, tokens = [], coins = 1 }) {
      if (attoAlph === 0n && tokens.length === 0)
        throw new ControlRefused('nothing to give: name attoAlph or tokens')
      return { txId: fund(core, { lock, alph: attoAlph, tokens, coins }) }
    },
    snapshot: () => ({ id: core.snapshot() }),
    revert(id) {
      if (!core.revert(id)) throw new ControlRefused(`there is no snapshot ${id}`)
      parts.onMining()
    },
    reorg(options) {
      const replay = options.replay ?? true
      if ('to' in options) {
        const target = findBlock(core.state, options.to)
        if (target === undefined) throw new ControlRefused(`no block ${options.to} was ever seen`)
        const result = returnTo(core, target, replay)
        return { dropped: hashes(result.dropped), tip: result.tip.hash }
      }
      const { depth, fromGroup = 0, toGroup = fromGroup } = options
      const chain = chainOf(fromGroup, toGroup)
      const height = core.state.main[chain]!.length - 1
      if (depth < 1 || depth > height) throw new ControlRefused(`depth must be between 1 and ${height}`)
      const result = dropBlocks(core, { depth, chain, replay })
      return { dropped: hashes(result.dropped), tip: result.tip.hash }
    },
    fault: (fault) => parts.faults.add(fault),
  }
}

/** Chains between groups first, so that their senders' own chains build on them in the same round. */
function chainsToMine(core: NodeCore, named: number): number[] {
  const chains = new Set([named])
  for (let chain = 0; chain < CHAINS; chain++)
    if (core.state.pool.countOf(chain) > 0) {
      chains.add(chain)
      if (!isIntraGroup(chain)) chains.add(chainOf(fromOf(chain), fromOf(chain)))
    }
  return [...chains].sort((a, b) => Number(isIntraGroup(a)) - Number(isIntraGroup(b)) || a - b)
}
