import { freezePeriod } from '../../bindings/index.ts'
import { listEndedPeriods } from '../../store/index.ts'
import type { Duty } from '../duty.ts'

/** A voting period that is over: its winners are accepted, all others rejected. */
export const freezePeriods: Duty = {
  name: 'freeze-periods',
  async list({ database, venue, nowMs, limit }) {
    const ids = await listEndedPeriods(database, nowMs, limit)
    return ids.map((periodId) => ({
      key: `freeze ${periodId}`,
      call: freezePeriod({ votingId: venue.contracts.voting.id, periodId }),
    }))
  },
}
