import { findContractId, readState, sweepChunk } from '../../bindings/index.ts'
import { assert } from '../../kit/index.ts'
import { listSweepableMarkets } from '../../store/index.ts'
import type { Duty, Task } from '../duty.ts'

/** Of 64 price levels each, on both sides: a market has no more. */
const chunks = Array.from({ length: 32 }, (_, chunk) => chunk)
/** Asked in a round: the swept ones stay among them, and the node is asked about each. */
const marketsMax = 20

/**
 * Price chunks of resolved markets: their deposits go back to who paid them. Only the contract knows which are left, so
 * a few markets are asked in each round, one after the other and round again.
 */
export function createSweepChunks(): Duty {
  let afterId = 0
  return {
    name: 'sweep-chunks',
    async list({ database, chain, limit }) {
      const markets = await listSweepableMarkets(database, afterId, Math.min(limit, marketsMax))
      const tasks: Task[] = []
      afterId = 0
      for (const { id, marketAddress } of markets) {
        // The next round goes on here.
        if (tasks.length >= limit) break
        afterId = id
        const state = await chain.findContractState(marketAddress)
        const marketId = findContractId(marketAddress)
        if (state === null) continue
        assert(marketId !== null, 'an indexed market has a contract address')
        const market = readState('Market', state)
        if (market === null) continue
        for (const chunk of chunks)
          if (((market.chunksUsed >> BigInt(chunk)) & 1n) === 1n)
            tasks.push({ key: `sweep ${marketAddress} ${chunk}`, call: sweepChunk({ marketId, chunk }) })
      }
      return tasks
    },
  }
}
