import {
  type Client,
  type Order,
  SibylError,
  type TradeRequest,
  type Trader,
  TransactionFailed,
  type WaitOptions,
} from '../../client/index.ts'
import {
  areAlike,
  type BookSide,
  isAlike,
  type MakerTerms,
  type PlannedOrder,
  planSides,
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
  /** What one transaction may bring; when absent, what such a call can need. */
  readonly gasAmountMax?: number | undefined
  /** How a block is waited for. */
  readonly patience: Pick<WaitOptions, 'intervalMs' | 'looksMax'>
  /** Builds and checks, and leaves it at that. */
  readonly isDryRun?: boolean
}

/** What a look at a market came to. */
export interface Look {
  readonly address: string
  readonly did: 'quoted' | 'took' | 'kept' | 'withdrew' | 'ended' | 'waits'
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
  /** Some of it was sent as orders that take what stands in their way. */
  readonly isTaken: boolean
}

type OnSent = (isDone: boolean) => void

export interface Maker {
  /** Reads where a market and this wallet stand, and replaces the quotes there when they are no longer the right ones. */
  look(market: MadeMarket): Promise<Look>
  /** Takes every quote back. */
  leave(market: MadeMarket): Promise<void>
}

/** Quotes are left alone while their amounts are this part of a size from what they should be: each change costs gas. */
const TOLERANCE = 10n
/** What failed is asked for again after this part of a life: what it was to renew still stands then. */
const FAILED_PARTS = 4
/** Of one transaction. */
const CANCELS_MAX = 40
const BOOK_DEPTH = 100

/** Makes markets with one wallet, which should do nothing else: all its orders in them count as quotes. */
export function createMaker({
  client,
  trader,
  terms,
  lifeMs,
  gasAmountMax,
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
  async function send(request: TradeRequest, onSent: OnSent): Promise<string> {
    if (isDryRun) return (await trader.build(request, { gasAmountMax })).txId
    try {
      const { txId } = await trader.sendAndWait(request, { ...patience, gasAmountMax })
      onSent(true)
      return txId
    } catch (error) {
      if (error instanceof TransactionFailed) onSent(false)
      throw error
    }
  }

  /**
   * What cannot be placed now (a part of less than a share, shares that a dead order still holds) is left out, as a quote
   * leaves it out, and not tried again before the next renewal.
   */
  const take = (request: TradeRequest, onSent: OnSent): Promise<string | null> =>
    send(request, onSent).catch((error: unknown) => {
      if (!(error instanceof SibylError) || (error.status !== 409 && error.status !== 422)) throw error
      onSent(true)
      return null
    })

  async function lookOnce({ address, fair: named }: MadeMarket): Promise<Look> {
    const { market, book, nowMs, orders, yes, no } = await standing(address)
    const resting = orders.map(restOf)
    const rests = sideTotals(resting)
    const look = { address, position: yes - no, orders: resting, fair: named, atMs: nowMs, txId: null }
    if (market.state !== 'open') {
      lastSent.delete(address)
      return { ...look, did: 'ended', renewAtMs: Number.POSITIVE_INFINITY }
    }
    const others = othersOf(book, rests)
    const fair = named ?? findMid(others, terms.size)
    // Without a clock or a price there is nothing to say; what rests ends by itself.
    if (nowMs === null || fair === null) return { ...look, did: 'waits', renewAtMs: nowMs ?? 0 }
    const within = terms.size / TOLERANCE
    const last = lastSent.get(address)
    // With the same shares in hand nothing of it was filled: what is not there was skipped, or failed.
    const before = last?.yes === yes && last.no === no ? last : undefined
    const skipped = new Set<BookSide>()
    if (before !== undefined && !before.isTaken && nowMs < before.renewAtMs)
      for (const side of ['bid', 'ask'] as const)
        if (!isAlike(before.totals[side], rests[side], within)) skipped.add(side)
    const plan = planSides(terms, { fair, yes, no }, { others, skipped })
    const wanted = [...plan.rests, ...plan.takes]
    const totals = sideTotals(wanted)
    // Asked for once more it would cost gas for nothing.
    const wasAsked = before !== undefined && areAlike(before.totals, totals, within)
    const endMs = Math.min(...orders.map(({ expiresAt }) => Date.parse(expiresAt ?? '')))
    const renewAtMs = wasAsked ? before.renewAtMs : endMs - lifeMs / 2
    const isRight = plan.takes.length === 0 && (wasAsked || areAlike(rests, totals, within))
    if (isRight && nowMs < renewAtMs) return { ...look, fair, did: 'kept', renewAtMs }

    const isTaken = plan.takes.length > 0
    // Where only one side is in somebody's way, the other is left as it stands.
    const isQuoted = isTaken && nowMs < endMs - lifeMs / 2 && areAlike(rests, sideTotals(plan.rests), within)
    const renewsAtMs = (isQuoted ? Math.min(endMs, nowMs + lifeMs) : nowMs + lifeMs) - lifeMs / 2
    const sent = { yes, no, totals, renewAtMs: renewsAtMs, isTaken }
    const retryAtMs = Math.min(renewsAtMs, nowMs + lifeMs / FAILED_PARTS)
    const onSent: OnSent = (isDone) =>
      void lastSent.set(address, isDone ? sent : { ...sent, renewAtMs: retryAtMs })
    const expiresAt = new Date(nowMs + lifeMs).toISOString()
    let txId: string | null = null
    if (!isQuoted) {
      const cancel = orders.map(({ orderId }) => orderId)
      const quoted = plan.rests.map((order) => ({ ...textOf(order), expiresAt }))
      if (quoted.length > 0) txId = await send({ kind: 'quote', address, cancel, orders: quoted }, onSent)
      else if (cancel.length > 0) txId = await send({ kind: 'cancelAll', address }, onSent)
    }
    let hasTaken = false
    for (const order of plan.takes) {
      const terms = { ...textOf(order), timeInForce: 'gtd', expiresAt } as const
      const taken = await take({ kind: 'placeOrder', address, ...terms }, onSent)
      if (taken === null) continue
      hasTaken = true
      txId = taken
    }
    const quotes = wanted.length === 0 ? 'withdrew' : isQuoted ? 'kept' : 'quoted'
    const did = hasTaken ? 'took' : quotes
    return { ...look, did, fair, orders: wanted, renewAtMs: sent.renewAtMs, txId }
  }

  return {
    async look(market) {
      const look = await lookOnce(market)
      if (look.did !== 'quoted' || isDryRun) return look
      // What was skipped is not waited for until the next renewal: a second look sees it.
      const second = await lookOnce(market)
      return second.did === 'took' ? second : look
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

const textOf = ({ quantity, ...order }: PlannedOrder) => ({ ...order, quantity: String(quantity) })

const restOf = ({ side, outcome, price, quantity, filled }: Order): PlannedOrder => ({
  side,
  outcome,
  price,
  quantity: BigInt(quantity) - BigInt(filled),
})
