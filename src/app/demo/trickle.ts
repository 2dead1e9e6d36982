import {
  contractAddressOf,
  type Deployment,
  marketIdOf,
  positionEntryId,
  readEntry,
} from '../../bindings/index.ts'
import type { Builder } from '../../builder/index.ts'
import { type Chain, NodeRefused } from '../../chain/index.ts'
import { type Outcome, outcomes } from '../../domain/index.ts'
import { type Clock, createSeededRandom, Fault, Refusal, randomBelow, type Timers } from '../../kit/index.ts'
import { type Database, listHeldOrders, loadRows, markets } from '../../store/index.ts'
import { demoMarketCount } from './demo-plot.ts'
import { chooseStep, type TrickleStep } from './trickle-step.ts'

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

/** Often enough to see that the venue lives, too seldom to be in anybody's way. */
const beatMs = 20_000

/**
 * Lets the demo's traders go on, one order or cancel at a time. What a beat does follows from the block it sees: nothing
 * is remembered but the last transaction, and while that waits for somebody to mine, no other joins it.
 */
export function startTrickle(parts: TrickleParts): Trickle {
  const { chain, database } = parts
  let lastTxId: string | null = null
  let running: Promise<string | null> | null = null

  async function step(): Promise<string | null> {
    if (lastTxId !== null && (await chain.getTransactionStatus(lastTxId)).type === 'mempool') return null
    const random = createSeededRandom(`demo trickle ${await chain.getHeight()}`)
    const id = 1 + randomBelow(random, demoMarketCount)
    const [market] = await loadRows(database, markets, ['id'], [{ id }])
    if (market === undefined || market.endsAtMs <= parts.clock.nowMs()) return null
    const chosen = await chooseStep(random, {
      resting: await listHeldOrders(database, [id]),
      freeShares: (address, outcome) => freeShares(parts, { marketNumber: id, address, outcome }),
    })
    if (chosen === null) return null
    lastTxId = await send(parts, market.marketAddress, chosen)
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

async function send(
  { builder, chain }: TrickleParts,
  marketAddress: string,
  step: TrickleStep,
): Promise<string> {
  const { address, publicKey, keyType, sign } = step.wallet
  const request = {
    signerAddress: address,
    signerPublicKey: publicKey,
    signerKeyType: keyType,
    marketAddress,
  }
  const text =
    step.kind === 'cancel'
      ? await builder.cancelOrder({ ...request, orderId: step.orderId, method: 'POST' })
      : await builder.placeOrder({ ...request, ...step.order })
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
