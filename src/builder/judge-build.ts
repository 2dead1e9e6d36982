import type { Chain } from '../chain/index.ts'
import type { StoredBuild } from '../store/index.ts'
import type { BuildEnd } from '../store/writes/builder.ts'

export type Verdict = { readonly isLive: true } | { readonly isLive: false; readonly end: BuildEnd }

/** How far ahead a build's deadline lies; no block from then on takes it. */
export const DEADLINE_AHEAD_MS = 10 * 60_000

/**
 * Whether a stored build is still the answer to its request. It ends when its deadline has passed, when its own
 * transaction is in a block, or when another transaction spent one of its inputs; nothing else ends it. With a clientRef
 * its own inclusion does not, for as long as the answer is kept.
 *
 * `unspent` are the keys of the wallet's coins as the node sees them now, mempool included. When all inputs are among
 * them nobody has spent any; only otherwise the node is asked whether the spender was the build itself. Of a wallet with
 * more coins than the node lists, an input that is not listed may still be there, and a build that replaces this one could
 * be sent beside it: this one stays until its deadline.
 */
export async function judgeBuild(
  build: StoredBuild,
  now: {
    readonly chain: Chain
    readonly signerAddress: string
    readonly unspent: ReadonlySet<string>
    readonly nowMs: number
  },
): Promise<Verdict> {
  if (now.nowMs >= build.expiresAtMs) return { isLive: false, end: 'expired' }
  const unlessTooLate: Verdict =
    now.nowMs < build.createdAtMs + DEADLINE_AHEAD_MS ? { isLive: true } : { isLive: false, end: 'expired' }
  if (build.inputs.every((input) => now.unspent.has(input.outputKey))) return unlessTooLate
  const status = await now.chain.getTransactionStatus(build.txId)
  switch (status.type) {
    case 'mempool':
      return { isLive: true }
    case 'confirmed':
      return build.hasClientRef ? { isLive: true } : { isLive: false, end: 'included' }
    case 'conflicted':
      return { isLive: false, end: 'input_spent' }
    case 'unknown':
      return (await now.chain.hasHiddenCoins(now.signerAddress))
        ? unlessTooLate
        : { isLive: false, end: 'input_spent' }
  }
}
