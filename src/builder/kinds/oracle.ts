import { commitVote, disputeOutcome, revealVote, submitOutcome } from '../../bindings/index.ts'
import { bondAt, bondOf, conflict, type Outcome, type VoteChoice } from '../../domain/index.ts'
import { minBigint } from '../../kit/index.ts'
import { findSubmissionStanding } from '../../store/index.ts'
import { findCase } from '../find-case.ts'
import { assertUnresolved, getIndexedMarket, getMarket, readMarketRef } from '../find-market.ts'
import type { Kind } from '../kind.ts'
import type { MarketRef } from '../market-ref.ts'
import { prepareCall } from '../prepare-call.ts'
import { assertBefore, getIndexedRound, getRunningRound, type RunningRound } from '../running-round.ts'
import { plainHex, type SignerFields } from '../signer.ts'
import { readPayee, readWallet } from '../wallet-field.ts'

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
          throw conflict('already_submitted', 'an outcome is submitted or disputed already', {
            marketAddress: ref.address,
            state: market.state,
          })
      },
    }
  },
}

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
        if (running === null || running.windowEndsAt === 0n) throw notProposed(market, ref)
        const windowEndsAtMs = Number(running.windowEndsAt)
        if (context.nowMs >= windowEndsAtMs) throw windowClosed(windowEndsAtMs)
        // As of the submission: from its end on a market's exposure only falls.
        const { pairs, parlayStakes } = market.fields
        const bond =
          running.bonds === 1n
            ? minBigint(running.bond, bondOf(pairs + parlayStakes, venue))
            : bondAt(running.bond, Number(running.bonds))
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
        if (running === null || running.closed || running.windowEndsAtMs === null)
          throw notProposed(market, ref)
        if (context.nowMs >= running.windowEndsAtMs) throw windowClosed(running.windowEndsAtMs)
      },
    }
  },
}

const notProposed = ({ state }: { readonly state: string }, { address }: MarketRef) =>
  conflict('not_proposed', 'there is no submission or result to dispute', { marketAddress: address, state })

const windowClosed = (endsAtMs: number) =>
  conflict('dispute_window_closed', 'the dispute window is closed', {
    disputeEndsAt: new Date(endsAtMs).toISOString(),
  })

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
