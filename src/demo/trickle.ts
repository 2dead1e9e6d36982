import {
  contractAddressOf,
  type Deployment,
  marketIdOf,
  positionEntryId,
  readEntry,
} from '../bindings/index.ts'
import type { Builder, SignerFields } from '../builder/index.ts'
import { type Chain, NodeRefused } from '../chain/index.ts'
import { type Outcome, outcomes } from '../domain/index.ts'
import {
  type Clock,
  createSeededRandom,
  Fault,
  type Random,
  Refusal,
  randomBelow,
  type Timers,
} from '../kit/index.ts'
import { type Database, findIndexStatus, listHeldOrders, loadRows, markets } from '../store/index.ts'
import type { DemoWallet } from './demo-cast.ts'
import { demoMarketCount } from './demo-plot.ts'
import { lookForChores } from './look-for-chores.ts'
import { chooseChore, chooseUrgent, type TrickleChore } from './trickle-chore.ts'
import { chooseStep } from './trickle-step.ts'

export interface TrickleParts {
  readonly database: Database
  readonly chain: Chain
  readonly builder: Builder
  readonly venue: Deployment
  readonly clock: Clock
  readonly timers: Timers
}

export interface Trickle {
  /** One look at the venue, and perhaps one transaction, whose id is the answer. */
  beat(): Promise<string | null>
  /** Waits for a beat that is under way. */
  stop(): Promise<void>
}

/** Often enough that whoever looks at a page sees it move. */
const beatMs = 5_000
/** One in so many beats looks after the venue's questions, the others trade. */
const choreOneIn = 2
/** A beat follows from its block: one that does nothing makes none, and the next would do the same nothing. */
const tradeTriesMax = 12
/** Half of the trading is on so many of the history's first markets: there it is seen. */
const busyCount = 4
/** So many of the newest markets are traded as often as all of the history's together. */
const newestMax = 12

/**
 * Lets the demo's people go on, one transaction at a time: orders and cancels, and now and then a proposal, a vote, an
 * outcome, a dispute or a juror's vote, so that there is always something to see. What a beat does follows from the block it sees:
 * nothing is remembered but the last transaction, and while that waits for somebody to mine, no other joins it.
 */
export function startTrickle(parts: TrickleParts): Trickle {
  const { chain, database } = parts
  let lastTxId: string | null = null
  let running: Promise<string | null> | null = null

  async function step(): Promise<string | null> {
    if (lastTxId !== null && (await chain.getTransactionStatus(lastTxId)).type === 'mempool') return null
    const height = await chain.getHeight()
    // What the last beat did must show, or this one would do it again.
    if (((await findIndexStatus(database))?.height ?? 0) < height) return null
    const random = createSeededRandom(`demo trickle ${height}`)
    const nowMs = parts.clock.nowMs()
    const { marketCount, ...view } = await lookForChores(database, { nowMs, periods: parts.venue.periods })
    const chore =
      chooseUrgent(random, view) ?? (randomBelow(random, choreOneIn) === 0 ? chooseChore(random, view) : null)
    lastTxId = chore === null ? null : await doChore(parts, chore)
    for (let tries = 0; lastTxId === null && tries < tradeTriesMax; tries++)
      lastTxId = await trade(parts, random, { marketCount, nowMs })
    return lastTxId
  }

  /** The market closed meanwhile, the chain was turned back, the node is in trouble: the next beat looks again. */
  async function tolerant(): Promise<string | null> {
    try {
      return await step()
    } catch (error) {
      if (error instanceof Refusal || error instanceof Fault || error instanceof NodeRefused) return null
      throw error
    } finally {
      running = null
    }
  }

  const beat = (): Promise<string | null> => {
    running ??= tolerant()
    return running
  }
  const stopTimer = parts.timers.every(beatMs, () => void beat())
  return {
    beat,
    async stop() {
      stopTimer()
      await running
    },
  }
}

/** One order or cancel on one of the markets that are there; null when nothing fits. */
async function trade(
  parts: TrickleParts,
  random: Random,
  { marketCount, nowMs }: { readonly marketCount: number; readonly nowMs: number },
): Promise<string | null> {
  const { database, builder } = parts
  const newest = Math.min(newestMax, marketCount - demoMarketCount)
  const isNew = newest > 0 && randomBelow(random, 2) === 0
  const isBusy = randomBelow(random, 2) === 0
  const id = isBusy
    ? 1 + randomBelow(random, busyCount)
    : isNew
      ? marketCount - randomBelow(random, newest)
      : 1 + randomBelow(random, demoMarketCount)
  const [market] = await loadRows(database, markets, ['id'], [{ id }])
  if (market === undefined || market.state !== 'open' || market.endsAtMs <= nowMs) return null
  const step = await chooseStep(random, {
    fairPrice: fairPriceOf(id),
    resting: await database.transaction((tx) => listHeldOrders(tx, [id])),
    freeShares: (address, outcome) => freeShares(parts, { marketNumber: id, address, outcome }),
  })
  if (step === null) return null
  const { marketAddress } = market
  return send(parts, step.wallet, (signer) =>
    step.kind === 'cancel'
      ? builder.cancelOrder({ ...signer, marketAddress, orderId: step.orderId, method: 'POST' })
      : builder.placeOrder({ ...signer, marketAddress, ...step.order }),
  )
}

/** What yes is thought to be worth where nobody has quoted yet. */
const fairPriceOf = (marketNumber: number): number =>
  200 + 10 * randomBelow(createSeededRandom(`demo trickle market ${marketNumber}`), 61)

/** Null when it is refused, as once a market has been ended by others: that must not keep anybody from trading. */
async function doChore(parts: TrickleParts, chore: TrickleChore): Promise<string | null> {
  try {
    return await send(parts, chore.wallet, (signer) => buildChore(parts.builder, signer, chore))
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

function buildChore(builder: Builder, signer: SignerFields, chore: TrickleChore): Promise<string> {
  switch (chore.kind) {
    case 'propose':
      return builder.proposeSingle({ ...signer, ...chore.proposal })
    case 'vote':
      return builder.votingVote({ ...signer, proposalId: chore.proposalId })
    case 'submit':
      return builder.oracleSubmit({ ...signer, marketAddress: chore.marketAddress, outcome: chore.outcome })
    case 'dispute':
      return builder.oracleDispute({ ...signer, marketAddress: chore.marketAddress })
    case 'commit':
    case 'reveal': {
      const { marketAddress, voteRound } = chore
      if (chore.kind === 'commit')
        return builder.oracleCommit({ ...signer, marketAddress, voteRound, commitHash: chore.commitHash })
      const { vote, salt } = chore
      const voterAddress = chore.wallet.address
      return builder.oracleReveal({ ...signer, marketAddress, voteRound, voterAddress, vote, salt })
    }
  }
}

/** Has it built as any client would, signs and submits. */
async function send(
  { chain }: TrickleParts,
  { address, publicKey, keyType, sign }: DemoWallet,
  build: (signer: SignerFields) => Promise<string>,
): Promise<string> {
  const text = await build({ signerAddress: address, signerPublicKey: publicKey, signerKeyType: keyType })
  const { unsignedTx, txId } = JSON.parse(text) as { unsignedTx: string; txId: string } // the builder's own answer
  await chain.submit({ unsignedTx, signature: sign(txId) })
  return txId
}

async function freeShares(
  { chain, venue }: TrickleParts,
  of: { readonly marketNumber: number; readonly address: string; readonly outcome: Outcome },
): Promise<bigint> {
  const marketId = marketIdOf(venue.contracts.voting.id, of.marketNumber)
  const state = await chain.findContractState(contractAddressOf(positionEntryId(marketId, of.address)))
  return state === null ? 0n : (readEntry('Position', state).free[outcomes.indexOf(of.outcome)] ?? 0n)
}
