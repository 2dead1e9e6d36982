import { finalizeMarket, voidMarket, workOffCommit } from '../../bindings/index.ts'
import { listFinalizableMarkets, listUnworkedCommits, listVoidableMarkets } from '../../store/index.ts'
import type { Duty } from '../duty.ts'

/** A submission nobody disputed in time, a round whose reveal window is over, a result nobody appealed. */
export const finalizeMarkets: Duty = {
  name: 'finalize-markets',
  async list({ database, venue, nowMs, limit }) {
    const ids = await listFinalizableMarkets(database, nowMs, limit)
    return ids.map((marketNumber) => ({
      key: `finalize ${marketNumber}`,
      call: finalizeMarket({ oracleId: venue.contracts.oracle.id, marketNumber }),
    }))
  },
}

/** A market nobody submitted an outcome for, long after its end. */
export const voidMarkets: Duty = {
  name: 'void-markets',
  async list({ database, venue, nowMs, limit }) {
    const { voidAfterMs } = venue.periods
    const ids = await listVoidableMarkets(database, { nowMs, voidAfterMs, limit })
    return ids.map((marketNumber) => ({
      key: `void ${marketNumber}`,
      call: voidMarket({ oracleId: venue.contracts.oracle.id, marketNumber }),
    }))
  },
}

/** A voter of a finished round is slashed or rewarded. */
export const workOffCommits: Duty = {
  name: 'work-off-commits',
  async list({ database, venue, limit }) {
    const commits = await listUnworkedCommits(database, limit)
    return commits.map(({ marketId, round, voter }) => ({
      key: `work-off ${marketId} ${round} ${voter}`,
      call: workOffCommit({ oracleId: venue.contracts.oracle.id, marketNumber: marketId, round, voter }),
    }))
  },
}
