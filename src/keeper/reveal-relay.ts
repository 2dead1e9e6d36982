import { type Deployment, findRefusal, revealVote } from '../bindings/index.ts'
import { type Chain, NodeRefused } from '../chain/index.ts'
import { Fault, minBigint } from '../kit/index.ts'
import { type Database, type DueReveal, listDueReveals, type VenueTime } from '../store/index.ts'
import { recordRevealAttempt } from '../store/writes/keeper.ts'
import { CannotBuild, limits } from '../transaction/index.ts'
import type { Backoff } from './backoff.ts'
import type { ObserveKeeper } from './observation.ts'
import { labelOf } from './relay-reveal.ts'
import type { SaltBox } from './salt-box.ts'
import type { KeeperWallet } from './wallet.ts'

const duty = 'relay-reveals'
const taskOf = ({ id }: DueReveal): string => `reveal ${id}`

/** As many reveals as are tried in one round. */
const revealsMax = 50
/** Each attempt offers this much more for its gas than the one before, in percent of the minimum. */
const gasPriceStepPercent = 10n
/** A reveal in the mempool is outbid only after so many blocks without it: two that get in are paid for twice. */
const mempoolBlocksMax = 5
/** The chain has it and the index will see it soon: no attempt, and nothing failed. */
const alreadyRevealed = 'Oracle.AlreadyRevealed'
/** Our clock is ahead of the chain's: nothing failed either. */
const notOpenYet = 'Oracle.RevealNotOpen'

export interface RevealRelayOptions {
  readonly database: Database
  readonly chain: Chain
  readonly venueTime: () => Promise<VenueTime>
  readonly venue: Deployment
  readonly saltBox: SaltBox
  /** After so many attempts, and every so many more, the operator is called. */
  readonly revealAttempts: number
  /** The most that is offered for gas, in attoALPH. */
  readonly revealGasPriceMax: bigint
  readonly wallet: KeeperWallet
  /** Asked before each reveal: a list of them can outlast the lease. */
  readonly mayWork: () => Promise<boolean>
  readonly backoff: Backoff
  readonly observe: ObserveKeeper
}

/**
 * Reveals the votes that voters asked us to reveal, while their window is open, once a block until one is seen on
 * chain or the window is over. An attempt that was not included is followed by one that pays more.
 */
export function createRevealRelay(options: RevealRelayOptions): { step(height: number): Promise<number> } {
  const { database, chain, venueTime, venue, saltBox, wallet, mayWork, backoff, observe } = options

  async function reveal(due: DueReveal, height: number): Promise<boolean> {
    if (await isOnItsWay(due, height)) return false
    const call = revealVote({
      oracleId: venue.contracts.oracle.id,
      marketNumber: due.marketId,
      round: due.round,
      voter: due.voter,
      vote: due.vote,
      salt: saltBox.open(due.sealedSalt, labelOf(due)),
      deadlineMs: due.revealEndsAtMs,
    })
    const record = async (tried: { lastError: string | null; revealTxId: string | null }, counts = true) => {
      const attempt = await recordRevealAttempt(database, { id: due.id, height, counts, ...tried })
      if (counts && attempt > 0 && attempt % options.revealAttempts === 0)
        observe({ kind: 'reveal-overdue', id: due.id, attempt })
      return attempt
    }
    const failed = async (reason: string): Promise<false> => {
      const attempt = await record({ lastError: reason, revealTxId: null })
      observe({ kind: 'reveal-failed', id: due.id, attempt, reason })
      return false
    }
    try {
      const run = await wallet.dryRun(call)
      if (!run.ok) {
        const refusal = run.errorCode === null ? null : findRefusal(run.errorCode)
        const reason =
          refusal === null ? 'the contract refused the reveal' : `${refusal.contract}.${refusal.name}`
        if (reason !== alreadyRevealed && reason !== notOpenYet) return failed(reason)
        await record({ lastError: null, revealTxId: null }, false)
        observe({ kind: 'refused', duty, task: taskOf(due), reason })
        return false
      }
      const revealTxId = await wallet.send(call, run.scriptGas, { gasPrice: gasPriceFor(due.attemptCount) })
      await record({ lastError: null, revealTxId })
      observe({ kind: 'sent', duty, task: taskOf(due), txId: revealTxId })
      return true
    } catch (error) {
      if (error instanceof NodeRefused) return failed('the node refused the reveal')
      if (error instanceof CannotBuild) return failed('the keeper has too few coins')
      if (error instanceof Fault && error.kind !== 'database') return failed('the node did not answer')
      throw error
    }
  }

  async function isOnItsWay({ revealTxId, lastAttemptHeight }: DueReveal, height: number): Promise<boolean> {
    if (revealTxId === null || height - lastAttemptHeight >= mempoolBlocksMax) return false
    return (await chain.getTransactionStatus(revealTxId)).type === 'mempool'
  }

  function gasPriceFor(attemptCount: number): bigint {
    const more = (limits.GAS_PRICE_MIN * gasPriceStepPercent * BigInt(attemptCount)) / 100n
    return minBigint(limits.GAS_PRICE_MIN + more, options.revealGasPriceMax)
  }

  return {
    async step(height) {
      let sent = 0
      try {
        const { nowMs } = await venueTime()
        const list = () => listDueReveals(database, { nowMs, height, limit: revealsMax })
        for (const one of (await backoff.attempt({ duty }, list)) ?? []) {
          if (!(await mayWork())) break
          if (await backoff.attempt({ duty, task: taskOf(one) }, () => reveal(one, height))) sent += 1
        }
      } catch (cause) {
        observe({ kind: 'trouble', duty, cause })
      }
      return sent
    },
  }
}
