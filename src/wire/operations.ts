import * as auth from './operations/auth.ts'
import * as markets from './operations/markets.ts'
import * as tx from './operations/tx.ts'
import * as users from './operations/users.ts'
import * as venue from './operations/venue.ts'
import * as voting from './operations/voting.ts'

/** Every operation of the service by its id. `api` serves exactly these, and `client` has a method for each. */
export const operations = { ...auth, ...markets, ...users, ...voting, ...venue, ...tx }

export type Operations = typeof operations
export type OperationId = keyof Operations
