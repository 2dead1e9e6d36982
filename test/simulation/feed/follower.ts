import { Check, Errors } from 'typebox/value'
import {
  type Database,
  findFeedHead,
  getOrderBook,
  listFeed,
  listMarkets,
  listOrdersByTrader,
  listPositionsByUser,
  listProposals,
} from '../../../src/store/index.ts'
import {
  type FeedData,
  type FeedMessage,
  type FeedType,
  feedEnvelope,
  toIso,
} from '../../../src/wire/index.ts'

type Book = { version: number; bids: Map<number, string>; asks: Map<number, string> }

const schemas = new Map<string, ReturnType<typeof feedEnvelope>>()
function schemaOf(type: FeedType) {
  let schema = schemas.get(type)
  if (!schema) {
    schema = feedEnvelope(type)
    schemas.set(type, schema)
  }
  return schema
}

/**
 * A client that knows nothing but the feed, from its first message on. Told what the reads say, it answers with the
 * differences.
 */
export class Follower {
  readonly seen = new Set<string>()
  readonly orders = new Map<number, FeedMessage['data']>()
  readonly positions = new Map<number, unknown>()
  readonly markets = new Map<string, Record<string, unknown>>()
  readonly proposals = new Map<number, unknown>()
  readonly books = new Map<string, Book>()
  readonly findings: string[] = []
  seq = 0
  epoch = ''
  height = -1
  version = 0

  async follow(database: Database): Promise<void> {
    const head = await findFeedHead(database)
    this.epoch ||= head.epoch
    if (head.epoch !== this.epoch) this.findings.push(`epoch ${head.epoch} instead of ${this.epoch}`)
    for (;;) {
      const { rows } = await listFeed(database, this.seq, { limit: 1_000, bytesMax: 2 ** 30 })
      if (rows.length === 0) break
      for (const row of rows) {
        if (row.seq !== this.seq + 1) this.findings.push(`seq ${row.seq} after ${this.seq}`)
        this.seq = row.seq
        const message = {
          seq: row.seq,
          epoch: head.epoch,
          channel: row.channel,
          type: row.type,
          blockHeight: row.height,
          at: toIso(row.atMs),
          data: JSON.parse(row.data),
        } as FeedMessage
        const schema = schemaOf(message.type)
        if (!Check(schema, message))
          this.findings.push(`${row.type}: ${JSON.stringify([...Errors(schema, message)][0])}`)
        this.apply(message)
      }
    }
    if (this.seq !== head.lastSeq) this.findings.push(`head ${head.lastSeq}, followed to ${this.seq}`)
  }

  private apply(message: FeedMessage): void {
    this.seen.add(`${message.channel.split(':')[0]} ${message.type}`)
    switch (message.type) {
      case 'created':
        this.markets.set(message.data.marketAddress, { ...message.data })
        return
      case 'state': {
        if (message.channel !== 'markets') return
        const { state, resolved, finalOutcome } = message.data
        Object.assign(this.market(message.data.marketAddress), { state, resolved, finalOutcome })
        return
      }
      case 'ticker': {
        if (message.channel !== 'markets') return
        const { bestBidYes, bestAskYes, bestBidNo, bestAskNo, volume } = message.data
        const prices = { bestBidYes, bestAskYes, bestBidNo, bestAskNo, volume }
        Object.assign(this.market(message.data.marketAddress), prices)
        return
      }
      case 'book':
        this.applyBook(message.data)
        return
      case 'order':
        this.orders.set(message.data.id, message.data)
        return
      case 'position':
        this.positions.set(message.data.id, message.data)
        return
      case 'proposal':
        this.proposals.set(message.data.id, message.data)
        return
      case 'removed': {
        const { type, id } = message.data
        if (type === 'order') this.orders.delete(Number(id))
        if (type === 'position') this.positions.delete(Number(id))
        if (type === 'proposal') this.proposals.delete(Number(id))
        if (type === 'created') {
          this.markets.delete(id)
          this.books.delete(id)
        }
        return
      }
      case 'reorg':
        if (message.data.droppedFromSeq > message.seq)
          this.findings.push(`reorg drops ${JSON.stringify(message)}`)
        return
      case 'block':
        this.height = message.data.height
        this.version = message.data.version
        return
    }
  }

  private market(address: string): Record<string, unknown> {
    const market = this.markets.get(address)
    if (!market) this.findings.push(`market ${address} was never created`)
    return market ?? {}
  }

  private applyBook(data: FeedData['book']): void {
    const { marketAddress, prev, version, full, bids, asks } = data
    let book = this.books.get(marketAddress)
    if (book && book.version !== prev)
      this.findings.push(`book of ${marketAddress}: prev ${prev}, had ${book.version}`)
    if (!book || full) book = { version, bids: new Map(), asks: new Map() }
    book.version = version
    this.books.set(marketAddress, book)
    for (const [side, levels] of [
      [book.bids, bids],
      [book.asks, asks],
    ] as const)
      for (const { price, quantity, orderCount } of levels)
        if (quantity === '0') side.delete(price)
        else side.set(price, `${quantity}/${orderCount}`)
  }

  /** What the reads say, against what was followed. */
  async compare(database: Database): Promise<void> {
    const page = { limit: 100_000, after: null, offset: 0n }
    const list = (text: string): { id: number }[] => JSON.parse(`[${text}]`)
    const say = (what: string, shown: unknown, followed: unknown) => {
      if (canonical(shown) !== canonical(followed))
        this.findings.push(
          `${what} at ${this.height}: reads ${canonical(shown)}, feed ${canonical(followed)}`,
        )
    }
    const wallets = await database.query<{ user: string }>({
      label: 'wallets',
      sql: 'select distinct user_address as "user" from positions',
    })
    const orders = new Map<number, unknown>()
    const positions = new Map<number, unknown>()
    for (const { user } of wallets) {
      const own = await listOrdersByTrader(database, { trader: user, status: 'all' }, page)
      for (const order of list(own.records)) orders.set(order.id, order)
      const held = await listPositionsByUser(database, { user }, page)
      for (const position of list(held.records)) positions.set(position.id, position)
    }
    sameKeys(orders, this.orders, (id) => say(`order ${id}`, orders.get(id), this.orders.get(id)))
    sameKeys(positions, this.positions, (id) =>
      say(`position ${id}`, positions.get(id), this.positions.get(id)),
    )
    const filter = { status: 'all', activePeriodOnly: false, sort: 'created-at', order: 'desc' } as const
    const proposals = new Map<number, unknown>()
    for (const one of list((await listProposals(database, filter, page)).records)) proposals.set(one.id, one)
    sameKeys(proposals, this.proposals, (id) =>
      say(`proposal ${id}`, proposals.get(id), this.proposals.get(id)),
    )
    for (const { address, shown } of await shownMarkets(database)) {
      say(`market ${address}`, shown, this.markets.get(address))
      const { text, view } = await getOrderBook(database, address, 1_000)
      const { yes, version } = JSON.parse(text ?? '{}') as {
        yes: Record<'bids' | 'asks', Level[]>
        version: number
      }
      if (version !== this.version) this.findings.push(`version ${version}, told ${this.version}`)
      if (view.height !== this.height) this.findings.push(`height ${view.height}, told ${this.height}`)
      const book = this.books.get(address)
      for (const side of ['bids', 'asks'] as const)
        say(
          `${side} of ${address}`,
          yes[side]
            .map(({ price, quantity, orderCount }) => [price, `${quantity}/${orderCount}`])
            .sort(byPrice),
          [...(book?.[side] ?? [])].sort(byPrice),
        )
    }
    if ((await shownMarkets(database)).length !== this.markets.size)
      this.findings.push(`${this.markets.size} markets were told at ${this.height}`)
  }
}

interface Level {
  readonly price: number
  readonly quantity: string
  readonly orderCount: number
}

const byPrice = (a: readonly unknown[], b: readonly unknown[]) => Number(a[0]) - Number(b[0])

function sameKeys(
  shown: Map<number, unknown>,
  followed: Map<number, unknown>,
  each: (id: number) => void,
): void {
  for (const id of new Set([...shown.keys(), ...followed.keys()])) each(id)
}

/** JSON with sorted keys: jsonb and JavaScript order them differently. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner) =>
      inner !== null && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? 'nothing'
  )
}

async function shownMarkets(database: Database): Promise<{ address: string; shown: unknown }[]> {
  const order = { sort: 'created-at', order: 'desc' } as const
  const page = { limit: 100_000, after: null, offset: 0n }
  const { records } = await listMarkets(database, { status: 'all' }, order, page)
  return (JSON.parse(`[${records}]`) as { marketAddress: string }[]).map((shown) => ({
    address: shown.marketAddress,
    shown,
  }))
}
