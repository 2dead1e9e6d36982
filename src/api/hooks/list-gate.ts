import { overloaded } from '../errors/overloaded.ts'

/** Load shedding: so many lists are worked on at once, and whoever comes beyond them is refused at once. */
export interface ListGate {
  /**
   * Work of the same name shares a place: many who ask for one list cost what one does. Throws at once when there is none:
   * refusals come in thousands a second, and a promise that is rejected costs more than the rest.
   */
  pass<T>(name: PlaceName, work: () => Promise<T>): Promise<T>
  hasRoom(name: PlaceName): boolean
}

/** A symbol is the name of work that nobody can share. */
export type PlaceName = string | symbol

/** Reads that ask the node, which lists up to 5,000 coins a time: they may not take the places of lists while it is slow. */
export const NODE_READS_MAX = 16

/** Below `inFlightMax`, so that records, builds and probes get in while lists are at their bound. */
const listsAtOnceMax = 96

export function createListGate(placesMax = listsAtOnceMax): ListGate {
  /** How many share each place. */
  const places = new Map<PlaceName, number>()
  const hasRoom = (name: PlaceName): boolean => places.size < placesMax || places.has(name)
  function leave(name: PlaceName): void {
    const others = places.get(name)! - 1
    if (others === 0) places.delete(name)
    else places.set(name, others)
  }
  /** Work that throws before it has a promise gives its place back too. */
  async function untilDone<T>(name: PlaceName, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      leave(name)
    }
  }
  return {
    hasRoom,
    pass(name, work) {
      if (!hasRoom(name)) throw overloaded
      places.set(name, (places.get(name) ?? 0) + 1)
      return untilDone(name, work)
    },
  }
}
