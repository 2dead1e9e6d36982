import { crc32 } from 'node:zlib'
import { Bug } from '../../kit/index.ts'
import type { ReadView } from '../../store/index.ts'

/** A computation under way. */
interface Flight {
  readonly key: string
  readonly seen: number
  /** Asked for more than once. */
  again: boolean
  readonly answer: Promise<CachedAnswer>
}

/** JSON that is ready made, whole or in pieces. */
export type JsonText = string | readonly string[]

/** What a computation gives: the answer's JSON text, and the moment it is of. */
export interface FreshText {
  readonly text: JsonText
  readonly view: ReadView
}

/** An answer ready to be written: as bytes, so that any number of sockets can send the same piece of memory. */
export interface CachedAnswer {
  readonly bytes: Buffer
  readonly etag: string
  readonly height: number
  readonly revision: number
}

interface Kept extends CachedAnswer {
  /** The address it was last asked for by. */
  url?: string
}

/**
 * Answers of one indexed revision. A new revision empties it: everything in it may have changed. Bounded by
 * bytes, oldest first out; identical misses share one computation. An answer is kept when it is asked for the second
 * time: most pages of a walk never are, and keeping them would push out those that are, and cost a collection each.
 */
export interface ResponseCache {
  /** Whether there is an answer, be it of an older block. */
  has(key: string): boolean
  get(key: string, revision: number, url?: string): CachedAnswer | null
  /** Whether a request of these very words was lately answered from here. Another spelling of it may be too. */
  isLikelyToHave(url: string): boolean
  /** Computes, unless somebody who saw the same revision already does. */
  fill(key: string, revision: number, compute: () => Promise<FreshText>): Promise<CachedAnswer>
  readonly bytes: number
}

const bytesMaxDefault = 64 * 1024 * 1024
/** Map slot, key and headers of an entry, roughly. */
const entryOverheadBytes = 256
/**
 * Places for what was asked for once and for what is being computed. Two keys that share one forget each other, and of two
 * computed at once the later is not shared. In a Map, V8 would keep what is deleted, answers and all, until a full
 * collection: its tables point to each other, and one that has grown old keeps all later ones.
 */
const placeCount = 1 << 15

export function createResponseCache(bytesMax = bytesMaxDefault): ResponseCache {
  const entries = new Map<string, Kept>()
  /** Keys as they came in, from `oldest` on: a Map walked from its start steps over everything deleted there. */
  let order: string[] = []
  let oldest = 0
  const inFlight: (Flight | null)[] = new Array(placeCount).fill(null)
  const asked = new Uint32Array(placeCount)
  /** Sums of the addresses that were answered from here. */
  const found = new Uint32Array(placeCount)
  let revision = -1
  let bytes = 0

  /** Whether this was asked for before at this revision, as well as a sum of 32 bits can tell. */
  function askedBefore(sum: number): boolean {
    const place = sum % placeCount
    const before = asked[place] === sum
    asked[place] = sum
    return before
  }

  const sizeOf = (key: string, entry: CachedAnswer): number =>
    2 * key.length + entry.bytes.length + entryOverheadBytes

  function remember(key: string, entry: CachedAnswer): void {
    if (entry.revision < revision) return
    if (entry.revision > revision) {
      entries.clear()
      order = []
      oldest = 0
      bytes = 0
      revision = entry.revision
    }
    const size = sizeOf(key, entry)
    if (size > bytesMax / 8 || entries.has(key)) return
    entries.set(key, entry)
    order.push(key)
    bytes += size
    while (bytes > bytesMax) forgetOldest()
  }

  function forgetOldest(): void {
    const key = order[oldest++]
    const entry = key === undefined ? undefined : entries.get(key)
    if (key === undefined || entry === undefined) throw new Bug('the cache lost count of its entries')
    entries.delete(key)
    bytes -= sizeOf(key, entry)
    if (oldest > order.length / 2) {
      order = order.slice(oldest)
      oldest = 0
    }
  }

  return {
    get(key, wanted, url) {
      const entry = wanted === revision ? entries.get(key) : undefined
      if (entry === undefined) return null
      if (url !== undefined && entry.url !== url) {
        entry.url = url
        const sum = crc32(url)
        found[sum % placeCount] = sum
      }
      return entry
    },
    has: (key) => entries.has(key),
    isLikelyToHave(url) {
      const sum = crc32(url)
      return found[sum % placeCount] === sum
    },
    fill(key, seen, compute) {
      const sum = crc32(key, seen % 2 ** 32)
      const place = sum % placeCount
      const running = inFlight[place]
      if (running && running.key === key && running.seen === seen) {
        running.again = true
        return running.answer
      }
      const flight: Flight = { key, seen, again: askedBefore(sum), answer: start() }
      if (!running) inFlight[place] = flight
      return flight.answer

      async function start(): Promise<CachedAnswer> {
        try {
          const { text, view } = await compute()
          const bytes = toBytes(text)
          const { height, revision } = view
          const entry = { bytes, height, revision, etag: etagOf(bytes, revision) }
          if (flight.again) remember(key, entry)
          return entry
        } finally {
          if (inFlight[place] === flight) inFlight[place] = null
        }
      }
    },
    get bytes() {
      return bytes
    },
  }
}

/** Piece by piece: joined to one string first, a list of 28 KB would be copied once more. */
function toBytes(text: JsonText): Buffer {
  if (typeof text === 'string') return Buffer.from(text)
  const bytes = Buffer.allocUnsafeSlow(text.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0))
  text.reduce((at, piece) => at + bytes.write(piece, at), 0)
  return bytes
}

/**
 * Strong: within one index the revision and the request decide the answer, so no two answers to a request share a tag. The
 * sum tells apart what another index, or another release, answers at the same revision. The same on every replica.
 */
const etagOf = (bytes: Buffer, revision: number): string =>
  `"${revision.toString(36)}-${crc32(bytes).toString(36)}"`
