import { refundParlay } from '../../bindings/index.ts'
import { assertIndexedParlay, getParlay } from '../find-parlay.ts'
import { conflict } from '../invalid.ts'
import type { Kind } from '../kind.ts'
import { prepareCall } from '../prepare-call.ts'
import type { ParlayRequest } from './take-parlay.ts'

/** Returning an offer was measured at 28k. */
const REFUND_GAS = 50_000

/** Gives an untaken offer back: its maker's at any time, anybody's once it has expired. */
export const cancelParlayKind: Kind<ParlayRequest> = {
  name: 'cancel-parlay',
  read({ parlayId }, { venue, signer }) {
    return {
      method: 'POST',
      path: `/v1/tx/parlays/${parlayId}/cancel`,
      body: {},
      ownReasons: ['parlay_not_open'],
      async prepare(context) {
        const parlay = await getParlay(context, parlayId)
        const isExpired = context.nowMs >= Number(parlay.expiresAt)
        if (parlay.maker !== signer.wallet.address && !isExpired)
          throw notExpired(parlayId, Number(parlay.expiresAt))
        const call = refundParlay({
          parlaysId: venue.contracts.parlays.id,
          parlayId,
          deadlineMs: context.deadlineMs,
        })
        return prepareCall(context, call, { gasUnseen: REFUND_GAS, details: { parlayId } })
      },
      assertFromIndex: (context) => assertIndexedParlay(context, parlayId, { mayBeExpired: true }),
    }
  },
}

const notExpired = (parlayId: number, expiresAtMs: number) =>
  conflict('not_expired', 'until it expires only its maker takes an offer back', {
    parlayId,
    expiresAt: new Date(expiresAtMs).toISOString(),
  })
