import { type Hash, hashOfRecord, inTableOrder, tableSize, tableSizeFor } from '../bytecode/index.ts'

/** The hash of an id is its last four bytes. */
const hashOfId = (id: Hash): number => Number.parseInt(id.slice(-8), 16) | 0

/** A map keyed by ids that can be walked in the order of such a table. */
export class ScalaMap<V> {
  readonly #entries = new Map<Hash, V>()
  #size = tableSizeFor(0)

  get(key: Hash): V | undefined {
    return this.#entries.get(key)
  }

  has(key: Hash): boolean {
    return this.#entries.has(key)
  }

  set(key: Hash, value: V): void {
    if (!this.#entries.has(key)) this.#size = tableSize(this.#size, this.#entries.size + 1)
    this.#entries.set(key, value)
  }

  delete(key: Hash): void {
    this.#entries.delete(key)
  }

  inOrder(): [Hash, V][] {
    return inTableOrder([...this.#entries], ([id]) => hashOfId(id), this.#size)
  }
}

/** Contracts in the order of the table of their first log pages, which is keyed by a pair of id and page number. */
export function inLogOrder(contractIds: readonly Hash[]): Hash[] {
  return inTableOrder(contractIds, (id) => hashOfRecord('LogStatesId', [hashOfId(id), 0]))
}
