import { NodeProvider } from '@alephium/web3'
import { sleep, systemClock } from '../../../src/kit/index.ts'
import { createDevnetHost } from './devnet-host.ts'
import type { StageHost } from './host.ts'
import { createNodeHost } from './node-host.ts'

/** The chain the tests run on: our own devnet, or the real node that STAGE_NODE_URL names. */
export async function openHost(seed: string): Promise<StageHost> {
  const url = process.env.STAGE_NODE_URL
  if (url === undefined || url === '') return createDevnetHost(seed)
  return createNodeHost(new NodeProvider(url), {
    nowMs: () => systemClock.nowMs(),
    blockMs: 1_000,
    shortMs: 3_000,
    passTime: (untilMs) => sleep(Math.max(0, untilMs - systemClock.nowMs() + 1)),
  })
}
