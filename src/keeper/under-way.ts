import type { Chain } from '../chain/index.ts'

/**
 * Tasks whose transactions were sent and are not yet seen in a block: their dry runs would succeed again. Only a memory:
 * whatever it has lost is sent once more, and refused.
 */
export interface UnderWay {
  add(task: string, txId: string): void
  /** Whether a task's transaction is still on its way; forgotten once it is in a block or given up. */
  has(task: string): Promise<boolean>
  size(): number
}

/** More than are sent within `patienceMs`; the oldest makes room. */
const tasksMax = 5_000

export function createUnderWay(options: {
  readonly chain: Pick<Chain, 'getTransactionStatus'>
  /** Time that cannot jump. */
  readonly monotonic: () => number
  /** A transaction not seen in a block for so long is taken for lost. */
  readonly patienceMs: number
}): UnderWay {
  const { chain, monotonic, patienceMs } = options
  /** The one sent first comes first. */
  const sent = new Map<string, { readonly txId: string; readonly sentAtMs: number }>()

  /** A task that is done is not listed again, so nobody would ask for it. */
  function forgetOld(): void {
    for (const [task, { sentAtMs }] of sent) {
      if (sent.size <= tasksMax && monotonic() - sentAtMs < patienceMs) return
      sent.delete(task)
    }
  }

  return {
    size: () => sent.size,
    add(task, txId) {
      sent.delete(task)
      sent.set(task, { txId, sentAtMs: monotonic() })
      forgetOld()
    },
    async has(task) {
      forgetOld()
      const known = sent.get(task)
      if (known === undefined) return false
      const { type } = await chain.getTransactionStatus(known.txId)
      if (type === 'mempool' || type === 'unknown') return true
      sent.delete(task)
      return false
    },
  }
}
