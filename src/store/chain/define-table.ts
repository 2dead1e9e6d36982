/** How one column looks on both sides: its SQL type, and what a value of it is in a row of ours. */
export interface Column<T> {
  readonly sqlType: string
  /** Never changes once the row exists, so updates leave it out (and its generated columns are not computed again). */
  readonly isFixed: boolean
  /** Carries the type of the value; not there at run time. */
  readonly value?: T
}

const column = <T>(sqlType: string): Column<T> => ({ sqlType, isFixed: false })

export const int: Column<number> = column('bigint')
export const amount: Column<bigint> = column('numeric')
export const text: Column<string> = column('text')
/** A text out of a closed set. */
export const word = <T extends string>(): Column<T> => column('text')
export const flag: Column<boolean> = column('boolean')
export const texts: Column<readonly string[]> = column('text[]')
export const json = <T>(): Column<T> => column('jsonb')

export const nullable = <T>(of: Column<T>): Column<T | null> => ({ sqlType: of.sqlType, isFixed: of.isFixed })
export const fixed = <T>(of: Column<T>): Column<T> => ({ sqlType: of.sqlType, isFixed: true })

// biome-ignore lint/suspicious/noExplicitAny: any column at all; each table's own columns are typed
type Columns = Readonly<Record<string, Column<any>>>

export interface NamedColumn {
  /** In our rows. */
  readonly field: string
  /** In the table. */
  readonly name: string
  readonly sqlType: string
  readonly isFixed: boolean
}

/** A table of schema chain that the indexer folds into. */
export interface ChainTable<R> {
  readonly name: string
  readonly key: readonly NamedColumn[]
  readonly columns: readonly NamedColumn[]
  /** Carries the row's type; not there at run time. */
  readonly row?: R
}

export type RowOf<T> = T extends ChainTable<infer R> ? R : never

type RowOfColumns<C extends Columns> = {
  readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never
}

/** Fields are named as in the interface, columns are the same words in snake_case. */
export function defineTable<C extends Columns>(
  name: string,
  key: readonly (keyof C & string)[],
  columns: C,
): ChainTable<RowOfColumns<C>> {
  const named = Object.entries(columns).map(([field, { sqlType, isFixed }]) => ({
    field,
    name: toSnakeCase(field),
    sqlType,
    isFixed: isFixed || key.includes(field),
  }))
  const keyColumns = key.map((field) => named.find((candidate) => candidate.field === field)!)
  return { name, key: keyColumns, columns: named }
}

const toSnakeCase = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
