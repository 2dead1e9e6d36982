/** Who is present right now. Coming and going cost the same however many there are. */
export interface Roster<T> {
  /** The returned function takes the item off again; it may be called once. */
  add(item: T): () => void
  /** Oldest first. */
  items(): T[]
}

interface Place<T> {
  item: T | null
  /** Counts arrivals. */
  since: number
}

/**
 * A list of places that are used again. A Set would do, were it not for V8: it keeps what is deleted in tables of which each
 * points to the next, and one that has grown old keeps all later ones, with whoever was present, until a full collection.
 */
export function createRoster<T extends object>(): Roster<T> {
  const places: Place<T>[] = []
  const free: Place<T>[] = []
  let arrivals = 0

  function place(): Place<T> {
    const made: Place<T> = { item: null, since: 0 }
    places.push(made)
    return made
  }

  return {
    add(item) {
      const taken = free.pop() ?? place()
      taken.item = item
      taken.since = ++arrivals
      return () => {
        taken.item = null
        free.push(taken)
      }
    },
    items() {
      const present = places.filter((each) => each.item !== null).sort((a, b) => a.since - b.since)
      return present.flatMap(({ item }) => item ?? [])
    },
  }
}
