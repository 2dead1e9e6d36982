import { outputKeyOf } from '../../../transaction/index.ts'
import type { BlockEntry } from '../../block.ts'
import { outputOf } from '../../coin-entry.ts'
import type { NodeCore } from '../../node-core.ts'
import { allOutputs } from '../../transaction.ts'
import type { SpentOutput } from '../views.ts'

/** Finds what the transactions of a block spent: coins and contract outputs of earlier blocks, or of the block itself. */
export function spentOutputFinder(
  core: NodeCore,
  entry: BlockEntry,
): (key: string) => SpentOutput | undefined {
  const body = core.bodyOf(entry)
  return (key) => {
    const coin = body.spent.find((spent) => spent.key === key)
    if (coin !== undefined) return { output: outputOf(coin, 0), txId: coin.txId }
    const txId = core.state.outputTx.get(key)
    if (txId === undefined) return undefined
    for (const seq of core.state.txBlocks.get(txId) ?? []) {
      const origin = core.bodyOf(core.state.blocks[seq]!).transactions.find((tx) => tx.txId === txId)
      const index = allOutputs(origin!).findIndex((_, i) => outputKeyOf(txId, i) === key)
      const output = allOutputs(origin!)[index]
      if (output !== undefined) return { output, txId }
    }
    return undefined
  }
}
