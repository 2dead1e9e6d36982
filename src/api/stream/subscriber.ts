import { Fault, sleep } from '../../kit/index.ts'
import { type Database, type FeedHead, listFeedOf } from '../../store/index.ts'
import { type ControlMessage, everyChannel } from '../../wire/index.ts'
import { conflate, type Frame, toControlFrame, toFrame } from './frame.ts'
import type { Hub, LiveReader, Place } from './hub.ts'

/** One connection as bytes; SSE and WebSocket each have their own. */
export interface Wire {
  send(frame: Frame): void
  /** What was sent has not left yet: nothing more goes out before `drained`. */
  isFull(): boolean
  /** Ends the connection after what was sent. */
  close(reason: 'stopping' | 'slow'): void
}

export interface Subscriber {
  /** Ends when the answer is on its way; `after`: go on behind this message. */
  subscribe(channels: readonly string[], after: Place | null, id?: string): Promise<void>
  unsubscribe(channels: readonly string[], id?: string): Promise<void>
  channels(): readonly string[]
  tell(message: ControlMessage): void
  heartbeat(lagMs: number): void
  /** What was sent has left. */
  drained(): void
  goodbye(): void
  /** The connection is gone. */
  end(): void
}

/** What may wait for one reader. */
export const QUEUE_BYTES_MAX = 1_048_576
/** Read at a time while a reader catches up. */
const ROWS_MAX = 500
/** Heartbeats in which nothing left: the reader is gone, or as good as. */
const STALLED_BEATS_MAX = 4
const troubleMs = 1_000
const retryMs = 1_000

export const cursorOf = ({ epoch, seq }: Place): string => `${epoch}-${seq}`

/**
 * A reader's way through the feed.
 *
 *   catching  pages of its channels are read from the database, the next one when the last has left
 *   live      the hub hands it each message; what cannot leave waits in a bounded queue
 *   ended
 *
 * It goes live when it is where the hub is. A queue that is full is first conflated; full again, the connection is closed
 * with the place to resume from.
 */
export function createSubscriber(
  hub: Hub,
  { database, wire }: { readonly database: Database; readonly wire: Wire },
): Subscriber {
  const channels = new Set<string>()
  /** Channels that were joined later and must not be told what their reader has. */
  const floors = new Map<string, number>()
  let place: Place | null = null
  let isLive = false
  let hasEnded = false
  let work: Promise<void> = Promise.resolve()
  let queue: Frame[] = []
  let queueBytes = 0
  let written: string | null = null
  let stalledBeats = 0
  /** How often the channels changed: a page that was read for others does not count. */
  let changes = 0
  let onDrained: (() => void) | null = null

  const reader: LiveReader = {
    deliver(frame) {
      if (place === null || frame.seq === null || frame.seq <= place.seq) return
      place = { epoch: place.epoch, seq: frame.seq }
      if (frame.seq > (floors.get(frame.channel) ?? 0)) send(frame)
    },
    interrupt(reason) {
      place = hub.place()
      floors.clear()
      resync(reason, place)
    },
  }

  function send(frame: Frame): void {
    if (hasEnded) return
    if (queue.length === 0 && !wire.isFull()) {
      write(frame)
      return
    }
    queue.push(frame)
    queueBytes += frame.json.length
    if (queueBytes <= QUEUE_BYTES_MAX) return
    queue = conflate(queue)
    queueBytes = queue.reduce((sum, { json }) => sum + json.length, 0)
    if (queueBytes > QUEUE_BYTES_MAX) leave('slow')
  }

  function write(frame: Frame): void {
    if (frame.seq !== null && place !== null) written = cursorOf({ epoch: place.epoch, seq: frame.seq })
    wire.send(frame)
  }

  function leave(reason: 'stopping' | 'slow'): void {
    if (hasEnded) return
    const resume = written ?? (place === null ? null : cursorOf(place))
    write(toControlFrame({ type: 'goodbye', reason, retryMs, resume }))
    end()
    wire.close(reason)
  }

  function end(): void {
    hasEnded = true
    hub.leave(reader)
    queue = []
    onDrained?.()
  }

  const resync = (reason: Resync['reason'], to: Place): void =>
    send(toControlFrame({ type: 'resync', reason, head: cursorOf(to) }, cursorOf(to)))

  /** Requests of one connection are done one after the other. */
  function inTurn(next: () => Promise<void>): Promise<void> {
    const done = work.then(next)
    work = done.catch(() => undefined)
    return done
  }

  function pause(): void {
    changes += 1
    if (!isLive) return
    place = herePlace()
    hub.leave(reader)
    isLive = false
  }

  /** Live, everything up to the hub's place has been told, unless the hub itself is behind. */
  function herePlace(): Place {
    const at = hub.place()
    return place === null || (isLive && at.seq > place.seq) ? at : place
  }

  async function subscribe(wanted: readonly string[], after: Place | null, id?: string): Promise<void> {
    const head = await hub.head()
    pause()
    const fresh = wanted.filter((channel) => !channels.has(channel))
    const reason = after === null ? null : whyNot(after, head)
    const isFirst = place === null
    place ??= { epoch: head.epoch, seq: reason === null && after !== null ? after.seq : head.lastSeq }
    if (reason !== null) resync(reason, isFirst ? place : { epoch: head.epoch, seq: head.lastSeq })
    if (!isFirst && reason === null && after !== null) {
      if (after.seq < place.seq) await replay(fresh, after.seq, place)
      else for (const channel of fresh) floors.set(channel, after.seq)
    }
    for (const channel of fresh) channels.add(channel)
    tellChannels(id)
    void catchUp()
  }

  /** What channels that are joined now told before the place where this connection is. */
  async function replay(fresh: readonly string[], after: number, to: Place): Promise<void> {
    for (let from = after; from < to.seq && !hasEnded; ) {
      await untilDrained()
      const span = { channels: fresh, after: from, upTo: to.seq, limit: ROWS_MAX }
      const rows = await listFeedOf(database.points, span)
      for (const row of rows) send(toFrame(row))
      from = rows.length < ROWS_MAX ? to.seq : (rows.at(-1)?.seq ?? to.seq)
    }
  }

  /** Only one of them runs: whoever pauses starts it again, and a running one goes on with what changed. */
  let isCatchingUp = false
  async function catchUp(): Promise<void> {
    if (isCatchingUp) return
    isCatchingUp = true
    while (!hasEnded && !isLive && place !== null)
      try {
        await untilDrained()
        await step(place)
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        await sleep(troubleMs)
      }
    isCatchingUp = false
  }

  async function step(from: Place): Promise<void> {
    const at = hub.place()
    const before = changes
    if (at.epoch === from.epoch && at.seq <= from.seq) {
      isLive = true
      hub.join(reader, channels)
      // The hub may be behind what another process has told already.
      hub.wake()
      return
    }
    const span = { channels: [...channels, everyChannel], after: from.seq, upTo: at.seq, limit: ROWS_MAX }
    const rows = at.epoch === from.epoch ? await listFeedOf(database.points, span) : []
    // Asked afterwards: what was kept then was kept while the rows were read.
    const head = await hub.head()
    const reason = whyNot(from, head)
    if (changes !== before || hasEnded) return
    if (reason !== null) {
      place = { epoch: head.epoch, seq: head.lastSeq }
      floors.clear()
      resync(reason, place)
      return
    }
    if (at.epoch !== from.epoch) {
      hub.wake()
      await sleep(troubleMs / 10)
      return
    }
    const isPage = rows.length === ROWS_MAX
    place = { epoch: from.epoch, seq: isPage ? (rows.at(-1)?.seq ?? at.seq) : at.seq }
    for (const row of rows) if (row.seq > (floors.get(row.channel) ?? 0)) send(toFrame(row))
  }

  function untilDrained(): Promise<void> {
    if (hasEnded || (queue.length === 0 && !wire.isFull())) return Promise.resolve()
    return new Promise((resolve) => {
      onDrained = resolve
    })
  }

  function tellChannels(id: string | undefined): void {
    const head = cursorOf(herePlace())
    const own = [...channels]
    send(
      toControlFrame({ type: 'subscribed', ...(id === undefined ? {} : { id }), channels: own, head }, head),
    )
  }

  return {
    subscribe: (wanted, after, id) => inTurn(() => subscribe(wanted, after, id)),
    unsubscribe: (unwanted, id) =>
      inTurn(async () => {
        for (const channel of unwanted) channels.delete(channel)
        changes += 1
        if (isLive) hub.join(reader, channels)
        tellChannels(id)
      }),
    channels: () => [...channels],
    tell: (message) => send(toControlFrame(message)),
    heartbeat(lagMs) {
      if (queue.length > 0 || wire.isFull()) {
        stalledBeats += 1
        if (stalledBeats >= STALLED_BEATS_MAX) leave('slow')
        return
      }
      stalledBeats = 0
      const at = herePlace()
      if (isLive) place = at
      send(toControlFrame({ type: 'heartbeat', head: cursorOf(at), lagMs }, cursorOf(at)))
    },
    drained() {
      stalledBeats = 0
      while (queue.length > 0 && !wire.isFull()) {
        const frame = queue.shift()!
        queueBytes -= frame.json.length
        write(frame)
      }
      if (queue.length > 0) return
      const resolve = onDrained
      onDrained = null
      resolve?.()
    },
    goodbye: () => leave('stopping'),
    end,
  }
}

type Resync = Extract<ControlMessage, { type: 'resync' }>

/** Why the feed cannot go on behind a message; null when it can. */
function whyNot(after: Place, head: FeedHead): Resync['reason'] | null {
  if (after.epoch !== head.epoch) return 'other_epoch'
  if (after.seq > head.lastSeq) return 'ahead'
  return after.seq + 1 < head.firstSeq ? 'too_old' : null
}
