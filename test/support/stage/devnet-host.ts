import { NodeProvider } from '@alephium/web3'
import { type Devnet, startDevnet } from '../../../src/devnet/index.ts'
import type { StageHost } from './host.ts'
import { createNodeHost } from './node-host.ts'

/** What lies between two blocks of a chain. */
const BLOCK_MS = 8_000

/** Our own node in this process, with a clock that moves when told to. */
export async function createDevnetHost(seed: string): Promise<StageHost & { readonly devnet: Devnet }> {
  const devnet = await startDevnet({ seed, startMs: 1_800_000_000_000 })
  const { controls } = devnet
  const node = new NodeProvider(devnet.url, undefined, devnet.fetch)
  const host = createNodeHost(node, {
    nowMs: () => controls.nowMs(),
    blockMs: BLOCK_MS,
    shortMs: 600_000,
    passTime: async (untilMs) => {
      if (controls.nowMs() < untilMs) controls.setTime({ setToMs: untilMs })
    },
    mineTogether: async (submit) => {
      controls.setTime({ advanceMs: BLOCK_MS })
      controls.setMining({ mode: 'manual' })
      try {
        await submit()
        return controls.mine().blocks[0]!
      } finally {
        controls.setMining({ mode: 'instant' })
      }
    },
  })
  return {
    ...host,
    devnet,
    /** Time stands still between blocks, so it is moved as blocks would move it. */
    execute(wallet, call) {
      controls.setTime({ advanceMs: BLOCK_MS })
      return host.execute(wallet, call)
    },
  }
}
