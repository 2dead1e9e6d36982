import type { Hash } from '../bytecode/index.ts'

/**
 * The node keeps some things in JVM hash tables and walks them, so their order shows: in the keys of contract outputs, and in
 * the order of logs in dry runs. A chain that wants equal answers has to walk the same way.
 *
 * Such a table has 16 buckets, doubles when three quarters full and never shrinks; a bucket is sorted by hash. A hash has its
 * upper half folded onto the lower.
 */
const firstSize = 16
const loadFactor = 0.75

const sizeFor = (size: number, entries: number): number => (entries >= size * loadFactor ? size * 2 : size)

function inTableOrder<T>(items: readonly T[], size: number, hashOf: (item: T) => number): T[] {
  if (items.length < 2) return [...items]
  return items
    .map((item) => ({ item, hash: folded(hashOf(item)) }))
    .sort((a, b) => (a.hash & (size - 1)) - (b.hash & (size - 1)) || a.hash - b.hash)
    .map(({ item }) => item)
}

const folded = (hash: number): number => hash ^ (hash >>> 16)

/** The hash of an id is its last four bytes. */
const hashOfId = (id: Hash): number => Number.parseInt(id.slice(-8), 16) | 0

/** A map keyed by ids that can be walked in the order of such a table. */
export class ScalaMap<V> {
  readonly #entries = new Map<Hash, V>()
  #size = firstSize

  get(key: Hash): V | undefined {
    return this.#entries.get(key)
  }

  has(key: Hash): boolean {
    return this.#entries.has(key)
  }

  set(key: Hash, value: V): void {
    if (!this.#entries.has(key)) this.#size = sizeFor(this.#size, this.#entries.size + 1)
    this.#entries.set(key, value)
  }

  delete(key: Hash): void {
    this.#entries.delete(key)
  }

  inOrder(): [Hash, V][] {
    return inTableOrder([...this.#entries], this.#size, ([id]) => hashOfId(id))
  }
}

/** Contracts in the order of the table of their first log pages, which is keyed by a pair of id and page number. */
export function inLogOrder(contractIds: readonly Hash[]): Hash[] {
  let size = firstSize
  for (let count = 1; count <= contractIds.length; count++) size = sizeFor(size, count)
  return inTableOrder(contractIds, size, (id) => hashOfPair('LogStatesId', hashOfId(id), 0))
}

/** How the JVM language of the node hashes a named pair: Murmur3 over its name and both members. */
function hashOfPair(name: string, first: number, second: number): number {
  let hash = 0xcafebabe | 0
  for (const part of [hashOfText(name), first, second]) hash = mixed(hash, part)
  return finished(hash ^ 2)
}

function hashOfText(text: string): number {
  let hash = 0
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0
  return hash
}

const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by))

function mixed(hash: number, part: number): number {
  const k = Math.imul(rotated(Math.imul(part, 0xcc9e2d51), 15), 0x1b873593)
  return (Math.imul(rotated(hash ^ k, 13), 5) + 0xe6546b64) | 0
}

function finished(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
