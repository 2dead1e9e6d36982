import type { VenueEvent } from '../../domain/index.ts'
import type { Place } from '../place.ts'
import type { Workspace } from '../workspace.ts'

/** An event and the rows it touches → new rows. No clock, no database, no chance: the same twice is the same. */
export type Fold<E> = (event: E, place: Place, rows: Workspace) => void

/** The folds of some events, each under its event's name: one that is missing does not compile. */
export type Folds<E extends VenueEvent> = { readonly [T in E['type']]: Fold<Extract<E, { type: T }>> }
