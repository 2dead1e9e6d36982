import { takeParlay } from '../../bindings/index.ts'
import { assertIndexedParlay, getParlay } from '../find-parlay.ts'
import type { Kind } from '../kind.ts'
import { prepareCall } from '../prepare-call.ts'
import type { SignerFields } from '../signer.ts'

export interface ParlayRequest extends SignerFields {
  readonly parlayId: number
}

/** Takes the other side of an offer. */
export const takeParlayKind: Kind<ParlayRequest> = {
  name: 'take-parlay',
  read({ parlayId }, { venue }) {
    return {
      method: 'POST',
      path: `/v1/tx/parlays/${parlayId}/take`,
      body: {},
      ownReasons: ['already_taken'],
      async prepare(context) {
        const { takerAmount, terms } = await getParlay(context, parlayId)
        const call = takeParlay({
          parlaysId: venue.contracts.parlays.id,
          collateralId: venue.tokens.collateral.id,
          parlayId,
          takerAmount,
          terms,
          deadlineMs: context.deadlineMs,
        })
        return prepareCall(context, call, { collateralRequired: takerAmount, details: { parlayId } })
      },
      assertFromIndex: (context) => assertIndexedParlay(context, parlayId, { mayBeExpired: false }),
    }
  },
}
