import type { ObserveIndexer } from '../../indexer/index.ts'
import { createProgressBar } from '../progress-bar.ts'
import type { Screen } from '../screen.ts'

/** Fewer blocks than this are one or two batches: not worth a bar. */
const blocksMin = 200
/** Where nobody watches, a line per this share of the way. */
const linePercent = 10

export type TellCatchingUp = (progress: {
  readonly height: number
  readonly nodeHeight: number
  readonly percent: number
}) => void

/** Shows how far a long way to the node's tip has been gone: a bar in a terminal, now and then a log line elsewhere. */
export function createCatchingUp(screen: Screen, tell: TellCatchingUp): ObserveIndexer {
  const bar = createProgressBar('Catching up with the chain', screen)
  let from: number | null = null
  let told = 0
  return (observation) => {
    if (observation.kind !== 'applied') return
    const { height, nodeHeight, blockCount } = observation
    if (from === null && nodeHeight - height >= blocksMin) {
      from = height - blockCount
      told = 0
    }
    if (from === null) return
    const done = height - from
    const total = Math.max(nodeHeight - from, 1)
    bar({ done, total })
    const percent = Math.floor((100 * done) / total)
    if (screen.isTTY !== true && percent >= told + linePercent) {
      told = percent
      tell({ height, nodeHeight, percent })
    }
    if (done >= total) from = null
  }
}
