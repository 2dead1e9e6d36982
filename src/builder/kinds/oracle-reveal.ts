import { revealVote } from '../../bindings/index.ts'
import type { VoteChoice } from '../../domain/index.ts'
import { readMarketRef } from '../find-market.ts'
import { conflict } from '../invalid.ts'
import type { Kind } from '../kind.ts'
import { prepareCall } from '../prepare-call.ts'
import { assertBefore, getIndexedRound, getRunningRound, type RunningRound } from '../running-round.ts'
import { plainHex, type SignerFields } from '../signer.ts'
import { readPayee, readWallet } from '../wallet-field.ts'

export interface OracleRevealRequest extends SignerFields {
  readonly marketAddress: string
  readonly voterAddress: string
  readonly vote: VoteChoice
  /** 32 bytes hex. */
  readonly salt: string
  readonly voteRound?: number
}

/** Opens a commit; the signer need not be the voter, because the hash binds the voter. */
export const oracleRevealKind: Kind<OracleRevealRequest> = {
  name: 'oracle-reveal',
  read(request, { venue, signer }) {
    const ref = readMarketRef('marketAddress', request.marketAddress, venue)
    const named = readWallet('voterAddress', request.voterAddress, venue.group)
    // Only the signer has proven that a script lock is its wallet's.
    const voter =
      named.address === signer.wallet.address
        ? named
        : readPayee('voterAddress', request.voterAddress, venue.group)
    const { vote, voteRound } = request
    const salt = plainHex(request.salt)
    return {
      method: 'POST',
      path: '/v1/tx/oracle/reveal',
      body: { marketAddress: ref.address, voterAddress: voter.address, vote, salt, voteRound },
      ownReasons: ['already_revealed'],
      async prepare(context) {
        const running = await getRunningRound(context, ref, voteRound)
        assertRevealing(context.nowMs, running)
        const call = revealVote({
          oracleId: venue.contracts.oracle.id,
          marketNumber: running.market.number,
          round: running.round,
          voter: voter.address,
          vote,
          salt,
          deadlineMs: context.deadlineMs,
        })
        return prepareCall(context, call, { details: { marketAddress: ref.address } })
      },
      async assertFromIndex(context) {
        const running = await getIndexedRound(context, ref, voteRound)
        if (running !== null) assertRevealing(context.nowMs, running)
      },
    }
  },
}

function assertRevealing(nowMs: number, running: Omit<RunningRound, 'market'>): void {
  if (nowMs < running.commitEndsAtMs)
    throw conflict('reveal_not_open', 'reveals are taken after the commit window', {
      commitEndsAt: new Date(running.commitEndsAtMs).toISOString(),
    })
  assertBefore(nowMs, running.revealEndsAtMs, 'reveal')
}
