import { describe, expect, test } from 'vitest'
import type { FeedMessage } from '../../wire/index.ts'
import { conflate, type Frame, toControlFrame, toFrame } from './frame.ts'

type Levels = readonly (readonly [price: number, quantity: string])[]

interface Change {
  readonly seq: number
  readonly prev: number
  readonly full?: boolean
  readonly bids?: Levels
  readonly asks?: Levels
}

const rowOf = (seq: number, channel: string, type: string, data: object) => ({
  ...{ epoch: '0000abcd', seq, height: seq, atMs: seq, channel, type, data: JSON.stringify(data) },
})
const levelsOf = (levels: Levels) => levels.map(([price, quantity]) => ({ price, quantity, orderCount: 1 }))

/** A change of a market's book; its version is its seq. */
const book = (market: string, { seq, prev, full = false, bids = [], asks = [] }: Change): Frame =>
  toFrame(
    rowOf(seq, `market:${market}`, 'book', {
      ...{ marketAddress: market, prev, version: seq, full, bestBidYes: seq },
      ...{ bids: levelsOf(bids), asks: levelsOf(asks) },
    }),
  )
const trade = (seq: number): Frame => toFrame(rowOf(seq, 'market:a', 'trade', { id: seq }))
const read = ({ json }: Frame): FeedMessage => JSON.parse(json.toString()) as FeedMessage
const shownOf = (frame: Frame | undefined) => {
  const message = read(frame!)
  if (message.type !== 'book') throw new Error(`a ${message.type} instead of a book`)
  const { prev, version, full, bids, asks, bestBidYes } = message.data
  const shown = (levels: typeof bids) => levels.map(({ price, quantity }) => [price, quantity])
  return { seq: message.seq, prev, version, full, bestBidYes, bids: shown(bids), asks: shown(asks) }
}

describe('conflate', () => {
  test('default: the books of a market become one at the place of the last, all else stays in its order', () => {
    const [first, other, second] = [trade(2), book('b', { seq: 3, prev: 0 }), trade(5)]
    const frames = [book('a', { seq: 1, prev: 0 }), first, other, book('a', { seq: 4, prev: 1 }), second]
    const said = toControlFrame({ type: 'pong', head: '0000abcd-5' })
    const kept = conflate([...frames, said])
    expect([kept[0], kept[1], kept[3], kept[4]]).toEqual([first, other, second, said])
    expect(kept).toHaveLength(5)
    expect(shownOf(kept[2])).toMatchObject({ seq: 4, prev: 0, version: 4 })
    expect(kept[2]).toMatchObject({ seq: 4, cursor: '0000abcd-4', channel: 'market:a' })
    expect(kept[2]!.sse.toString()).toBe(`id: 0000abcd-4\ndata: ${kept[2]!.json}\n\n`)
  })
  test('behavior: every level that changed is there as it is now, best first, also one that is gone', () => {
    const [merged] = conflate([
      book('a', { seq: 1, prev: 0, bids: [[300, '5'], [200, '7']], asks: [[600, '1']] }), // biome-ignore format: levels
      book('a', { seq: 2, prev: 1, bids: [[400, '2'], [300, '0']], asks: [[500, '3']] }), // biome-ignore format: levels
      book('a', { seq: 3, prev: 2, bids: [[200, '8']], asks: [[700, '9']] }), // biome-ignore format: levels
    ])
    expect(shownOf(merged)).toEqual({
      ...{ seq: 3, prev: 0, version: 3, full: false, bestBidYes: 3 },
      bids: [[400, '2'], [300, '0'], [200, '8']], // biome-ignore format: levels
      asks: [[500, '3'], [600, '1'], [700, '9']], // biome-ignore format: levels
    })
  })
  test('behavior: a whole book takes the place of what was before it, and what follows changes it', () => {
    const [merged] = conflate([
      book('a', { seq: 1, prev: 0, bids: [[100, '5']], asks: [[900, '1']] }),
      book('a', { seq: 2, prev: 1, full: true, bids: [[300, '5'], [200, '7']] }), // biome-ignore format: levels
      book('a', { seq: 3, prev: 2, bids: [[300, '0']], asks: [[800, '4']] }),
    ])
    expect(shownOf(merged)).toEqual({
      ...{ seq: 3, prev: 0, version: 3, full: true, bestBidYes: 3 },
      bids: [[200, '7']],
      asks: [[800, '4']],
    })
  })
  test('behavior: over a resync no books are made one: its reader takes the whole in between', () => {
    const resync = (seq: number) =>
      toControlFrame({ type: 'resync', reason: 'gap', head: `0000abcd-${seq}` }, `0000abcd-${seq}`)
    const gaps = [resync(4), resync(9)]
    const kept = conflate([
      ...[book('a', { seq: 1, prev: 0, bids: [[300, '5']] }), book('a', { seq: 2, prev: 1 }), gaps[0]!],
      ...[book('a', { seq: 5, prev: 4, bids: [[200, '7']] }), book('a', { seq: 6, prev: 5 }), gaps[1]!],
      book('a', { seq: 10, prev: 9 }),
    ])
    expect([kept[1], kept[3]]).toEqual(gaps)
    expect([kept[0], kept[2], kept[4]].map(shownOf)).toMatchObject([
      { prev: 0, version: 2, bids: [[300, '5']] },
      { prev: 4, version: 6, bids: [[200, '7']] },
      { prev: 9, version: 10, bids: [] },
    ])
    expect(kept).toHaveLength(5)
  })
  test('behavior: what was made one is made one again with what comes after it', () => {
    const once = conflate([book('a', { seq: 1, prev: 0, bids: [[1, '1']] }), book('a', { seq: 2, prev: 1 })])
    const [merged] = conflate([...once, book('a', { seq: 3, prev: 2, bids: [[2, '2']] })])
    expect(shownOf(merged)).toMatchObject({ seq: 3, prev: 0, bids: [[2, '2'], [1, '1']] }) // biome-ignore format: levels
  })
})
