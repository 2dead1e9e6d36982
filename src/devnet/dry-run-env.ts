import type { DryRunBlock, DryRunEnv, World } from '../vm/index.ts'
import { TARGET } from './block-header.ts'
import { chainOf, fromOf, isIntraGroup } from './chain-index.ts'
import { type ChainState, findBlock, isMain, tipOf } from './chain-state.ts'
import type { NodeCore } from './node-core.ts'
import type { RouteContext } from './rest/request.ts'
import { worldOf } from './world.ts'

/** The chain as dry runs see it: any block of a group's own chain can be asked for the contracts as they were then. */
export function dryRunEnv(context: RouteContext): DryRunEnv {
  const { core } = context
  const tip = (group: number): DryRunBlock => {
    const { hash, timestampMs } = tipOf(core.state, chainOf(group, group))
    return { hash, timestampMs, world: worldOf(core.state, group) }
  }
  return {
    networkId: core.networkId,
    nowMs: core.nowMs(),
    random: { bytes: (length) => context.randomBytes(length) },
    target: TARGET,
    tipOf: tip,
    findBlock(hash) {
      const entry = findBlock(core.state, hash)
      if (entry === undefined || !isMain(core.state, entry) || !isIntraGroup(entry.chain)) return undefined
      return { hash, timestampMs: entry.timestampMs, world: worldAt(core, entry.chain, entry.height) }
    },
  }
}

/** The contracts at a height: today's, with every later change of that chain taken back. */
function worldAt(core: NodeCore, chain: number, height: number): World {
  const { state } = core
  const now = worldOf(state, fromOf(chain))
  const before = new Map<string, ReturnType<World['findContract']>>()
  for (let above = state.main[chain]!.length - 1; above > height; above--)
    for (const change of bodyAt(core, state, chain, above).contracts) before.set(change.id, change.before)
  return {
    findCode: now.findCode,
    findContract: (id) => (before.has(id) ? before.get(id) : now.findContract(id)),
  }
}

const bodyAt = (core: NodeCore, state: ChainState, chain: number, height: number) =>
  core.bodyOf(state.blocks[state.main[chain]![height]!]!)
