import { refundParlay, settleParlay } from '../../bindings/index.ts'
import { listFinishedParlays } from '../../store/index.ts'
import type { Duty } from '../duty.ts'

/** A parlay whose legs have decided it is paid; an offer that nobody took in time goes back. */
export const endParlays: Duty = {
  name: 'end-parlays',
  async list({ database, venue, nowMs, deadlineMs, limit }) {
    const parlaysId = venue.contracts.parlays.id
    const parlays = await listFinishedParlays(database, nowMs, limit)
    return parlays.map(({ id, action }) => ({
      key: `${action}-parlay ${id}`,
      call:
        action === 'settle'
          ? settleParlay({ parlaysId, parlayId: id })
          : refundParlay({ parlaysId, parlayId: id, deadlineMs }),
    }))
  },
}
