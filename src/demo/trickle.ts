import type { Deployment } from '../bindings/index.ts'
import type { Builder, SignerFields } from '../builder/index.ts'
import { type Chain, NodeRefused } from '../chain/index.ts'
import {
  type Clock,
  createSeededRandom,
  Fault,
  type Random,
  Refusal,
  randomBelow,
  type Timers,
} from '../kit/index.ts'
import {
  type Database,
  findIndexStatus,
  listHeldOrders,
  loadRows,
  type MarketRow,
  markets,
  positions,
} from '../store/index.ts'
import { chooseQuote, type MarketView } from './choose-quote.ts'
import { chooseTake } from './choose-take.ts'
import type { DemoWallet } from './demo-cast.ts'
import { demoMarketCount } from './demo-plot.ts'
import { fairPriceAt } from './fair-price.ts'
import { lookForChores } from './look-for-chores.ts'
import { chooseChore, chooseUrgent, type TrickleChore } from './trickle-chore.ts'

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
export const beatMs = 3_000
/** One in so many beats looks after the venue's questions, the others trade. */
const choreOneIn = 2
/** Of ten beats that trade so many take; the others look for quotes that are no longer the right ones. */
const takesOfTen = 6
/** A beat follows from its block: one that does nothing makes none, and the next would do the same nothing. */
const triesMax = 12
/** Half of the trading is on so many of the history's first markets: there it is seen. */
const busyCount = 4
/** So many of the newest markets are traded as often as all of the history's together. */
const newestMax = 12

/**
 * Lets the demo's people go on, one transaction at a time: quotes and orders, and now and then a proposal, a vote, an
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
    lastTxId ??= await trade(parts, random, { marketCount, nowMs })
    return lastTxId
  }

  /** The chain was turned back, the node is in trouble: the next beat looks again. */
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

type Deed = (
  parts: TrickleParts,
  random: Random,
  market: MarketRow,
  view: MarketView,
) => Promise<string | null>

/** One order or quote on one of the markets that are there; null when nothing fits anywhere. */
async function trade(
  parts: TrickleParts,
  random: Random,
  { marketCount, nowMs }: { readonly marketCount: number; readonly nowMs: number },
): Promise<string | null> {
  const deeds: readonly Deed[] = randomBelow(random, 10) < takesOfTen ? [take, quote] : [quote, take]
  for (const deed of deeds)
    for (let tries = 0; tries < triesMax; tries++) {
      const id = pickMarket(random, marketCount)
      const [market] = await loadRows(parts.database, markets, ['id'], [{ id }])
      if (market === undefined || market.state !== 'open' || market.endsAtMs <= nowMs) continue
      const txId = await deed(parts, random, market, await lookAt(parts.database, id, nowMs))
      if (txId !== null) return txId
    }
  return null
}

function pickMarket(random: Random, marketCount: number): number {
  const newest = Math.min(newestMax, marketCount - demoMarketCount)
  if (randomBelow(random, 2) === 0) return 1 + randomBelow(random, busyCount)
  if (newest > 0 && randomBelow(random, 2) === 0) return marketCount - randomBelow(random, newest)
  return 1 + randomBelow(random, demoMarketCount)
}

async function lookAt(database: Database, marketNumber: number, nowMs: number): Promise<MarketView> {
  return {
    marketNumber,
    nowMs,
    fair: fairPriceAt(marketNumber, nowMs),
    held: await database.transaction((tx) => listHeldOrders(tx, [marketNumber])),
    positions: await loadRows(database, positions, ['marketId'], [{ marketId: marketNumber }]),
  }
}

const take: Deed = async (parts, random, { marketAddress }, view) => {
  const chosen = chooseTake(random, view)
  if (chosen === null) return null
  const { wallet, quantity, ...order } = chosen
  return send(parts, wallet, (signer) =>
    parts.builder.placeOrder({
      ...signer,
      ...order,
      marketAddress,
      quantity: String(quantity),
      timeInForce: 'ioc',
    }),
  )
}

const quote: Deed = async (parts, _random, { marketAddress }, view) => {
  const chosen = chooseQuote(view)
  if (chosen === null) return null
  const { wallet, cancel, expiresAtMs } = chosen
  const expiresAt = new Date(expiresAtMs).toISOString()
  const orders = chosen.orders.map((order) => ({ ...order, quantity: String(order.quantity), expiresAt }))
  return send(parts, wallet, (signer) => parts.builder.quote({ ...signer, marketAddress, cancel, orders }))
}

const doChore = (parts: TrickleParts, chore: TrickleChore): Promise<string | null> =>
  send(parts, chore.wallet, (signer) => buildChore(parts.builder, signer, chore))

function buildChore(builder: Builder, signer: SignerFields, chore: TrickleChore): Promise<string> {
  switch (chore.kind) {
    case 'propose':
      return builder.proposeSingle({ ...signer, ...chore.proposal })
    case 'vote':
      return builder.votingVote({ ...signer, proposalId: chore.proposalId })
    case 'stake':
      return builder.vaultDeposit({ ...signer, amount: String(chore.amount) })
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

/**
 * Has it built as any client would, signs and submits. Null when it is refused, as once a market has been ended by others:
 * the next beat would see the same block and be refused again, so this one tries something else.
 */
async function send(
  { chain }: TrickleParts,
  { address, publicKey, keyType, sign }: DemoWallet,
  build: (signer: SignerFields) => Promise<string>,
): Promise<string | null> {
  try {
    const text = await build({ signerAddress: address, signerPublicKey: publicKey, signerKeyType: keyType })
    const { unsignedTx, txId } = JSON.parse(text) as { unsignedTx: string; txId: string } // the builder's own answer
    await chain.submit({ unsignedTx, signature: sign(txId) })
    return txId
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
