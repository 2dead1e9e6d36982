import { submitOutcome } from '../../bindings/index.ts'
import { bondOf, type Outcome } from '../../domain/index.ts'
import { assertUnresolved, getIndexedMarket, getMarket, readMarketRef } from '../find-market.ts'
import { conflict } from '../invalid.ts'
import type { Kind } from '../kind.ts'
import { prepareCall } from '../prepare-call.ts'
import type { SignerFields } from '../signer.ts'

export interface OracleSubmitRequest extends SignerFields {
  readonly marketAddress: string
  readonly outcome: Outcome
}

/** States the outcome of a market that has closed, with a bond by what is at stake. */
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
        // From its end on a market's exposure only falls, so nothing can make this too little.
        const maxBond = bondOf(market.fields.pairs + market.fields.parlayStakes, venue)
        const call = submitOutcome({
          oracleId: venue.contracts.oracle.id,
          collateralId: venue.tokens.collateral.id,
          maxBond,
          marketNumber: market.number,
          subject: market.fields.subject,
          outcome,
          deadlineMs: context.deadlineMs,
        })
        const details = { marketAddress: ref.address, state: market.state }
        return prepareCall(context, call, { collateralRequired: maxBond, details })
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
