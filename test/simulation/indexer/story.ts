import { createScriptedChain, type ScriptedChain } from './scripted-chain.ts'
import { createWorld, type World } from './world.ts'

/** A chain and the world that fills it; forks get a world made again from their ancestor's seeds. */
export interface Story {
  readonly chain: ScriptedChain
  readonly world: World
  mine(count: number, branch?: string): void
  goTo(hash: string): void
  fork(depth: number, branch: string): void
}

export function createStory(): Story {
  const chain = createScriptedChain()
  const seeds = new Map<string, string>()
  let world = createWorld()
  return {
    chain,
    get world() {
      return world
    },
    mine(count, branch = 'a') {
      for (; count > 0; count--) {
        const seed = `${branch} ${chain.main.length}`
        seeds.set(chain.mine({ ...world.makeBlock(seed), salt: branch }).hash, seed)
      }
    },
    goTo(hash) {
      chain.goTo(hash)
      world = createWorld()
      for (const block of chain.main.slice(1)) world.makeBlock(seeds.get(block.hash) ?? '')
    },
    fork(depth, branch) {
      this.goTo(chain.main.at(-1 - depth)!.hash)
      this.mine(depth + 1, branch)
    },
  }
}
