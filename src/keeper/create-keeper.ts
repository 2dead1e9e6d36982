import { type Deployment, findRefusal } from '../bindings/index.ts'
import { type Chain, NodeRefused } from '../chain/index.ts'
import { ONE } from '../domain/index.ts'
import { type Clock, monotonicMs, sleep } from '../kit/index.ts'
import { createLeaderLease, createVenueTime, type Database } from '../store/index.ts'
import { createBackoff } from './backoff.ts'
import { endParlays } from './duties/end-parlays.ts'
import { clearOrders, payFees, releaseOrders, settlePositions } from './duties/markets.ts'
import { finalizeMarkets, voidMarkets, workOffCommits } from './duties/oracle.ts'
import { createSweepChunks } from './duties/sweep-chunks.ts'
import { deployMarkets, freezePeriods, refundProposals } from './duties/voting.ts'
import type { Duty, Task } from './duty.ts'
import type { ObserveKeeper } from './observation.ts'
import { createRevealRelay } from './reveal-relay.ts'
import type { SaltBox } from './salt-box.ts'
import { createTurns, type Turns } from './turns.ts'
import { createUnderWay } from './under-way.ts'
import { createKeeperWallet, type KeeperWallet } from './wallet.ts'

export interface KeeperOptions {
  readonly database: Database
  readonly chain: Chain
  /** The venue's clock. */
  readonly clock: Clock
  readonly venue: Deployment
  /** Hex; the keeper's own. */
  readonly privateKey: string
  readonly saltBox: SaltBox
  /** After so many attempts at a reveal, and every so many more, the operator is called. */
  readonly revealAttempts: number
  /** The most that is offered for the gas of a reveal, in attoALPH. */
  readonly revealGasPriceMax: bigint
  /** Which of several keepers this one is; any text nobody else uses. */
  readonly name?: string
  /** This process's own time, which cannot jump: for its lease and its pauses. */
  readonly monotonic?: () => number
  readonly observe?: ObserveKeeper
  readonly limits?: Partial<KeeperLimits>
}

export interface KeeperLimits {
  /** Between two rounds. */
  readonly pollMs: number
  /** Tasks of one duty in one round: a long list of one kind must not starve the others. */
  readonly tasksMax: number
  /** A transaction not seen in a block for so long is taken for lost, and its task tried again. */
  readonly patienceMs: number
  /** Below this the operator is warned. */
  readonly balanceLowAtto: bigint
  /** What reveals may still spend when everything else has to stop: strangers can make chores, and gas is the keeper's. */
  readonly reservedAtto: bigint
}

/** Troubles in one duty after which the rest of it waits for the next round. */
const troublesMax = 3

const defaultLimits: KeeperLimits = {
  pollMs: 1_000,
  tasksMax: 20,
  patienceMs: 120_000,
  balanceLowAtto: 5n * ONE,
  reservedAtto: ONE,
}

/** The wallet is looked at after every round that sent something, and this often: one that is empty sends nothing. */
const WALLET_LOOK_MS = 60_000

/** As far ahead as calls that people sign. */
const DEADLINE_AHEAD_MS = 10 * 60_000

/**
 * One loop over all duties. Each round asks what is due, tries it on the node without a trace, and sends what would
 * succeed. When somebody else was first the contract refuses in the dry run, and that counts as done.
 *
 * What was sent is remembered only until the node has it in a block: the next round's dry run would succeed again
 * while it waits in the mempool. After a crash that memory is gone, and the worst that follows is one refused repeat.
 */
export interface Keeper {
  readonly address: string
  start(): void
  stop(): Promise<void>
  /** One round over all duties; how many transactions it sent. None while another keeper leads. */
  step(): Promise<number>
  getBalance(): Promise<bigint>
  status(): KeeperStatus
}

export interface KeeperStatus {
  readonly isLeading: boolean
  /** Why it cannot work at the moment, null while nothing is known against it. */
  readonly troubleReason: string | null
}

export function createKeeper(options: KeeperOptions): Keeper {
  const { database, chain, clock, venue, monotonic = monotonicMs, observe = () => undefined } = options
  const limits = { ...defaultLimits, ...options.limits }
  const venueTime = createVenueTime(database, clock)
  const wallet = createKeeperWallet({
    chain,
    tipMs: async () => (await venueTime()).tipMs,
    networkId: venue.networkId,
    group: venue.group,
    privateKey: options.privateKey,
  })
  const lease = createLeaderLease({
    database,
    role: 'keeper',
    name: options.name ?? wallet.address,
    canWork: () => chain.getHeight(),
    monotonic,
    observe,
  })
  let stopping = false
  const mayWork = async (): Promise<boolean> => !stopping && lease.hold()
  const backoff = createBackoff({ monotonic, observe })
  const relay = createRevealRelay({ ...options, venueTime, observe, wallet, mayWork, backoff })
  const duties: readonly Duty[] = [
    finalizeMarkets,
    freezePeriods,
    deployMarkets,
    clearOrders,
    workOffCommits,
    settlePositions,
    releaseOrders,
    refundProposals,
    endParlays,
    voidMarkets,
    payFees,
    createSweepChunks(),
  ]
  const turnsOf = new Map<Duty, Turns>(duties.map((duty) => [duty, createTurns(limits.tasksMax)]))
  const underWay = createUnderWay({ chain, monotonic, patienceMs: limits.patienceMs })
  let running: Promise<void> | null = null
  let warned = false
  let revealedAtMs = Number.NEGATIVE_INFINITY
  let lookedAtMs = Number.NEGATIVE_INFINITY

  async function perform(duty: Duty, task: Task): Promise<boolean> {
    if (await underWay.has(task.key)) return false
    const run = await wallet.dryRun(task.call)
    if (!run.ok) {
      observe({ kind: 'refused', duty: duty.name, task: task.key, reason: reasonOf(run) })
      return false
    }
    try {
      const txId = await wallet.send(task.call, run.scriptGas, { keepAtto: limits.reservedAtto })
      underWay.add(task.key, txId)
      observe({ kind: 'sent', duty: duty.name, task: task.key, txId })
      return true
    } catch (error) {
      if (!(error instanceof NodeRefused)) throw error
      observe({ kind: 'refused', duty: duty.name, task: task.key, reason: error.message })
      return false
    }
  }

  async function runDuty(duty: Duty, turns: Turns): Promise<number> {
    let sent = 0
    let troubles = 0
    const { name } = duty
    const tell = (cause: unknown): void => {
      troubles += 1
      observe({ kind: 'trouble', duty: name, cause })
    }
    const { nowMs } = await venueTime()
    const deadlineMs = nowMs + DEADLINE_AHEAD_MS
    const context = { database, chain, venue, nowMs, deadlineMs, limit: turns.limit() }
    const listed = await backoff.attempt({ duty: name }, () => duty.list(context)).catch(tell)
    for (const task of turns.next(listed ?? [])) {
      // One task the node cannot answer for must not keep the others waiting; a node that is away answers for none.
      if (troubles >= troublesMax || !(await mayWork())) break
      sent += await relayRevealsAgain()
      turns.tried(task)
      const work = { duty: name, task: task.key }
      if (await backoff.attempt(work, () => perform(duty, task)).catch(tell)) sent += 1
    }
    return sent
  }

  /** Theirs is the one window that does not wait: first in each round, and again within one that takes long. */
  async function relayReveals(): Promise<number> {
    revealedAtMs = monotonic()
    return relay.step(await chain.getHeight())
  }
  const relayRevealsAgain = async (): Promise<number> =>
    monotonic() - revealedAtMs < limits.pollMs ? 0 : relayReveals()

  async function step(): Promise<number> {
    if (!(await lease.hold())) return 0
    // Without a node nothing can be done: the round ends here, and after some of these the lease is given up.
    let sent = await relayReveals()
    for (const [duty, turns] of turnsOf) {
      if (!(await mayWork())) return sent
      sent += await runDuty(duty, turns)
    }
    if (sent > 0 || monotonic() - lookedAtMs >= WALLET_LOOK_MS) sent += await lookAtWallet(wallet)
    lease.worked()
    return sent
  }

  async function lookAtWallet({ address, getBalance, joinCoins }: KeeperWallet): Promise<number> {
    lookedAtMs = monotonic()
    try {
      const attoAlph = await getBalance()
      observe({ kind: 'balance', address, attoAlph })
      const low = attoAlph < limits.balanceLowAtto
      if (low && !warned) observe({ kind: 'balance-low', address, attoAlph })
      warned = low
      const txId = await joinCoins()
      if (txId === null) return 0
      // The next round may find as many again.
      lookedAtMs = Number.NEGATIVE_INFINITY
      observe({ kind: 'sent', duty: 'join-coins', task: address, txId })
      return 1
    } catch (cause) {
      observe({ kind: 'trouble', duty: 'look-at-wallet', cause })
      return 0
    }
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      const sent = await backoff.attempt({ duty: 'round' }, step).catch(fail)
      if (!sent && !stopping) await sleep(limits.pollMs)
    }
  }

  async function fail(cause: unknown): Promise<number> {
    observe({ kind: 'trouble', duty: 'round', cause })
    await lease.failed(cause instanceof Error ? cause.message : String(cause))
    return 0
  }

  return {
    address: wallet.address,
    start() {
      running ??= loop()
    },
    async stop() {
      stopping = true
      await running
      await lease.release()
    },
    step,
    getBalance: () => wallet.getBalance(),
    status: () => ({ isLeading: lease.isHeld(), troubleReason: lease.troubleReason() }),
  }
}

function reasonOf({ text, errorCode }: { readonly text: string; readonly errorCode: number | null }): string {
  const refusal = errorCode === null ? null : findRefusal(errorCode)
  return refusal === null ? text : `${refusal.contract}.${refusal.name}`
}
