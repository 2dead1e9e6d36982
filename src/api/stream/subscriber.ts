import { Fault, sleep } from '../../kit/index.ts'
import { type ChannelsPage, type Database, type FeedHead, listFeedOf } from '../../store/index.ts'
import { type ControlMessage, everyChannel } from '../../wire/index.ts'
import type { FairQueue } from './fair-queue.ts'
import { conflate, type Frame, toControlFrame, toFrame } from './frame.ts'
import type { Hub, LiveReader, Place } from './hub.ts'
import { assertRoom } from './read-channels.ts'

/** One connection as bytes; SSE and WebSocket each have their own. */
export interface Wire {
  send(frame: Frame): void
  /** What was sent has not left yet: nothing more goes out before `drained`. */
  isFull(): boolean
  /** Ends the connection after what was sent. */
  close(reason: 'stopping' | 'slow' | 'failed'): void
}

export interface Subscriber {
  /** Ends when the answer is on its way; `after`: go on behind this message. */
  subscribe(channels: readonly string[], after: Place | null, id?: string): Promise<void>
  unsubscribe(channels: readonly string[], id?: string): Promise<void>
  channels(): readonly string[]
  tell(message: ControlMessage): void
  /** Answered behind what was asked before it: its head is then the connection's place, with nothing missing up to it. */
  ping(id?: string): Promise<void>
  heartbeat(lagMs: number): void
  /** What was sent has left. */
  drained(): void
  goodbye(): void
  /** The connection is gone. */
  end(): void
}

/** What may wait for one reader; beyond it the reader catches up again at its own pace. */
export const QUEUE_BYTES_MAX = 1_048_576
/** Read at a time while a reader catches up. */
const page = { limit: 500, bytesMax: 262_144 }
/** Heartbeats in which nothing left: the reader is gone, or as good as. */
const STALLED_BEATS_MAX = 4
const troubleMs = 1_000
const retryMs = 1_000

export interface SubscriberParts {
  readonly database: Database
  readonly wire: Wire
  /** Who catches up waits here for its turn to read. */
  readonly pages: FairQueue
  /** Whose connection it is. */
  readonly caller: string
  /** It failed, and not because the database is away. */
  readonly onBug: (cause: unknown) => void
}

export const cursorOf = ({ epoch, seq }: Place): string => `${epoch}-${seq}`

/**
 * A reader's way through the feed.
 *
 *   catching  pages of its channels are read from the database, the next one when the last has left
 *   live      the hub hands it each message; what cannot leave waits in a bounded queue
 *   ended
 *
 * It goes live when it is where the hub is. A queue that is full is first conflated; full again, the reader is catching up
 * again from what is in it. One block may be larger than any queue, so a full one says nothing about its reader: slow is
 * one to whom nothing leaves for some heartbeats, and its connection is closed with the place to resume from.
 */
export function createSubscriber(
  hub: Hub,
  { database, wire, pages, caller, onBug }: SubscriberParts,
): Subscriber {
  const channels = new Set<string>()
  /** Channels that were joined later and must not be told what their reader has. */
  const floors = new Map<string, number>()
  let place: Place | null = null
  let isLive = false
  let hasEnded = false
  let work: Promise<void> = Promise.resolve()
  /** Requests that are not done. */
  let underWay = 0
  let queue: Frame[] = []
  let queueBytes = 0
  let written: string | null = null
  let stalledBeats = 0
  /** Channels are being joined: what they told before the place is still on its way. */
  let isReplaying = false
  let onDrained: (() => void)[] = []

  const reader: LiveReader = {
    deliver(frame) {
      if (place === null || frame.seq === null || frame.seq <= place.seq) return
      place = { epoch: place.epoch, seq: frame.seq }
      if (frame.seq > (floors.get(frame.channel) ?? 0)) send(frame)
      if (queueBytes > QUEUE_BYTES_MAX) fallBack()
    },
    interrupt(reason) {
      place = hub.place()
      floors.clear()
      resync(reason, place)
    },
    fail,
    cut,
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
    queueBytes = bytesOf(queue)
  }

  /** What is in the queue goes out; what comes after it is read from the database when there is room. */
  function fallBack(): void {
    hub.leave(reader)
    isLive = false
    void catchUp()
  }

  function write(frame: Frame): void {
    written = frame.cursor ?? written
    wire.send(frame)
  }

  function leave(reason: 'stopping' | 'slow'): void {
    if (hasEnded) return
    write(toControlFrame({ type: 'goodbye', reason, retryMs, resume: written }))
    end()
    wire.close(reason)
  }

  /** Going on would fail again: this reader ends, and nobody else. */
  function fail(cause: unknown): void {
    if (hasEnded) return
    cut()
    onBug(cause)
  }

  function cut(): void {
    end()
    wire.close('failed')
  }

  function end(): void {
    hasEnded = true
    isLive = false
    hub.leave(reader)
    queue = []
    wakeDrained()
  }

  const resync = (reason: Resync['reason'], to: Place): void =>
    send(toControlFrame({ type: 'resync', reason, head: cursorOf(to) }, cursorOf(to)))

  /** Requests of one connection are done one after the other. */
  function inTurn(next: () => Promise<void>): Promise<void> {
    underWay += 1
    const done = work.then(next).finally(() => {
      underWay -= 1
    })
    work = done.catch(() => undefined)
    return done
  }

  function pause(): void {
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
    // In its turn: what was asked for before may not be carried out yet when this is asked.
    assertRoom([...new Set([...channels, ...wanted])])
    const head = await hub.head()
    pause()
    try {
      const fresh = wanted.filter((channel) => !channels.has(channel))
      for (const channel of fresh) floors.delete(channel)
      const reason = after === null ? null : whyNot(after, head)
      const isFirst = place === null
      place ??= { epoch: head.epoch, seq: reason === null && after !== null ? after.seq : head.lastSeq }
      // Where the connection is: what comes next on its channels is behind it.
      if (reason !== null) resync(reason, place)
      if (!isFirst && reason === null && after !== null) {
        if (after.seq < place.seq) await replay(fresh, after.seq, place)
        else for (const channel of fresh) floors.set(channel, after.seq)
      }
      for (const channel of fresh) channels.add(channel)
      // Of a place that the hub has reached since, nobody has said which block it is of.
      tellChannels(id, place.seq <= head.lastSeq ? head.height : null)
    } finally {
      // Also when the database went away: the channels it had go on.
      void catchUp()
    }
  }

  /**
   * What channels that are joined now told before the place where this connection is, and the reorganisations since: a
   * reader that has heard of one hears of it again, which undoes nothing twice.
   */
  async function replay(fresh: readonly string[], after: number, to: Place): Promise<void> {
    isReplaying = true
    try {
      for (let from = after; from < to.seq && !hasEnded; ) {
        await untilDrained()
        const { rows, readTo } = await readPage([...fresh, everyChannel], from, to.seq)
        // Asked afterwards, as in a step: what was kept then was kept while the rows were read.
        const reason = whyNot({ epoch: to.epoch, seq: from }, await hub.head())
        if (reason !== null) {
          resync(reason, to)
          return
        }
        for (const row of rows) send(toFrame(row))
        from = readTo
      }
    } finally {
      isReplaying = false
    }
  }

  const readPage = (wanted: readonly string[], after: number, upTo: number): Promise<ChannelsPage> =>
    pages.run(caller, async () =>
      hasEnded
        ? { rows: [], readTo: after }
        : listFeedOf(database.points, { channels: wanted, after, upTo, ...page }),
    )

  /** Only one of them runs: whoever pauses starts it again, and a running one goes on with what changed. */
  let isCatchingUp = false
  async function catchUp(): Promise<void> {
    if (isCatchingUp) return
    isCatchingUp = true
    while (!hasEnded && !isLive && place !== null)
      try {
        await untilDrained()
        // Not while a request is carried out: it reads up to this place.
        await inTurn(step)
      } catch (error) {
        if (error instanceof Fault) await sleep(troubleMs)
        else fail(error)
      }
    isCatchingUp = false
  }

  async function step(): Promise<void> {
    const from = place
    if (hasEnded || isLive || from === null) return
    const at = hub.place()
    if (at.epoch === from.epoch && at.seq <= from.seq) {
      isLive = true
      hub.join(reader, channels)
      // The hub may be behind what another process has told already.
      hub.wake()
      return
    }
    const { rows, readTo } =
      at.epoch === from.epoch
        ? await readPage([...channels, everyChannel], from.seq, at.seq)
        : { rows: [], readTo: from.seq }
    // Asked afterwards: what was kept then was kept while the rows were read.
    const head = await hub.head()
    const reason = whyNot(from, head)
    if (hasEnded) return
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
    place = { epoch: from.epoch, seq: readTo }
    for (const row of rows) if (row.seq > (floors.get(row.channel) ?? 0)) send(toFrame(row))
  }

  /** Several may wait for it, and one of them may fill the connection again before the next looks. */
  async function untilDrained(): Promise<void> {
    while (!hasEnded && (queue.length > 0 || wire.isFull()))
      await new Promise<void>((resolve) => onDrained.push(resolve))
  }

  function wakeDrained(): void {
    const waiting = onDrained
    onDrained = []
    for (const wake of waiting) wake()
  }

  function tell(message: ControlMessage): void {
    send(toControlFrame(message))
    // Answers cannot be read again from the database: who asks on and reads nothing is gone.
    if (bytesOf(queue.filter(({ seq }) => seq === null)) > QUEUE_BYTES_MAX) leave('slow')
  }

  function tellChannels(id: string | undefined, height: number | null): void {
    const head = cursorOf(herePlace())
    const named = id === undefined ? {} : { id }
    const of = height === null ? {} : { blockHeight: height }
    send(toControlFrame({ type: 'subscribed', ...named, channels: [...channels], head, ...of }, head))
  }

  return {
    subscribe: (wanted, after, id) => inTurn(() => subscribe(wanted, after, id)),
    unsubscribe: (unwanted, id) =>
      inTurn(async () => {
        for (const channel of unwanted) {
          channels.delete(channel)
          floors.delete(channel)
        }
        if (isLive) hub.join(reader, channels)
        tellChannels(id, null)
      }),
    channels: () => [...channels],
    tell,
    async ping(id) {
      const answer = async () =>
        tell({ type: 'pong', ...(id === undefined ? {} : { id }), head: cursorOf(herePlace()) })
      // At once if it can be: who is refused next is still told.
      await (underWay === 0 ? answer() : inTurn(answer))
    },
    heartbeat(lagMs) {
      if (queue.length > 0 || wire.isFull()) {
        stalledBeats += 1
        if (stalledBeats >= STALLED_BEATS_MAX) leave('slow')
        return
      }
      stalledBeats = 0
      // Whoever resumes from its head must have everything up to it: before the first channel nothing can be said.
      if (place === null || isReplaying) return
      const at = herePlace()
      send(toControlFrame({ type: 'heartbeat', head: cursorOf(at), lagMs }, cursorOf(at)))
    },
    drained() {
      stalledBeats = 0
      while (queue.length > 0 && !wire.isFull()) {
        const frame = queue.shift()!
        queueBytes -= frame.json.length
        write(frame)
      }
      if (queue.length === 0) wakeDrained()
    },
    goodbye: () => leave('stopping'),
    end,
  }
}

const bytesOf = (frames: readonly Frame[]): number => frames.reduce((sum, { json }) => sum + json.length, 0)

type Resync = Extract<ControlMessage, { type: 'resync' }>

/** Why the feed cannot go on behind a message; null when it can. */
function whyNot(after: Place, head: FeedHead): Resync['reason'] | null {
  if (after.epoch !== head.epoch) return 'other_epoch'
  if (after.seq > head.lastSeq) return 'ahead'
  return after.seq + 1 < head.firstSeq ? 'too_old' : null
}
