import * as auth from './operations/auth.ts'
import * as markets from './operations/markets.ts'
import * as tx from './operations/tx.ts'
import * as users from './operations/users.ts'
import * as venue from './operations/venue.ts'
import * as voting from './operations/voting.ts'

const specs = { ...auth, ...markets, ...users, ...voting, ...venue, ...tx }

type WithIds<T> = { readonly [Id in keyof T]: T[Id] & { readonly id: Id } }

/** Every operation of the service by its id. `api` serves exactly these, and `client` has a method for each. */
export const operations = Object.fromEntries(
  Object.entries(specs).map(([id, spec]) => [id, { id, ...spec }]),
) as WithIds<typeof specs> // the same keys

export type Operations = typeof operations
export type OperationId = keyof Operations
