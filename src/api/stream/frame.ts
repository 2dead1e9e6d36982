import type { FeedRow } from '../../store/index.ts'
import { type ControlMessage, type FeedMessage, toIso } from '../../wire/index.ts'

/** A message as bytes, made once for all its readers. */
export interface Frame {
  /** Null for what a connection says about itself. */
  readonly seq: number | null
  /** Where whoever has it, and everything before it, goes on; of the feed it was read from, which may not be the one of now. */
  readonly cursor: string | null
  readonly channel: string
  /** The market whose book it tells, and the book: several of them can be merged. */
  readonly book: BookFrame | null
  /** What comes next does not go on where this is. */
  readonly isGap: boolean
  readonly json: Buffer
  readonly sse: Buffer
}

interface BookFrame {
  readonly message: Extract<FeedMessage, { type: 'book' }>
}

export function toFrame(row: FeedRow): Frame {
  const { seq, epoch, channel, type, height, atMs, data } = row
  const head = { seq, epoch, channel, type, blockHeight: height, at: toIso(atMs) }
  // The data goes out as it was written, and is read only when a book has to be merged.
  const text = `${JSON.stringify(head).slice(0, -1)},"data":${data}}`
  const cursor = `${epoch}-${seq}`
  return {
    seq,
    cursor,
    channel,
    book:
      type === 'book'
        ? {
            get message() {
              return JSON.parse(text) as BookFrame['message']
            },
          }
        : null,
    isGap: false,
    json: Buffer.from(text),
    sse: Buffer.from(`id: ${cursor}\ndata: ${text}\n\n`),
  }
}

/** `cursor`: what the browser will send back when it comes again. */
export function toControlFrame(message: ControlMessage, cursor: string | null = null): Frame {
  const text = JSON.stringify(message)
  return {
    seq: null,
    cursor,
    channel: '',
    book: null,
    isGap: message.type === 'resync',
    json: Buffer.from(text),
    sse: Buffer.from(`${cursor === null ? '' : `id: ${cursor}\n`}data: ${text}\n\n`),
  }
}

/**
 * For a reader who falls behind: of several book messages of one market only the last place is kept, with every level
 * that changed, the first prev and the last version. Everything else stays in its order.
 */
export function conflate(frames: readonly Frame[]): Frame[] {
  // Whoever hears it takes the books anew: what was before it and what is behind it are no one change.
  const gap = frames.findLastIndex(({ isGap }) => isGap)
  if (gap !== -1) return [...conflate(frames.slice(0, gap)), frames[gap]!, ...conflate(frames.slice(gap + 1))]
  const last = new Map<string, number>()
  frames.forEach((frame, index) => {
    if (frame.book !== null) last.set(frame.channel, index)
  })
  const merged = new Map<string, BookFrame['message']>()
  return frames.flatMap((frame, index) => {
    if (frame.book === null) return [frame]
    const before = merged.get(frame.channel)
    if (before === undefined && last.get(frame.channel) === index) return [frame]
    const { message } = frame.book
    const both = before === undefined ? message : mergeBooks(before, message)
    merged.set(frame.channel, both)
    if (last.get(frame.channel) !== index) return []
    const { cursor } = frame
    const text = JSON.stringify(both)
    return [
      {
        seq: both.seq,
        cursor,
        channel: frame.channel,
        book: { message: both },
        isGap: false,
        json: Buffer.from(text),
        sse: Buffer.from(`id: ${cursor}\ndata: ${text}\n\n`),
      },
    ]
  })
}

type BookMessage = BookFrame['message']

function mergeBooks(first: BookMessage, second: BookMessage): BookMessage {
  const { prev } = first.data
  if (second.data.full) return { ...second, data: { ...second.data, prev } }
  const { full } = first.data
  const merge = (a: Levels, b: Levels, best: 1 | -1): Levels => {
    const levels = new Map([...a, ...b].map((level) => [level.price, level]))
    return [...levels.values()]
      .filter(({ quantity }) => !full || quantity !== '0')
      .sort((x, y) => best * (x.price - y.price))
  }
  return {
    ...second,
    data: {
      ...second.data,
      prev,
      full,
      bids: merge(first.data.bids, second.data.bids, -1),
      asks: merge(first.data.asks, second.data.asks, 1),
    },
  }
}

type Levels = BookMessage['data']['bids']
