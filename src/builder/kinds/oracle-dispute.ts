import { disputeOutcome } from '../../bindings/index.ts'
import { bondAt, type VoteChoice } from '../../domain/index.ts'
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

/** Contradicts what stands, inside its window: the submission with an equal bond, a round's result with twice the last. */
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
        const isRunning = market.state === 'proposed' || market.state === 'disputed'
        if (running === null || !isRunning || running.windowEndsAt === 0n) throw notProposed()
        const windowEndsAtMs = Number(running.windowEndsAt)
        if (context.nowMs >= windowEndsAtMs) throw windowClosed(windowEndsAtMs)
        const bond = bondAt(running.bond, Number(running.bonds))
        const call = disputeOutcome({
          oracleId: venue.contracts.oracle.id,
          collateralId: venue.tokens.collateral.id,
          maxBond: bond,
          marketNumber: market.number,
          subject: market.fields.subject,
          submission: Number(running.submissions),
          round: Number(running.rounds),
          outcome: Number(running.standing) as VoteChoice, // 1..3 by the contract
          deadlineMs: context.deadlineMs,
        })
        const details = { marketAddress: ref.address }
        return prepareCall(context, call, { collateralRequired: bond, details })
      },
      async assertFromIndex(context) {
        const market = await getIndexedMarket(context, ref)
        if (market === null) return
        assertUnresolved(market)
        const running = await findSubmissionStanding(context.database, ref.address)
        if (running === null || running.closed || running.windowEndsAtMs === null) throw notProposed()
        if (context.nowMs >= running.windowEndsAtMs) throw windowClosed(running.windowEndsAtMs)
      },
    }
  },
}

const notProposed = () => conflict('not_proposed', 'there is no submission or result to dispute')
const windowClosed = (endsAtMs: number) =>
  conflict('dispute_window_closed', 'the dispute window is closed', {
    disputeEndsAt: new Date(endsAtMs).toISOString(),
  })
