import {
  mapEntryId,
  orderEntryId,
  positionEntryId,
  readEntry,
  readState,
  type StateOf,
} from '../../../src/bindings/index.ts'
import type { BookSide, OrderBook, RestingOrder } from '../../../src/domain/index.ts'
import { assert } from '../../../src/kit/index.ts'
import type { Stage, StagedMarket } from './stage.ts'

/** A market read entry by entry from the chain's state, not through the contract's own eyes. */
export function viewMarket({ host, collateralId }: Stage, market: StagedMarket) {
  const state = async (): Promise<StateOf<'Market'> & { held: bigint; attoAlph: bigint }> => {
    const raw = await host.contract(market.id)
    const fields = raw === null ? null : readState('Market', raw)
    assert(raw !== null && fields !== null, 'no market here')
    return { ...fields, held: raw.tokens.get(collateralId) ?? 0n, attoAlph: raw.attoAlph }
  }
  const order = async (orderId: number) => {
    const raw = await host.contract(orderEntryId(market.id, orderId))
    return raw === null ? null : readEntry('Order', raw)
  }
  const position = async (trader: string): Promise<{ yes: bigint; no: bigint } | null> => {
    const raw = await host.contract(positionEntryId(market.id, trader))
    if (raw === null) return null
    const { free } = readEntry('Position', raw)
    return { yes: free[0]!, no: free[1]! }
  }

  /** Every order of one side, best first, by walking levels, queues and links. */
  const walk = async (side: BookSide): Promise<RestingOrder[]> => {
    const { levels } = await state()
    const base = side === 'bid' ? 0 : 1
    const found: RestingOrder[] = []
    for (let index = 1; index < 1000; index += 1) {
      if ((levels[base * 4 + Math.floor(index / 256)]! >> BigInt(index % 256)) % 2n === 0n) continue
      const raw = await host.contract(chunkEntryId(market.id, base * 16 + Math.floor(index / 64)))
      assert(raw !== null, 'a level without a chunk')
      const word = readEntry('Chunk', raw).words[Math.floor((index % 64) / 4)]!
      const queue = (word >> BigInt((index % 4) * 64)) % (1n << 64n)
      const last = Number(queue >> 32n)
      for (let orderId = Number(queue % (1n << 32n)); ; ) {
        const resting = await order(orderId)
        assert(resting !== null, `order ${orderId} is in a queue and nowhere else`)
        const isSell = resting.terms % 2n === 1n
        found.push({
          orderId,
          trader: resting.owner,
          side: isSell ? 'sell' : 'buy',
          outcome: (resting.terms >> 1n) % 2n === 0n ? 'yes' : 'no',
          price: isSell ? index : 1000 - index,
          remaining: resting.quantity,
          expiresAtMs: Number(resting.terms >> 60n) || null,
        })
        if (orderId === last) break
        orderId = Number(resting.next)
      }
    }
    return found
  }

  return { state, order, position, walk }
}

const chunkEntryId = (marketId: string, chunk: number): string =>
  mapEntryId('Market', marketId, { map: 'chunks', key: Uint8Array.of(chunk) }) // below 64 a number is its own key

/** Which levels of a side have orders, as the contract's bitmap says it. */
export function levelsOf(book: OrderBook): bigint[] {
  const words = Array.from({ length: 8 }, () => 0n)
  for (const side of ['bid', 'ask'] as const)
    for (const order of book.list(side)) {
      const index = order.side === 'sell' ? order.price : 1000 - order.price
      const word = (side === 'bid' ? 0 : 4) + Math.floor(index / 256)
      words[word]! |= 1n << BigInt(index % 256)
    }
  return words
}
