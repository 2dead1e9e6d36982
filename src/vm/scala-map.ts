import type { Hash } from './value.ts'

/**
 * A map keyed by ids that iterates in the order of the JVM hash table the node keeps them in. The order of contract
 * outputs follows from it, hence their keys: a chain that wants equal ids has to walk the same way.
 *
 * The table has 16 buckets, doubles when three quarters full and never shrinks; a bucket is sorted by hash. The hash of an
 * id is its last four bytes, with the upper half folded onto the lower.
 */
export class ScalaMap<V> {
  readonly #entries = new Map<Hash, V>()
  #buckets = 16

  get(key: Hash): V | undefined {
    return this.#entries.get(key)
  }

  has(key: Hash): boolean {
    return this.#entries.has(key)
  }

  set(key: Hash, value: V): void {
    if (!this.#entries.has(key) && this.#entries.size + 1 >= this.#buckets * 0.75) this.#buckets *= 2
    this.#entries.set(key, value)
  }

  delete(key: Hash): void {
    this.#entries.delete(key)
  }

  inOrder(): [Hash, V][] {
    const entries = [...this.#entries]
    if (entries.length < 2) return entries
    const mask = this.#buckets - 1
    return entries
      .map((entry) => ({ entry, hash: foldedHash(entry[0]) }))
      .sort((a, b) => (a.hash & mask) - (b.hash & mask) || a.hash - b.hash)
      .map(({ entry }) => entry)
  }
}

function foldedHash(id: Hash): number {
  const hash = Number.parseInt(id.slice(-8), 16) | 0
  return hash ^ (hash >>> 16)
}
