import { NodeProvider } from '@alephium/web3'
import type { StageHost } from './host.ts'
import { createNodeHost } from './node-host.ts'
import { createVmHost } from './vm-host.ts'

/** The chain the tests run on. */
export async function openHost(seed: string): Promise<StageHost> {
  const url = process.env.STAGE_NODE_URL
  if (url === undefined || url === '') return createVmHost({ seed, startMs: 1_800_000_000_000 })
  return createNodeHost(new NodeProvider(url), {
    nowMs: () => Date.now(),
    shortMs: 3_000,
    passTime: async (untilMs) => {
      while (Date.now() <= untilMs) await new Promise((resolve) => setTimeout(resolve, 50))
    },
  })
}
