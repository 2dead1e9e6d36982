import { createIndexer, type Indexer, UNDO_DEPTH_MAX } from '../../../src/indexer/index.ts'
import { createManualClock, createSeededRandom, Fault, randomBelow } from '../../../src/kit/index.ts'
import { type Database, findCheckpoint } from '../../../src/store/index.ts'
import { auditIndex } from './audit.ts'
import { type Dump, dumpIndex, emptyIndex } from './dump.ts'
import { createScriptedChain, type ScriptedChain } from './scripted-chain.ts'
import { createWorld, venue, type World } from './world.ts'

export interface ScenarioReport {
  readonly blocks: number
  readonly events: number
  readonly reorgs: number
  readonly deepest: number
  readonly restarts: number
  /** What the auditor found, empty when all is well. */
  readonly findings: readonly string[]
  readonly followed: Dump
  readonly rebuilt: Dump
}

export interface ScenarioOptions {
  /** After every step of the indexer that followed. */
  readonly onStep?: () => Promise<void>
  readonly blocksMax?: number
}

const seedsOf = new WeakMap<ScriptedChain, Map<string, string>>()

/** The world as it is at the tip of the main chain: its history made again. */
function worldOf(chain: ScriptedChain, actionsMax: number): World {
  const world = createWorld({ actionsMax })
  for (const block of chain.main.slice(1)) world.makeBlock(seedsOf.get(chain)?.get(block.hash) ?? '')
  return world
}

export function makeIndexer(chain: ScriptedChain, database: Database, name = 'a', blocksMax = 40): Indexer {
  return createIndexer({
    chain,
    database,
    venue,
    clock: createManualClock(0),
    networkId: 4,
    startHeight: 0,
    name,
    limits: { blocksMax, eventsMax: 300, finalizeEvery: 4 },
  })
}

/** Steps until there is nothing left to do. */
export async function catchUp(indexer: Indexer): Promise<void> {
  for (let left = 2_000; left > 0; left--) {
    const { kind } = await indexer.step()
    if (kind === 'idle') return
    if (kind === 'halted') throw new Error(`halted: ${indexer.status().haltedReason}`)
  }
  throw new Error('the indexer does not come to rest')
}

/**
 * A random history with forks, faults, lag and restarts, followed block by block; then the final chain indexed again
 * from nothing. Both must be the same rows, and what the auditor's own books say.
 */
export async function runScenario(
  database: Database,
  seed: string,
  { onStep = async () => undefined, blocksMax = 40 }: ScenarioOptions = {},
): Promise<ScenarioReport> {
  await emptyIndex(database)
  const random = createSeededRandom(`scenario ${seed}`)
  const below = (bound: number) => randomBelow(random, bound)
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!
  const actionsMax = pick([3, 8, 16])
  const chain = createScriptedChain()
  const seeds = new Map<string, string>()
  seedsOf.set(chain, seeds)
  let world = createWorld({ actionsMax })
  let indexer = makeIndexer(chain, database, 'a', blocksMax)
  let mined = 0
  let events = 0
  const totals = { reorgs: 0, deepest: 0, restarts: 0 }
  const tips: string[] = []

  function mine(count: number): void {
    for (; count > 0; count--) {
      mined += 1
      const blockSeed = `${seed} ${mined}`
      const made = world.makeBlock(blockSeed)
      events += made.events.length
      seeds.set(chain.mine({ ...made, salt: blockSeed }).hash, blockSeed)
    }
  }

  async function fork(): Promise<void> {
    const checkpoint = await findCheckpoint(database)
    const height = chain.main.length - 1
    const lowest = checkpoint ? Math.max(checkpoint.finalHeight, checkpoint.height - UNDO_DEPTH_MAX) : 0
    const depthMax = Math.min(height - lowest, pick([1, 3, 20, UNDO_DEPTH_MAX]))
    if (depthMax < 1) return
    const depth = 1 + below(depthMax)
    tips.push(chain.main[height]!.hash)
    chain.goTo(chain.main[height - depth]!.hash)
    world = worldOf(chain, actionsMax)
    totals.reorgs += 1
    totals.deepest = Math.max(totals.deepest, depth)
    mine(pick([0, depth, depth + 1, depth + 1 + below(5)]))
  }

  /** The first branch wins after all. */
  async function forkBack(): Promise<void> {
    const checkpoint = await findCheckpoint(database)
    const lowest = checkpoint ? Math.max(checkpoint.finalHeight, checkpoint.height - UNDO_DEPTH_MAX) : 0
    const before = chain.main
    const tip = tips.pop()
    if (tip === undefined) return
    chain.goTo(tip)
    const common = chain.main.filter((block, height) => before[height]?.hash === block.hash).length - 1
    if (common < lowest) chain.goTo(before.at(-1)!.hash)
    else totals.reorgs += 1
    world = worldOf(chain, actionsMax)
    mine(below(3))
  }

  async function follow(steps: number): Promise<void> {
    for (; steps > 0; steps--)
      try {
        const { kind } = await indexer.step()
        if (kind === 'halted') throw new Error(`halted: ${indexer.status().haltedReason}`)
        await onStep()
      } catch (error) {
        if (!(error instanceof Fault)) throw error
      }
  }

  mine(pick([1, 10, 10, 40, 240]))
  for (let turn = 25 + below(20); turn > 0; turn--) {
    const action = below(20)
    if (action < 7) mine(1 + below(5))
    else if (action < 10) await fork()
    else if (action < 11) await forkBack()
    else if (action < 12)
      chain.misbehave({
        kind: 'fault',
        share: pick([0.02, 0.05, 0.3]),
        random: () => below(1_000_000) / 1_000_000,
      })
    else if (action < 13) chain.misbehave({ kind: 'behind', blocks: 1 + below(5) })
    else if (action < 14) chain.misbehave(null)
    else if (action < 15) {
      indexer = makeIndexer(chain, database, 'a', blocksMax)
      totals.restarts += 1
    } else await follow(1 + below(4))
  }
  chain.misbehave(null)
  await catchUp(indexer)
  await onStep()
  const findings = await auditIndex(database, world)
  const tip = chain.main.at(-1)!
  const checkpoint = await findCheckpoint(database)
  if (checkpoint?.hash !== tip.hash)
    findings.push(`the index ends at ${checkpoint?.height}, the chain at ${tip.height}`)
  const followed = await dumpIndex(database)

  await emptyIndex(database)
  await catchUp(makeIndexer(chain, database, 'b'))
  const rebuilt = await dumpIndex(database)
  return { blocks: mined, events, ...totals, findings, followed, rebuilt }
}
