import { commitVote } from '../../bindings/index.ts'
import { readMarketRef } from '../find-market.ts'
import type { Kind } from '../kind.ts'
import { prepareCall } from '../prepare-call.ts'
import { assertBefore, getIndexedRound, getRunningRound } from '../running-round.ts'
import { plainHex, type SignerFields } from '../signer.ts'

export interface OracleCommitRequest extends SignerFields {
  readonly marketAddress: string
  /** 32 bytes hex. */
  readonly commitHash: string
  readonly voteRound?: number
}

/** A vote nobody can read yet, in the round that is running. */
export const oracleCommitKind: Kind<OracleCommitRequest> = {
  name: 'oracle-commit',
  read(request, { venue }) {
    const ref = readMarketRef('marketAddress', request.marketAddress, venue)
    const commitHash = plainHex(request.commitHash)
    const { voteRound } = request
    return {
      method: 'POST',
      path: '/v1/tx/oracle/commit',
      body: { marketAddress: ref.address, commitHash, voteRound },
      ownReasons: ['already_committed'],
      async prepare(context) {
        const running = await getRunningRound(context, ref, voteRound)
        assertBefore(context.nowMs, running.commitEndsAtMs, 'commit')
        const call = commitVote({
          oracleId: venue.contracts.oracle.id,
          marketNumber: running.market.number,
          subject: running.market.fields.subject,
          round: running.round,
          commitHash,
          deadlineMs: context.deadlineMs,
        })
        return prepareCall(context, call, { details: { marketAddress: ref.address } })
      },
      async assertFromIndex(context) {
        const running = await getIndexedRound(context, ref, voteRound)
        if (running !== null) assertBefore(context.nowMs, running.commitEndsAtMs, 'commit')
      },
    }
  },
}
