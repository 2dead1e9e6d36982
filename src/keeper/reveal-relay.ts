import { type Deployment, findRefusal, revealVote } from '../bindings/index.ts'
import { NodeRefused } from '../chain/index.ts'
import { type Clock, Fault } from '../kit/index.ts'
import { type Database, type DueReveal, listDueReveals, recordRevealAttempt } from '../store/index.ts'
import type { Care } from './care.ts'
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
/** Twice the minimum is the most a reveal pays. */
const gasPriceStepsMax = 10n
const gasPriceMin = 100_000_000_000n
/** The chain has it and the index will see it soon: no attempt, and nothing failed. */
const alreadyRevealed = 'Oracle.AlreadyRevealed'

/**
 * Reveals the votes that voters asked us to reveal, while their window is open, once a block until one is seen on
 * chain. An attempt that was not included is followed by one that pays more.
 */
export function createRevealRelay(options: {
  readonly database: Database
  readonly clock: Clock
  readonly venue: Deployment
  readonly saltBox: SaltBox
  readonly revealAttempts: number
  readonly wallet: KeeperWallet
  readonly care: Care
  readonly observe: ObserveKeeper
}): { step(height: number): Promise<number> } {
  const { database, clock, venue, saltBox, revealAttempts, wallet, care, observe } = options

  async function reveal(due: DueReveal, height: number): Promise<boolean> {
    const call = revealVote({
      oracleId: venue.contracts.oracle.id,
      marketNumber: due.marketId,
      round: due.round,
      voter: due.voter,
      vote: due.vote,
      salt: saltBox.open(due.sealedSalt, labelOf(due)),
    })
    const failed = async (reason: string): Promise<false> => {
      const attempt = await recordRevealAttempt(database, {
        id: due.id,
        height,
        lastError: reason,
        revealTxId: null,
      })
      observe({ kind: 'reveal-failed', id: due.id, attempt, reason })
      return false
    }
    const run = await wallet.dryRun(call)
    if (!run.ok) {
      const refusal = run.errorCode === null ? null : findRefusal(run.errorCode)
      const reason =
        refusal === null ? 'the contract refused the reveal' : `${refusal.contract}.${refusal.name}`
      if (reason !== alreadyRevealed) return failed(reason)
      observe({ kind: 'refused', duty, task: taskOf(due), reason })
      return false
    }
    try {
      const revealTxId = await wallet.send(call, run.scriptGas, gasPriceFor(due.attemptCount))
      await recordRevealAttempt(database, { id: due.id, height, lastError: null, revealTxId })
      observe({ kind: 'sent', duty, task: taskOf(due), txId: revealTxId })
      return true
    } catch (error) {
      if (error instanceof NodeRefused) return failed('the node refused the reveal')
      if (error instanceof Fault) return failed('the node did not answer')
      throw error
    }
  }

  return {
    async step(height) {
      let sent = 0
      const nowMs = clock.nowMs()
      const list = () => listDueReveals(database, { nowMs, attemptsMax: revealAttempts, limit: revealsMax })
      try {
        const due = (await care.attempt({ duty }, list)) ?? []
        for (const one of due) {
          if (one.lastAttemptHeight >= height) continue
          if (await care.attempt({ duty, task: taskOf(one) }, () => reveal(one, height))) sent += 1
        }
      } catch (cause) {
        observe({ kind: 'trouble', duty, cause })
      }
      return sent
    },
  }
}

function gasPriceFor(attemptCount: number): bigint {
  const steps = BigInt(attemptCount) < gasPriceStepsMax ? BigInt(attemptCount) : gasPriceStepsMax
  return gasPriceMin + (gasPriceMin * gasPriceStepPercent * steps) / 100n
}
