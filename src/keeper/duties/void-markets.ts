import { voidMarket } from '../../bindings/index.ts'
import { listVoidableMarkets } from '../../store/index.ts'
import type { Duty } from '../duty.ts'

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
