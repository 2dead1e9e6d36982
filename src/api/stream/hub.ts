import { Fault, type Timers } from '../../kit/index.ts'
import { type Database, type FeedHead, findFeedHead, listFeed } from '../../store/index.ts'
import { everyChannel } from '../../wire/index.ts'
import { type Frame, toFrame } from './frame.ts'

/** What the hub calls of a connection that has everything up to the hub's own place. */
export interface LiveReader {
  deliver(frame: Frame): void
  /** The feed did not go on where it was: nothing may be concluded from what comes next. */
  interrupt(reason: 'gap' | 'other_epoch'): void
  /** It could not take what it was told, and nobody else is to blame. */
  fail(cause: unknown): void
  /** The feed cannot be read, and not because the database is away: the hub has told why. */
  cut(): void
}

export interface Place {
  readonly epoch: string
  readonly seq: number
}

/**
 * Reads the feed once for all connections of this process and hands each message to those who want it.
 *
 * It is woken when the feed has grown and looks by itself every second, so a lost wake-up costs a second and nothing else.
 * Between two reads it has a place, and every live reader is at exactly that place: joining and leaving are synchronous.
 */
export interface Hub {
  place(): Place
  /** The database's own word on what is kept, never older than the call. */
  head(): Promise<FeedHead>
  join(reader: LiveReader, channels: Iterable<string>): void
  leave(reader: LiveReader): void
  wake(): void
  stop(): void
}

const pollMs = 1_000
/** The epoch of a hub that has not found its feed yet. */
const nowhere = ''
/** Read at a time. */
const page = { limit: 1_000, bytesMax: 1_048_576 }

const toPlace = ({ epoch, lastSeq }: FeedHead): Place => ({ epoch, seq: lastSeq })

export interface HubNews {
  /** The feed has more than this process knew of: what it knew of the index is older than what it is about to tell. */
  readonly onMore: () => void
  /** The feed cannot be read, and why; told once, until it can be or fails for something else. */
  readonly onBug: (cause: unknown) => void
}

export async function createHub(
  database: Database,
  timers: Timers,
  { onMore, onBug }: HubNews,
): Promise<Hub> {
  let place = await findFeedHead(database.points)
    .then(toPlace)
    .catch((error: unknown): Place => {
      // A database that comes back brings the place with it.
      if (error instanceof Fault) return { epoch: nowhere, seq: 0 }
      throw error
    })
  const byChannel = new Map<string, Set<LiveReader>>()
  const channelsOf = new Map<LiveReader, readonly string[]>()
  let isReading = false
  let isWoken = false
  let isStopped = false
  /** What the last look failed with, as text; null when it read. */
  let trouble: string | null = null

  function wake(): void {
    isWoken = true
    if (isReading || isStopped) return
    isReading = true
    void readOn().finally(() => {
      isReading = false
      if (isWoken && !isStopped) wake()
    })
  }

  async function readOn(): Promise<void> {
    try {
      while (isWoken && !isStopped) {
        isWoken = false
        // As at the beginning: nobody waits for what was told before.
        if (place.epoch === nowhere) jump(toPlace(await readHead()))
        const { rows, hasMore } = await listFeed(database.points, place.seq, page)
        const [first] = rows
        if (first === undefined) {
          const head = await readHead()
          if (head.epoch !== place.epoch || head.lastSeq < place.seq || head.firstSeq > place.seq + 1)
            jump(toPlace(head))
          continue
        }
        onMore()
        if (first.epoch !== place.epoch || first.seq !== place.seq + 1)
          jump({ epoch: first.epoch, seq: first.seq - 1 })
        for (const row of rows) {
          place = { epoch: row.epoch, seq: row.seq }
          tell(toFrame(row))
        }
        isWoken ||= hasMore
      }
      trouble = null
    } catch (error) {
      // With the database away the next look will find where it left off.
      isWoken = false
      if (error instanceof Fault) return
      const why = `${error} ${(error as Error).cause}`
      if (trouble !== why) onBug(error)
      trouble = why
      each(channelsOf.keys(), (reader) => reader.cut())
    }
  }

  /** Who throws ends alone: the others are told all the same. Joining and leaving meanwhile change nothing. */
  function each(readers: Iterable<LiveReader>, tellOne: (reader: LiveReader) => void): void {
    for (const reader of [...readers])
      try {
        tellOne(reader)
      } catch (error) {
        reader.fail(error)
      }
  }

  function jump(to: Place): void {
    const reason = place.epoch === to.epoch ? 'gap' : 'other_epoch'
    place = to
    each(channelsOf.keys(), (reader) => reader.interrupt(reason))
  }

  function tell(frame: Frame): void {
    const readers = frame.channel === everyChannel ? channelsOf.keys() : (byChannel.get(frame.channel) ?? [])
    each(readers, (reader) => reader.deliver(frame))
  }

  function leave(reader: LiveReader): void {
    for (const channel of channelsOf.get(reader) ?? []) {
      const readers = byChannel.get(channel)
      readers?.delete(reader)
      if (readers?.size === 0) byChannel.delete(channel)
    }
    channelsOf.delete(reader)
  }

  async function readHead(): Promise<FeedHead> {
    const head = await findFeedHead(database.points)
    if (head.epoch !== place.epoch || head.lastSeq > place.seq) onMore()
    return head
  }

  const stopPolling = timers.every(pollMs, wake)
  return {
    place: () => place,
    head: readHead,
    join(reader, channels) {
      leave(reader)
      const own = [...channels]
      channelsOf.set(reader, own)
      for (const channel of own) {
        const readers = byChannel.get(channel)
        if (readers) readers.add(reader)
        else byChannel.set(channel, new Set([reader]))
      }
    },
    leave,
    wake,
    stop() {
      isStopped = true
      stopPolling()
    },
  }
}
