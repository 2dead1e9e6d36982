import { assert } from '../kit/index.ts'
import type { ChainTable } from '../store/index.ts'
import type { UndoImage } from '../store/writes/indexer.ts'

interface Entry<R> {
  row: R | null
  /** The newest version there was: it knows the key when the row is gone. */
  latest: R
  /** Whether the database has the row. */
  isStored: boolean
  isChanged: boolean
  /** The block for which an image was taken last. */
  imagedAt: number
}

export interface SpaceOptions<R> {
  /** Which row it is, for the folds; need not be the table's key. */
  readonly keyOf: (row: R) => string
  /** Rows of one group can be listed: the levels of a book, the proposals of a period. */
  readonly groupOf?: (row: R) => string
  /** Told of every change: this is where lists are counted. */
  readonly onChange?: (before: R | null, after: R | null) => void
}

/**
 * The rows of one table as far as a batch of blocks touches them. Folds find and put rows here; the first change of a
 * row in each block leaves an image of what it was before.
 */
export class TableSpace<R> {
  readonly table: ChainTable<R>
  readonly images: UndoImage<R>[] = []
  readonly #options: SpaceOptions<R>
  readonly #entries = new Map<string, Entry<R>>()
  readonly #groups = new Map<string, string[]>()
  /** Rows that the current block changed, as they were before it. */
  readonly #touched = new Map<Entry<R>, R | null>()
  #height = 0
  #keepsImages = true

  constructor(table: ChainTable<R>, options: SpaceOptions<R>) {
    this.table = table
    this.#options = options
  }

  /** Changes from here on belong to this block. */
  enterBlock(height: number, keepsImages: boolean): void {
    this.#height = height
    this.#keepsImages = keepsImages
    this.#touched.clear()
  }

  /** What the current block has changed so far. */
  blockChanges(): { readonly before: R | null; readonly after: R | null }[] {
    return [...this.#touched].map(([entry, before]) => ({ before, after: entry.row }))
  }

  /** Rows as the database has them, before the batch. */
  load(rows: readonly R[]): void {
    for (const row of rows) {
      const key = this.#options.keyOf(row)
      if (this.#entries.has(key)) continue
      this.#entries.set(key, { row, latest: row, isStored: true, isChanged: false, imagedAt: -1 })
      this.#enlist(key, row)
    }
  }

  find(key: string): R | null {
    return this.#entries.get(key)?.row ?? null
  }

  get(key: string): R {
    const row = this.find(key)
    assert(row !== null, `${this.table.name} has no row ${key}`)
    return row
  }

  listGroup(group: string): R[] {
    const rows: R[] = []
    for (const key of this.#groups.get(group) ?? []) {
      const row = this.find(key)
      if (row !== null) rows.push(row)
    }
    return rows
  }

  put(row: R): void {
    const key = this.#options.keyOf(row)
    let entry = this.#entries.get(key)
    if (!entry) {
      entry = { row: null, latest: row, isStored: false, isChanged: false, imagedAt: -1 }
      this.#entries.set(key, entry)
      this.#enlist(key, row)
    }
    this.#change(entry, row)
    entry.latest = row
  }

  remove(row: R): void {
    const entry = this.#entries.get(this.#options.keyOf(row))
    assert(entry?.row, `${this.table.name}: removing a row that is not there`)
    this.#change(entry, null)
  }

  /** What the batch did: rows to write, and rows whose keys are to be deleted. */
  changes(): { readonly written: readonly R[]; readonly deleted: readonly R[] } {
    const written: R[] = []
    const deleted: R[] = []
    for (const entry of this.#entries.values()) {
      if (!entry.isChanged) continue
      if (entry.row !== null) written.push(entry.row)
      else if (entry.isStored) deleted.push(entry.latest)
    }
    return { written, deleted }
  }

  #change(entry: Entry<R>, after: R | null): void {
    this.#options.onChange?.(entry.row, after)
    if (!this.#touched.has(entry)) this.#touched.set(entry, entry.row)
    if (this.#keepsImages && entry.imagedAt !== this.#height) {
      this.images.push({ height: this.#height, key: entry.latest, before: entry.row })
      entry.imagedAt = this.#height
    }
    entry.row = after
    entry.isChanged = true
  }

  #enlist(key: string, row: R): void {
    const group = this.#options.groupOf?.(row)
    if (group === undefined) return
    const keys = this.#groups.get(group)
    if (keys) keys.push(key)
    else this.#groups.set(group, [key])
  }
}
