import { disputeOutcome } from '../../bindings/index.ts'
import { findSubmissionStanding } from '../../store/index.ts'
import { findCase } from '../find-case.ts'
import { assertUnresolved, getIndexedMarket, getMarket, readMarketRef } from '../find-market.ts'
import { conflict } from '../invalid.ts'
import type { Kind } from '../kind.ts'
import { prepareCall } from '../prepare-call.ts'
import type { SignerFields } from '../signer.ts'

export interface OracleDisputeRequest extends SignerFields {
  readonly marketAddress: string
}

/** Contradicts the running submission with an equal bond, inside its window. */
export const oracleDisputeKind: Kind<OracleDisputeRequest> = {
  name: 'oracle-dispute',
  read(request, { venue }) {
    const ref = readMarketRef('marketAddress', request.marketAddress, venue)
    return {
      method: 'POST',
      path: '/v1/tx/oracle/dispute',
      body: { marketAddress: ref.address },
      ownReasons: ['not_proposed'],
      async prepare(context) {
        const market = await getMarket(context, ref)
        assertUnresolved(market)
        const running = await findCase(context, market)
        if (running === null || market.state !== 'proposed') throw notProposed()
        const disputeEndsAtMs = Number(running.disputeEndsAt)
        if (context.nowMs >= disputeEndsAtMs) throw windowClosed(disputeEndsAtMs)
        const call = disputeOutcome({
          oracleId: venue.contracts.oracle.id,
          collateralId: venue.tokens.collateral.id,
          bond: venue.bond,
          marketNumber: market.number,
          submission: Number(running.submissions),
        })
        const details = { marketAddress: ref.address }
        return prepareCall(context, call, { collateralRequired: venue.bond, details })
      },
      async assertFromIndex(context) {
        const market = await getIndexedMarket(context, ref)
        if (market === null) return
        assertUnresolved(market)
        const running = await findSubmissionStanding(context.database, ref.address)
        if (market.state !== 'proposed' || running === null) throw notProposed()
        if (context.nowMs >= running.disputeEndsAtMs) throw windowClosed(running.disputeEndsAtMs)
      },
    }
  },
}

const notProposed = () => conflict('not_proposed', 'there is no submission to dispute')
const windowClosed = (endsAtMs: number) =>
  conflict('dispute_window_closed', 'the dispute window is closed', {
    disputeEndsAt: new Date(endsAtMs).toISOString(),
  })
