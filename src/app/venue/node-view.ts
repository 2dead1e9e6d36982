import type { ChainTip, NodeView } from '../../api/index.ts'
import { type Chain, NodeRefused } from '../../chain/index.ts'
import { Fault, monotonicMs } from '../../kit/index.ts'

/** A status page may be asked often; the node is asked once in this time. */
const tipAgeMaxMs = 500

/** No token has this id. */
const NATIVE = ''

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
    async balances(address) {
      const coins = await chain.listCoins(address).catch(asFault)
      const { timestampMs } = await chain.getTip()
      const sums = new Map<string, { amount: bigint; locked: bigint }>()
      const add = (token: string, amount: bigint, isLocked: boolean): void => {
        const before = sums.get(token) ?? { amount: 0n, locked: 0n }
        const locked = before.locked + (isLocked ? amount : 0n)
        sums.set(token, { amount: before.amount + amount, locked })
      }
      add(NATIVE, 0n, false)
      for (const { attoAlph, tokens, lockTimeMs } of coins) {
        const isLocked = lockTimeMs > timestampMs
        add(NATIVE, attoAlph, isLocked)
        for (const { id, amount } of tokens) add(id, amount, isLocked)
      }
      const native = sums.get(NATIVE)!
      sums.delete(NATIVE)
      return { native, tokens: sums, coins: coins.length }
    },
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

/** Whom a node refuses to look for is not the caller's mistake: what is no address was told apart before. */
function asFault(error: unknown): never {
  if (error instanceof NodeRefused)
    throw new Fault('upstream_error', 'the node refused to list coins', { cause: error })
  throw error
}
