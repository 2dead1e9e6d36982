import { NodeProvider } from '@alephium/web3'
import { standardPeriods, type VenuePeriods } from '../../../src/bindings/index.ts'
import { type Chain, connectNode } from '../../../src/chain/index.ts'
import { type Controls, startDevnet } from '../../../src/devnet/index.ts'
import { systemClock } from '../../../src/kit/index.ts'

/** The chain a venue is tried on: a devnet of its own, whose clock stands still unless it is moved. */
export interface Host {
  readonly chain: Chain
  readonly node: NodeProvider
  readonly controls: Controls
  readonly periods: VenuePeriods
  readonly nowMs: () => number
  /** The next block will not be earlier than that. */
  readonly passTimeUntil: (ms: number) => void
}

/** The public test key of group 0 that every Alephium devnet funds. */
export const bankKey = 'a642942e67258589cd2b1822c631506632db5a12aabcf413604e785300d762a5'

/** No test meets the node's deadline by accident on a busy machine; one about it sets its own. */
export const patientNode = { deadlineMs: 60_000 }

const START_MS = Date.UTC(2030, 0, 1)

/** The protocol's own periods by default: days cost nothing here. */
export async function openHost(periods: VenuePeriods = standardPeriods): Promise<Host> {
  const devnet = await startDevnet({ seed: 'venue', startMs: START_MS })
  const { controls } = devnet
  return {
    chain: connectNode({
      url: devnet.url,
      group: 0,
      clock: systemClock,
      fetch: devnet.fetch,
      limits: patientNode,
    }),
    node: new NodeProvider(devnet.url, undefined, devnet.fetch),
    controls,
    periods,
    nowMs: () => controls.nowMs(),
    passTimeUntil: (ms) => {
      if (ms > controls.nowMs()) controls.setTime({ setToMs: ms })
    },
  }
}
