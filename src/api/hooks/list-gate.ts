import { monotonicMs } from '../../kit/index.ts'

/** How many lists are worked on at once. Whoever does not get in is told at once. */
export interface ListGate {
  /** False: there is no room. True: `leave` must follow. */
  enter(): boolean
  /** Only who got an answer tells how fast the line moves: many who gave up at once would look like speed. */
  leave(wasServed: boolean): void
  isFull(): boolean
  /** Somebody was turned away before the door. */
  noteRefused(): void
}

/** Whoever got in is answered after about this long. */
const waitMs = 200
const roomMin = 32
/** Below `inFlightMax`, so that records, builds and probes get in while lists are at their bound. */
const roomMax = 96
/** How long is measured before the room is judged anew. */
const windowMs = 100
/** What is forgotten in each window without refusals. */
const growth = 1.1
/** Whoever was not near the bound for so long starts anew. */
const quietMs = 1_000

/**
 * As many may be inside as leave within `waitMs`: a longer line makes everybody wait and serves nobody more. The speed is
 * that of the lists themselves, whatever holds them up: the database, its thread, or this one. It is judged only while
 * somebody is refused, since a quiet hour tells nothing about it; in quiet the room grows back to what a burst may need.
 *
 * Entered before anything is awaited: hundreds of requests arrive in one turn of the event loop, and each must count
 * those just before it.
 */
export function createListGate(nowMs: () => number = monotonicMs): ListGate {
  let inside = 0
  let room = roomMax
  let served = 0
  let refused = 0
  let sinceMs = nowMs()

  function judge(): void {
    const elapsedMs = nowMs() - sinceMs
    if (elapsedMs < windowMs) return
    if (elapsedMs > quietMs) room = roomMax
    else if (refused === 0) room = Math.min(roomMax, room * growth)
    // Half of the way: one window is a short time, and a pause of the process looks like a standstill.
    else room = within((room + (served / elapsedMs) * waitMs) / 2)
    served = 0
    refused = 0
    sinceMs = nowMs()
  }

  function isFull(): boolean {
    // The usual case, asked before every request.
    if (inside < roomMin) return false
    judge()
    return inside >= room
  }

  function noteRefused(): void {
    refused += 1
  }

  return {
    isFull,
    noteRefused,
    enter() {
      if (isFull()) {
        noteRefused()
        return false
      }
      inside += 1
      return true
    },
    leave(wasServed) {
      inside -= 1
      if (wasServed) served += 1
    },
  }
}

const within = (wanted: number): number => Math.min(roomMax, Math.max(roomMin, wanted))
