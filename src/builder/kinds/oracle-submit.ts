import { submitOutcome } from '../../bindings/index.ts'
import type { Outcome } from '../../domain/index.ts'
import { assertUnresolved, getIndexedMarket, getMarket, readMarketRef } from '../find-market.ts'
import { conflict } from '../invalid.ts'
import type { Kind } from '../kind.ts'
import { prepareCall } from '../prepare-call.ts'
import type { SignerFields } from '../signer.ts'

export interface OracleSubmitRequest extends SignerFields {
  readonly marketAddress: string
  readonly outcome: Outcome
}

/** States the outcome of a market that has closed, with a bond. */
export const oracleSubmitKind: Kind<OracleSubmitRequest> = {
  name: 'oracle-submit',
  read(request, { venue }) {
    const ref = readMarketRef('marketAddress', request.marketAddress, venue)
    const { outcome } = request
    return {
      method: 'POST',
      path: '/v1/tx/oracle/submit',
      body: { marketAddress: ref.address, outcome },
      ownReasons: ['already_submitted'],
      async prepare(context) {
        const market = await getMarket(context, ref)
        const call = submitOutcome({
          oracleId: venue.contracts.oracle.id,
          collateralId: venue.tokens.collateral.id,
          bond: venue.bond,
          marketNumber: market.number,
          outcome,
        })
        const details = { marketAddress: ref.address, state: market.state }
        return prepareCall(context, call, { collateralRequired: venue.bond, details })
      },
      async assertFromIndex(context) {
        const market = await getIndexedMarket(context, ref)
        if (market === null) return
        assertUnresolved(market)
        if (market.state === 'proposed' || market.state === 'disputed')
          throw conflict('already_submitted', 'an outcome is submitted or disputed already')
      },
    }
  },
}
