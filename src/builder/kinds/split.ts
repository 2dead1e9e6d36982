import { splitPairs } from '../../bindings/index.ts'
import { readQuantity } from '../amount-field.ts'
import { assertTrading, getIndexedMarket, getMarket, readMarketRef } from '../find-market.ts'
import type { Kind } from '../kind.ts'
import { prepareCall } from '../prepare-call.ts'
import type { SignerFields } from '../signer.ts'

export interface PairsRequest extends SignerFields {
  readonly marketAddress: string
  readonly quantity: string
}

/** Collateral becomes as many yes and no shares. */
export const splitKind: Kind<PairsRequest> = {
  name: 'split',
  read(request, { venue }) {
    const ref = readMarketRef('address', request.marketAddress, venue)
    const quantity = readQuantity('quantity', request.quantity)
    return {
      method: 'POST',
      path: `/v1/tx/markets/${ref.address}/split`,
      body: { quantity: String(quantity) },
      ownReasons: [],
      async prepare(context) {
        const market = await getMarket(context, ref)
        assertTrading(market)
        const call = splitPairs({
          marketId: ref.contractId,
          collateralId: venue.tokens.collateral.id,
          subject: market.fields.subject,
          deadlineMs: context.deadlineMs,
          quantity,
        })
        return prepareCall(context, call, {
          collateralRequired: quantity,
          details: { marketAddress: ref.address },
        })
      },
      async assertFromIndex(context) {
        const market = await getIndexedMarket(context, ref)
        if (market !== null) assertTrading(market)
      },
    }
  },
}
