import { NodeProvider } from '@alephium/web3'
import { type Chain, connectNode } from '../../../src/chain/index.ts'
import { sleep, systemClock } from '../../../src/kit/index.ts'

/** The chain a venue is tried on. */
export interface Host {
  readonly chain: Chain
  readonly node: NodeProvider
  readonly nowMs: () => number
  /** Returns when the next block will not be earlier than that. */
  readonly passTimeUntil: (ms: number) => Promise<void>
}

/** The public test key of group 0 that every Alephium devnet funds. */
export const bankKey = 'a642942e67258589cd2b1822c631506632db5a12aabcf413604e785300d762a5'

/** A node that mines every transaction at once, reached over HTTP; time passes by itself. */
export function remoteHost(url: string): Host {
  return {
    chain: connectNode({ url, group: 0, clock: systemClock }),
    node: new NodeProvider(url),
    nowMs: () => systemClock.nowMs(),
    passTimeUntil: async (ms) => sleep(Math.max(0, ms - systemClock.nowMs() + 1)),
  }
}
