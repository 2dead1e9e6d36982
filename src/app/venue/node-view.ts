import type { ChainTip, NodeView } from '../../api/index.ts'
import type { Chain } from '../../chain/index.ts'
import { monotonicMs } from '../../kit/index.ts'

/** A status page may be asked often; the node is asked once in this time. */
const tipAgeMaxMs = 500

/** The node's newest block for the status page: asked rarely, and the last known one while the node is silent. */
export function createNodeView(url: string, chain: Chain): NodeView {
  let known: ChainTip | null = null
  let askedAtMs = Number.NEGATIVE_INFINITY
  let asking: Promise<ChainTip | null> | null = null

  async function ask(): Promise<ChainTip | null> {
    const { height, hash, timestampMs } = await chain.getTip()
    return { height, blockHash: hash, blockTimestamp: timestampMs }
  }

  return {
    url,
    tip() {
      if (monotonicMs() - askedAtMs <= tipAgeMaxMs) return Promise.resolve(known)
      asking ??= ask()
        .then((tip) => {
          known = tip
          return tip
        })
        // The node being away is no reason for the status page to be: it shows what was known.
        .catch(() => known)
        .finally(() => {
          askedAtMs = monotonicMs()
          asking = null
        })
      return asking
    },
  }
}
