import { describe, expect, test } from 'vitest'
import type { FeedData, OrderBook } from '../../wire/index.ts'
import type { StreamMessage } from './follow.ts'
import { type BookLevel, keepBook } from './local-book.ts'

const level = (price: number, quantity: string): BookLevel => ({ price, quantity, orderCount: 1 })
const noSide = { bids: [], asks: [] }

function whole(version: number, bids: readonly BookLevel[]): OrderBook {
  return {
    marketAddress: 'm',
    marketId: 1,
    yes: { bids: [...bids], asks: [] },
    no: noSide,
    version,
    blockHeight: 1,
  }
}
const subscribed: StreamMessage = { type: 'subscribed', channels: ['market:m'], head: '00000000-0' }
const resync: StreamMessage = { type: 'resync', reason: 'gap', head: '00000000-9' }

function change(prev: number, version: number, bids: readonly BookLevel[], full = false): StreamMessage {
  const best = { bestBidYes: null, bestAskYes: null, bestBidNo: null, bestAskNo: null }
  const market = { marketAddress: 'm', marketId: 1 }
  const data: FeedData['book'] = { ...market, prev, version, full, bids: [...bids], asks: [], ...best }
  const envelope = { seq: version, epoch: '00000000', channel: 'market:m', blockHeight: 1, at: '' }
  return { type: 'book', ...envelope, data }
}

/** Versions and bids after each message that changed something, and how often the whole book was taken. */
async function kept(messages: readonly StreamMessage[], wholes: readonly OrderBook[]) {
  let taken = 0
  const takeWhole = async () => wholes[taken++]!
  const seen: [number, [number, string][]][] = []
  const said = (async function* () {
    yield* messages
  })()
  for await (const { version, bids } of keepBook(said, takeWhole))
    seen.push([version, bids.map(({ price, quantity }) => [price, quantity])])
  return { seen, taken }
}

describe('keepBook', () => {
  test('default: the whole once, then every change, best first', async () => {
    const messages = [
      subscribed,
      change(5, 6, [level(500, '2'), level(400, '9')]),
      change(6, 8, [level(400, '0')]),
      change(8, 9, [level(100, '3')], true),
    ]
    expect(await kept(messages, [whole(5, [level(400, '1')])])).toEqual({
      seen: [
        [5, [[400, '1']]],
        [
          6,
          [
            [500, '2'],
            [400, '9'],
          ],
        ],
        [8, [[500, '2']]],
        [9, [[100, '3']]],
      ],
      taken: 1,
    })
  })
  test('behavior: a change that the whole has already changes nothing, one that began before it goes on', async () => {
    const messages = [subscribed, change(3, 4, [level(400, '7')]), change(4, 5, [level(400, '7')])]
    const book = whole(5, [level(400, '1')])
    expect(await kept(messages, [book])).toEqual({ seen: [[5, [[400, '1']]]], taken: 1 })
    expect(await kept([...messages, change(4, 6, [level(400, '8')])], [book])).toEqual({
      seen: [
        [5, [[400, '1']]],
        [6, [[400, '8']]],
      ],
      taken: 1,
    })
  })
  test('behavior: where the changes do not join, and when it is told so, it takes the whole anew', async () => {
    const messages = [subscribed, change(5, 6, []), change(7, 8, [level(400, '2')]), resync]
    const wholes = [whole(5, []), whole(9, [level(300, '3')]), whole(11, [])]
    expect(await kept(messages, wholes)).toEqual({
      seen: [
        [5, []],
        [6, []],
        [9, [[300, '3']]],
        [11, []],
      ],
      taken: 3,
    })
    const late = [subscribed, change(6, 7, [])]
    expect(await kept(late, [whole(5, []), whole(7, [])])).toMatchObject({ taken: 2 })
  })
  test('behavior: before there is a whole, a change is nothing', async () => {
    expect(await kept([change(0, 1, [level(400, '2')])], [])).toEqual({ seen: [], taken: 0 })
  })
})
