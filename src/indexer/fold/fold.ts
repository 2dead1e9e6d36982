import type { Place } from '../place.ts'
import type { Workspace } from '../workspace.ts'

/** An event and the rows it touches → new rows. No clock, no database, no chance: the same twice is the same. */
export type Fold<E> = (event: E, place: Place, rows: Workspace) => void
