import { crc32 } from 'node:zlib'
import type { ReadView } from '../../store/index.ts'

/** What a computation gives: the answer's JSON text, and the moment it is of. */
export interface FreshText {
  readonly text: string
  readonly view: ReadView
}

/** An answer ready to be written: as bytes, so that any number of sockets can send the same piece of memory. */
export interface CachedAnswer {
  readonly bytes: Buffer
  readonly etag: string
  readonly height: number
  readonly revision: number
}

/** What a request saw of the index when it came. Revisions of two epochs cannot be compared. */
export interface IndexMoment {
  readonly epoch: string
  readonly revision: number
}

/**
 * Answers of one indexed revision. A new revision empties it: everything in it may have changed. Bounded by bytes,
 * oldest first out; identical misses share one computation (single flight).
 */
export interface ResponseCache {
  get(key: string, at: IndexMoment): CachedAnswer | null
  /** Whether an answer of the last revision is there or on its way. */
  holds(key: string): boolean
  /** Computes, unless somebody who saw the same revision already does. What `compute` throws at once is thrown at once. */
  fill(key: string, at: IndexMoment, compute: () => Promise<FreshText>): Promise<CachedAnswer>
  readonly bytes: number
}

const bytesMaxDefault = 64 * 1024 * 1024
/** Map slot, key and headers of an entry, roughly. */
const entryOverheadBytes = 256

export function createResponseCache(bytesMax = bytesMaxDefault): ResponseCache {
  const entries = new Map<string, CachedAnswer>()
  const inFlight = new Map<string, Promise<CachedAnswer>>()
  let epoch = ''
  let revision = -1
  let bytes = 0

  const sizeOf = (key: string, entry: CachedAnswer): number =>
    2 * key.length + entry.bytes.length + entryOverheadBytes

  /** After a reindex the revisions of before come again, with other answers. */
  function forgetOtherThan(seen: string): void {
    if (seen === epoch) return
    entries.clear()
    bytes = 0
    revision = -1
    epoch = seen
  }

  function remember(key: string, seen: string, entry: CachedAnswer): void {
    if (seen !== epoch || entry.revision < revision) return
    if (entry.revision > revision) {
      entries.clear()
      bytes = 0
      revision = entry.revision
    }
    const size = sizeOf(key, entry)
    if (size > bytesMax / 8 || entries.has(key)) return
    entries.set(key, entry)
    bytes += size
    for (const [oldest, old] of entries) {
      if (bytes <= bytesMax) break
      entries.delete(oldest)
      bytes -= sizeOf(oldest, old)
    }
  }

  return {
    get(key, at) {
      forgetOtherThan(at.epoch)
      return at.revision === revision ? (entries.get(key) ?? null) : null
    },
    holds: (key) => entries.has(key) || inFlight.has(flightOf(key, { epoch, revision })),
    fill(key, at, compute) {
      forgetOtherThan(at.epoch)
      const flight = flightOf(key, at)
      const running = inFlight.get(flight)
      if (running) return running
      const answer = compute()
        .then((fresh) => {
          const entry = toCachedAnswer(fresh)
          remember(key, at.epoch, entry)
          return entry
        })
        .finally(() => inFlight.delete(flight))
      inFlight.set(flight, answer)
      return answer
    },
    get bytes() {
      return bytes
    },
  }
}

const flightOf = (key: string, { epoch, revision }: IndexMoment): string => `${epoch} ${revision} ${key}`

function toCachedAnswer({ text, view }: FreshText): CachedAnswer {
  const bytes = Buffer.from(text)
  return { bytes, ...view, etag: etagOf(bytes, view.revision) }
}

/**
 * Strong: within one index the revision and the request decide the answer, so no two answers to a request share a tag. The
 * sum tells apart what another index, or another release, answers at the same revision. The same on every replica.
 */
const etagOf = (bytes: Buffer, revision: number): string =>
  `"${revision.toString(36)}-${crc32(bytes).toString(36)}"`
