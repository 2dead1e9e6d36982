import { finalizeMarket } from '../../bindings/index.ts'
import { listFinalizableMarkets } from '../../store/index.ts'
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
