import { hash } from 'node:crypto'
import { Bug } from '../../kit/index.ts'

/** What a computation gives: the answer's JSON text, and the moment it is of. */
export interface FreshText {
  readonly text: string
  readonly height: number
  readonly revision: number
}

/** An answer ready to be written: as bytes, so that any number of sockets can send the same piece of memory. */
export interface CachedAnswer {
  readonly bytes: Buffer
  readonly etag: string
  readonly height: number
  readonly revision: number
}

/**
 * Answers of one indexed revision. A new revision empties it: everything in it may have changed. Bounded by
 * bytes, oldest first out; identical misses share one computation.
 */
export interface ResponseCache {
  get(key: string, revision: number): CachedAnswer | null
  /** Computes, unless somebody who saw the same revision already does. */
  fill(key: string, revision: number, compute: () => Promise<FreshText>): Promise<CachedAnswer>
  readonly bytes: number
}

const bytesMaxDefault = 64 * 1024 * 1024
/** Map slot, key and headers of an entry, roughly. */
const entryOverheadBytes = 256

export function createResponseCache(bytesMax = bytesMaxDefault): ResponseCache {
  const entries = new Map<string, CachedAnswer>()
  /** Keys as they came in, from `oldest` on: a Map walked from its start steps over everything deleted there. */
  let order: string[] = []
  let oldest = 0
  const inFlight = new Map<string, Promise<CachedAnswer>>()
  let revision = -1
  let bytes = 0

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
    get(key, wanted) {
      const entry = wanted === revision ? entries.get(key) : undefined
      return entry ?? null
    },
    fill(key, seen, compute) {
      const flight = `${seen} ${key}`
      const running = inFlight.get(flight)
      if (running) return running
      const started = compute()
        .then((fresh) => {
          const bytes = Buffer.from(fresh.text)
          const { height, revision: of } = fresh
          const entry = { bytes, height, revision: of, etag: etagOf(bytes) }
          remember(key, entry)
          return entry
        })
        .finally(() => inFlight.delete(flight))
      inFlight.set(flight, started)
      return started
    },
    get bytes() {
      return bytes
    },
  }
}

/** Strong: equal texts, equal tags, on every replica. */
export const etagOf = (bytes: Buffer): string => `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
