import { overloaded } from '../errors/overloaded.ts'

/** Load shedding: so many lists are worked on at once, and whoever comes beyond them is refused at once. */
export interface ListGate {
  pass<T>(work: () => Promise<T>): Promise<T>
}

/** Below `inFlightMax`, so that records, builds and probes get in while lists are at their bound. */
const listsAtOnceMax = 96

export function createListGate(): ListGate {
  let inside = 0
  return {
    async pass(work) {
      if (inside >= listsAtOnceMax) throw overloaded
      inside += 1
      try {
        return await work()
      } finally {
        inside -= 1
      }
    },
  }
}
