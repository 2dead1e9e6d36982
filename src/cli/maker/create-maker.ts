import {
  type Client,
  type Order,
  type Trader,
  TransactionFailed,
  type WaitOptions,
} from '../../client/index.ts'
import {
  areAlike,
  type MakerTerms,
  type PlannedOrder,
  planQuotes,
  type SideTotals,
  sideTotals,
} from '../../domain/index.ts'
import { findMid, othersOf } from './find-mid.ts'

/** A market to make, and what yes is thought to be worth there; null: the middle between what others bid and ask. */
export interface MadeMarket {
  readonly address: string
  readonly fair: number | null
}

export interface MakerOptions {
  readonly client: Client
  readonly trader: Trader
  readonly terms: MakerTerms
  /** Quotes end by themselves after this long, by the chain's clock. */
  readonly lifeMs: number
  /** How a block is waited for. */
  readonly patience: Pick<WaitOptions, 'intervalMs' | 'looksMax'>
  /** Builds and checks, and leaves it at that. */
  readonly isDryRun?: boolean
}

/** What a look at a market came to. */
export interface Look {
  readonly address: string
  readonly did: 'quoted' | 'kept' | 'withdrew' | 'ended' | 'waits'
  readonly fair: number | null
  /** Shares of yes beyond those of no; below 0 of no beyond yes. */
  readonly position: bigint
  readonly orders: readonly PlannedOrder[]
  /** The newest block's time; null before the first. */
  readonly atMs: number | null
  /** From this block time on the quotes have to be renewed. */
  readonly renewAtMs: number
  readonly txId: string | null
}

/** The last quotes of a market, and what was held when they were planned. */
interface Sent {
  readonly yes: bigint
  readonly no: bigint
  readonly totals: SideTotals
  readonly renewAtMs: number
}

export interface Maker {
  /** Reads where a market and this wallet stand, and replaces the quotes there when they are no longer the right ones. */
  look(market: MadeMarket): Promise<Look>
  /** Takes every quote back. */
  leave(market: MadeMarket): Promise<void>
}

/** Quotes are left alone while their amounts are this part of a size from what they should be: each change costs gas. */
const TOLERANCE = 10n
/** Of one transaction. */
const CANCELS_MAX = 40
const BOOK_DEPTH = 100

/** Makes markets with one wallet, which should do nothing else: all its orders in them count as quotes. */
export function createMaker({
  client,
  trader,
  terms,
  lifeMs,
  patience,
  isDryRun = false,
}: MakerOptions): Maker {
  const { address: wallet } = trader
  const lastSent = new Map<string, Sent>()

  async function standing(marketAddress: string) {
    const whose = { address: wallet, marketAddress }
    const [market, book, { chain }, { orders }, { positions }] = await Promise.all([
      client.markets.get({ address: marketAddress }),
      client.markets.orderBook({ address: marketAddress, depth: BOOK_DEPTH }),
      client.status(),
      client.users.orders({ ...whose, limit: CANCELS_MAX }),
      client.users.positions(whose),
    ])
    const held = (outcome: 'yes' | 'no'): bigint =>
      BigInt(positions.find(({ positionType }) => positionType === outcome)?.shares ?? 0)
    return { market, book, nowMs: chain?.blockTimestamp ?? null, orders, yes: held('yes'), no: held('no') }
  }

  /** `onSent` when it cost gas, whatever came of it. */
  async function send(
    address: string,
    {
      orders,
      wanted,
      endMs,
    }: {
      readonly orders: readonly Order[]
      readonly wanted: readonly PlannedOrder[]
      readonly endMs: number
    },
    onSent: () => void,
  ): Promise<string> {
    const request =
      wanted.length === 0
        ? ({ kind: 'cancelAll', address } as const)
        : ({
            kind: 'quote',
            address,
            cancel: orders.map(({ orderId }) => orderId),
            orders: wanted.map(({ quantity, ...order }) => ({
              ...order,
              quantity: String(quantity),
              expiresAt: new Date(endMs).toISOString(),
            })),
          } as const)
    if (isDryRun) return (await trader.build(request)).txId
    try {
      const { txId } = await trader.sendAndWait(request, patience)
      onSent()
      return txId
    } catch (error) {
      if (error instanceof TransactionFailed) onSent()
      throw error
    }
  }

  return {
    async look({ address, fair: named }) {
      const { market, book, nowMs, orders, yes, no } = await standing(address)
      const resting = orders.map(restOf)
      const position = yes - no
      const look = { address, position, orders: resting, fair: named, atMs: nowMs, txId: null }
      if (market.state !== 'open') return { ...look, did: 'ended', renewAtMs: Number.POSITIVE_INFINITY }
      const others = othersOf(book, sideTotals(resting))
      const fair = named ?? findMid(others, terms.size)
      // Without a clock or a price there is nothing to say; what rests ends by itself.
      if (nowMs === null || fair === null) return { ...look, did: 'waits', renewAtMs: nowMs ?? 0 }
      const best = { bestBid: others.bids[0]?.price, bestAsk: others.asks[0]?.price }
      const wanted = planQuotes(terms, { fair, yes, no, ...best })
      const totals = sideTotals(wanted)
      const within = terms.size / TOLERANCE
      const before = lastSent.get(address)
      // What was just asked for and is not there was skipped, or failed: asking again would cost gas for nothing.
      const wasAsked = before?.yes === yes && before.no === no && areAlike(before.totals, totals, within)
      const renewAtMs = wasAsked
        ? before.renewAtMs
        : Math.min(...orders.map(({ expiresAt }) => Date.parse(expiresAt ?? ''))) - lifeMs / 2
      const isRight = wasAsked || areAlike(sideTotals(resting), totals, within)
      if (isRight && nowMs < renewAtMs) return { ...look, fair, did: 'kept', renewAtMs }
      const sent = { yes, no, totals, renewAtMs: nowMs + lifeMs / 2 }
      const txId = await send(address, { orders, wanted, endMs: nowMs + lifeMs }, () =>
        lastSent.set(address, sent),
      )
      const did = wanted.length === 0 ? 'withdrew' : 'quoted'
      return { ...look, did, fair, orders: wanted, renewAtMs: sent.renewAtMs, txId }
    },

    async leave({ address }) {
      for (let left = Number.POSITIVE_INFINITY; ; ) {
        const { pagination } = await client.users.orders({
          address: wallet,
          marketAddress: address,
          limit: 1,
        })
        if (pagination.total === 0 || pagination.total >= left) return
        left = pagination.total
        await trader.sendAndWait({ kind: 'cancelAll', address }, patience)
      }
    },
  }
}

const restOf = ({ side, outcome, price, quantity, filled }: Order): PlannedOrder => ({
  side,
  outcome,
  price,
  quantity: BigInt(quantity) - BigInt(filled),
})
