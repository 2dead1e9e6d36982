import { overloaded } from '../errors/overloaded.ts'

/** Load shedding: so many lists are worked on at once, and whoever comes beyond them is refused at once. */
export interface ListGate {
  /** Throws at once: refusals come in thousands a second, and a promise that is rejected costs more than the rest. */
  pass<T>(work: () => Promise<T>): Promise<T>
  isFull(): boolean
}

/** Reads that ask the node, which lists up to 5,000 coins a time: they may not take the places of lists while it is slow. */
export const NODE_READS_MAX = 16

/** Below `inFlightMax`, so that records, builds and probes get in while lists are at their bound. */
const listsAtOnceMax = 96

export function createListGate(insideMax = listsAtOnceMax): ListGate {
  let inside = 0
  const isFull = (): boolean => inside >= insideMax
  /** Work that throws before it has a promise gives its place back too. */
  async function untilDone<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      inside -= 1
    }
  }
  return {
    isFull,
    pass(work) {
      if (isFull()) throw overloaded
      inside += 1
      return untilDone(work)
    },
  }
}
