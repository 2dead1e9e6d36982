/**
 * The node keeps some things in hash tables of its JVM language and walks them, so their order shows: in keys of outputs,
 * logs, warnings and error messages. Whoever wants equal answers has to walk the same way.
 */

const firstSize = 16
const loadFactor = 0.75

/** The size of a table that now has so many entries: it doubles when three quarters full and never shrinks. */
export const tableSize = (size: number, entries: number): number =>
  entries >= size * loadFactor ? size * 2 : size

export const tableSizeFor = (entries: number): number => {
  let size = firstSize
  for (let count = 1; count <= entries; count++) size = tableSize(size, count)
  return size
}

/** The order of a mutable table: by bucket, within a bucket by hash. A hash has its upper half folded onto the lower. */
export function inTableOrder<T>(
  items: readonly T[],
  hashOf: (item: T) => number,
  size = tableSizeFor(items.length),
): T[] {
  if (items.length < 2) return [...items]
  return items
    .map((item) => ({ item, hash: folded(hashOf(item)) }))
    .sort((a, b) => (a.hash & (size - 1)) - (b.hash & (size - 1)) || a.hash - b.hash)
    .map(({ item }) => item)
}

const folded = (hash: number): number => hash ^ (hash >>> 16)

const trieBits = 5

/** The order of an immutable map, a trie of 32 branches: at each level what ends there, then what goes deeper. */
export function inTrieOrder<T>(items: readonly T[], hashOf: (item: T) => number): T[] {
  const walk = (group: readonly { item: T; hash: number }[], shift: number): T[] => {
    if (group.length < 2 || shift >= 32) return group.map(({ item }) => item)
    const branches = new Map<number, { item: T; hash: number }[]>()
    for (const entry of group) {
      const branch = (entry.hash >>> shift) & 31
      branches.set(branch, [...(branches.get(branch) ?? []), entry])
    }
    const ordered = [...branches].sort(([a], [b]) => a - b).map(([, entries]) => entries)
    return [
      ...ordered.filter((entries) => entries.length === 1).map(([entry]) => entry!.item),
      ...ordered
        .filter((entries) => entries.length > 1)
        .flatMap((entries) => walk(entries, shift + trieBits)),
    ]
  }
  return walk(
    items.map((item) => ({ item, hash: spread(hashOf(item)) })),
    0,
  )
}

function spread(hash: number): number {
  let h = (hash + ~(hash << 9)) | 0
  h ^= h >>> 14
  h = (h + (h << 4)) | 0
  return h ^ (h >>> 10)
}

/** A named record: Murmur3 over its name and its members' hashes. */
export function hashOfRecord(name: string, members: readonly number[]): number {
  let hash = 0xcafebabe | 0
  for (const part of [hashOfText(name), ...members]) hash = mixed(hash, part)
  return finished(hash ^ members.length)
}

export function hashOfText(text: string): number {
  let hash = 0
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
  return hash
}

export const hashOfBoolean = (value: boolean): number => (value ? 1231 : 1237)

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
