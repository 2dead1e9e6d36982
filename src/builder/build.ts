import { type Deployment, nativeFor } from '../bindings/index.ts'
import { type Chain, listUnlockedCoins, NodeRefused } from '../chain/index.ts'
import { conflict, type NativeSource } from '../domain/index.ts'
import { type Clock, canonicalJson, Fault, type JsonObject, Refusal } from '../kit/index.ts'
import { createVenueTime, type Database, findBuildStanding, type StoredBuild } from '../store/index.ts'
import { limits, type Spendable, spendableCoins } from '../transaction/index.ts'
import { readAmount } from './amount-field.ts'
import { type Assembled, assemble } from './assemble.ts'
import { UNEXPLAINED } from './contract-refusal.ts'
import { createMarketBook } from './find-market.ts'
import { insufficientCoins } from './insufficient.ts'
import { DEADLINE_AHEAD_MS, judgeBuild, type Verdict } from './judge-build.ts'
import type { Context, Intent, Kind, Prepared } from './kind.ts'
import type { ObserveBuilder } from './observation.ts'
import { hashRequest } from './request-hash.ts'
import { type Replaced, saveBuild } from './save-build.ts'
import { canonicalSigner, readSigner, type Signer, type SignerFields } from './signer.ts'
import { type Summary, toEffect } from './summary.ts'
import { withSwap } from './swap.ts'

export interface BuilderParts {
  readonly database: Database
  readonly chain: Chain
  readonly clock: Clock
  readonly venue: Deployment
  readonly observe: ObserveBuilder
}

/** How long a clientRef keeps the answer to its body; the transaction lives no longer than any other. */
const CLIENT_REF_LIFETIME_MS = 24 * 60 * 60_000

/** What a new build is made of. */
interface Found {
  readonly prepared: Prepared
  readonly coins: readonly Spendable[]
  readonly reserved: ReadonlySet<string>
}

interface Job {
  readonly kind: string
  readonly intent: Intent
  readonly signer: Signer
  readonly requestHash: string
  readonly body: string
  readonly hasClientRef: boolean
  readonly nativeFrom: NativeSource
  readonly maxSwap: bigint | null
  readonly nowMs: number
  readonly tipMs: number
}

export type Build = <R extends SignerFields>(kind: Kind<R>, request: R) => Promise<string>

/**
 * The common path of every build, in the order of ARCHITECTURE.md: validation, existence and state, stored build, balance.
 *
 * A stored build is answered while it lives, whatever the wallet holds by now: its transaction may already sit in the
 * mempool and have spent the coins. A precondition that others have broken since wins over it; one that its own
 * transaction broke does not. While the node is away a stored build is answered by what the index knows.
 *
 * Identical requests that are in flight in this process share one promise; across processes the unique index of the
 * store decides. No database transaction is open while the node is asked.
 */
export function createBuild(parts: BuilderParts): Build {
  const { database, chain, clock, venue, observe } = parts
  const inFlight = new Map<string, Promise<string>>()
  const venueTime = createVenueTime(database, clock)
  const markets = createMarketBook({ chain, venue })

  return async (kind, request) => {
    const signer = readSigner(request, venue.group)
    const { nowMs, tipMs } = await venueTime()
    const intent = kind.read(request, { venue, signer, nowMs })
    const body: JsonObject = { ...intent.body, ...canonicalSigner(request, signer) }
    const { method, path } = intent
    const requestHash = hashRequest({ method, path, networkId: venue.networkId, body })
    const running = inFlight.get(requestHash)
    if (running !== undefined) return running
    const hasClientRef = request.clientRef !== undefined
    const answer = answerJob({
      kind: kind.name,
      intent,
      signer,
      requestHash,
      body: canonicalJson(body),
      hasClientRef,
      nativeFrom: request.nativeFrom ?? 'auto',
      maxSwap: request.maxSwap === undefined ? null : readAmount('maxSwap', request.maxSwap),
      nowMs,
      tipMs,
    }).finally(() => inFlight.delete(requestHash))
    inFlight.set(requestHash, answer)
    return answer
  }

  async function answerJob(job: Job): Promise<string> {
    const { intent, nowMs } = job
    const { address } = job.signer.wallet
    const context: Context = {
      chain,
      database,
      venue,
      markets,
      signer: job.signer,
      nowMs,
      deadlineMs: nowMs + DEADLINE_AHEAD_MS,
    }
    const { stored, reserved } = await findBuildStanding(database.points, {
      requestHash: job.requestHash,
      signerAddress: address,
      nowMs,
    })
    const [state, coins] = await Promise.all([
      outcome<Prepared | undefined>(
        stored !== null && intent.recheck !== undefined ? intent.recheck(context) : intent.prepare(context),
      ),
      outcome(listUnlockedCoins(chain, address, job.tipMs).then(spendableCoins)),
    ])
    if (!state.ok) observeUnexplained(job, state.error)
    if (stored !== null) {
      if (!state.ok) return answerDespite(translated(state.error), { job, stored, coins })
      if (!coins.ok) return answerWithoutNode(translated(coins.error), { job, stored })
    }
    const verdict = stored === null ? null : await judge(stored, unwrap(coins), job)
    if (stored !== null && verdict?.isLive) {
      observe({ kind: 'answered-stored', transaction: job.kind, nodeDown: false })
      return stored.response
    }
    const prepared = unwrap(state) ?? unwrap(await outcome(intent.prepare(context)))
    const replaced = stored === null || verdict?.isLive !== false ? null : { build: stored, end: verdict.end }
    return buildNew(job, { prepared, coins: unwrap(coins), reserved }, replaced)
  }

  function observeUnexplained({ kind }: Job, error: unknown): void {
    if (error instanceof Refusal && error.details.reason === UNEXPLAINED)
      observe({ kind: 'simulation-unexplained', transaction: kind, text: String(error.cause) })
  }

  function judge(stored: StoredBuild, coins: readonly Spendable[], job: Job): Promise<Verdict> {
    const unspent = new Set(coins.map((coin) => coin.key))
    return judgeBuild(stored, {
      chain,
      nowMs: job.nowMs,
      signerAddress: job.signer.wallet.address,
      unspent,
    })
  }

  /** The state says no, or cannot be asked, and there is a stored build. */
  async function answerDespite(
    error: unknown,
    { job, stored, coins }: { job: Job; stored: StoredBuild; coins: Outcome<Spendable[]> },
  ): Promise<string> {
    if (error instanceof Fault) return answerWithoutNode(error, { job, stored })
    const isOwnDoing =
      error instanceof Refusal && job.intent.ownReasons.includes(String(error.details.reason))
    if (!isOwnDoing || !coins.ok) throw error
    const verdict = await judge(stored, coins.value, job)
    const isMine = verdict.isLive && (await chain.getTransactionStatus(stored.txId)).type !== 'unknown'
    if (!isMine) throw error
    observe({ kind: 'answered-stored', transaction: job.kind, nodeDown: false })
    return stored.response
  }

  async function answerWithoutNode(
    error: unknown,
    { job, stored }: { readonly job: Job; readonly stored: StoredBuild },
  ): Promise<string> {
    const isNodeTrouble = error instanceof Fault && error.kind.startsWith('upstream')
    if (!isNodeTrouble || job.nowMs >= stored.expiresAtMs) throw error
    await job.intent.assertFromIndex({
      database,
      venue,
      signer: job.signer,
      nowMs: job.nowMs,
      deadlineMs: job.nowMs + DEADLINE_AHEAD_MS,
    })
    observe({ kind: 'answered-stored', transaction: job.kind, nodeDown: true })
    return stored.response
  }

  /** The transaction as the wallet can pay for it: its native coin out of the wallet, or bought out of collateral. */
  async function pay(job: Job, found: Found, shared: ReadonlySet<string>) {
    const assembleFrom = (prepared: Prepared) =>
      assemble({
        venue,
        signer: job.signer,
        prepared,
        coins: found.coins,
        avoid: found.reserved,
        spendOneOf: shared,
      })
    const { prepared } = found
    const plain = assembleFrom(prepared)
    const isShort = 'token' in plain && plain.token === limits.ALPH_TOKEN_ID
    const wantsSwap = job.nativeFrom === 'collateral' || (job.nativeFrom === 'auto' && isShort)
    if (!wantsSwap || nativeFor(prepared.call) === 0n) return { prepared, assembled: plain }
    const swapped = await withSwap(
      { prepared, maxSwap: job.maxSwap, trader: job.signer.wallet.address },
      { chain, venue, deadlineMs: job.nowMs + DEADLINE_AHEAD_MS },
    )
    if (swapped !== null) return { prepared: swapped, assembled: assembleFrom(swapped) }
    if (job.nativeFrom === 'auto') return { prepared, assembled: plain }
    throw conflict('no_liquidity', 'the desk has no native coin to sell', {
      required: String(nativeFor(prepared.call)),
      available: '0',
    })
  }

  async function buildNew(job: Job, found: Found, replaced: Replaced | null): Promise<string> {
    const startedMs = clock.nowMs()
    found.prepared.assertHoldings?.()
    const { address } = job.signer.wallet
    const shared = sharedInputs(replaced?.build ?? null, found.coins)
    const { prepared, assembled } = await pay(job, found, shared ?? new Set())
    if ('token' in assembled) {
      const from = { chain, signer: job.signer, tipMs: job.tipMs, venue }
      throw await insufficientCoins(assembled, from)
    }
    const expiresAtMs = job.nowMs + (job.hasClientRef ? CLIENT_REF_LIFETIME_MS : DEADLINE_AHEAD_MS)
    const answer = toAnswer(assembled, prepared)
    const summary: Summary = {
      kind: job.kind,
      signerAddress: address,
      collateralRequired: answer.collateralRequired,
      attoNativeAmount: answer.attoNativeAmount,
      tokens: answer.tokens,
      expiresAtMs,
      effects: prepared.effects.map(toEffect),
    }
    const response = await saveBuild(
      database,
      {
        requestHash: job.requestHash,
        kind: job.kind,
        signerAddress: address,
        body: job.body,
        hasClientRef: job.hasClientRef,
        txId: assembled.txId,
        response: JSON.stringify(answer),
        summary: JSON.stringify(summary),
        createdAtMs: job.nowMs,
        expiresAtMs,
        inputs: assembled.inputs.map(({ key }) => ({
          outputKey: key,
          isShared: shared === null || shared.has(key),
        })),
      },
      replaced,
    )
    observe({ kind: 'built', transaction: job.kind, ms: clock.nowMs() - startedMs })
    return response
  }

  function toAnswer(assembled: Assembled, prepared: Prepared) {
    return {
      unsignedTx: assembled.unsignedTx,
      txId: assembled.txId,
      fromGroup: venue.group,
      toGroup: venue.group,
      gasAmount: assembled.gasAmount,
      gasPrice: String(assembled.gasPrice),
      collateralRequired: String(prepared.collateralRequired),
      attoNativeAmount: String(assembled.attoNativeAmount),
      tokens: prepared.call.tokens.map(({ id, amount }) => ({ id, amount: String(amount) })),
    }
  }
}

/**
 * Inputs that every earlier build of the request that can still land has in common, or null when none can. They all
 * spend all of these, so once one is spent they are dead together; and a rebuild that spends one of them, and shares
 * only what it spends of them, keeps that true.
 */
function sharedInputs(earlier: StoredBuild | null, coins: readonly Spendable[]): Set<string> | null {
  if (earlier === null) return null
  const unspent = new Set(coins.map((coin) => coin.key))
  const shared = earlier.inputs.filter((input) => input.isShared).map((input) => input.outputKey)
  return shared.length > 0 && shared.every((key) => unspent.has(key)) ? new Set(shared) : null
}

type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown }

const outcome = async <T>(promise: Promise<T>): Promise<Outcome<T>> => {
  try {
    return { ok: true, value: await promise }
  } catch (error) {
    return { ok: false, error }
  }
}

function unwrap<T>(result: Outcome<T>): T {
  if (result.ok) return result.value
  throw translated(result.error)
}

/** The node refused a question it should have answered: trouble upstream, not the caller's doing. */
function translated(error: unknown): unknown {
  if (!(error instanceof NodeRefused)) return error
  return new Fault('upstream_error', 'the node refused a question about the chain', { cause: error })
}
