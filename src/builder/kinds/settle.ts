import { settlePosition } from '../../bindings/index.ts'
import { getMarket, readMarketRef } from '../find-market.ts'
import type { Kind } from '../kind.ts'
import { prepareCall } from '../prepare-call.ts'
import type { SignerFields } from '../signer.ts'

export interface SettleRequest extends SignerFields {
  readonly marketAddress: string
}

/** Pays the signer's free shares of a resolved market. */
export const settleKind: Kind<SettleRequest> = {
  name: 'settle',
  read(request, { venue, signer }) {
    const ref = readMarketRef('address', request.marketAddress, venue)
    return {
      method: 'POST',
      path: `/v1/tx/markets/${ref.address}/settle`,
      body: {},
      ownReasons: ['nothing_to_settle'],
      async prepare(context) {
        await getMarket(context, ref)
        const call = settlePosition({
          marketId: ref.contractId,
          trader: signer.wallet.address,
          deadlineMs: context.deadlineMs,
        })
        return prepareCall(context, call, { details: { marketAddress: ref.address } })
      },
      // A resolution is for ever, and nobody but this wallet's own settlement ends its position.
      assertFromIndex: async () => {},
    }
  },
}
