import { Bug, Fault, Refusal } from '../kit/index.ts'

/** The five-character SQLSTATE of an error either driver throws, or null when the trouble is not the server's answer. */
export function sqlStateOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  const code = error.code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E') ? code : null
}

/** Two transactions got in each other's way; nothing happened, and the same work may be tried again. */
export function isConflict(error: unknown): boolean {
  const state = sqlStateOf(error)
  return state === '40001' || state === '40P01'
}

/**
 * Whether the session is over: there was no answer, so nobody knows its state, or the answer was that the server ends it
 * (class 08, 57P0x, and the two that end a session which idled in a transaction).
 */
export function endsSession(error: unknown): boolean {
  const state = sqlStateOf(error)
  return (
    state === null ||
    // Of connections; a wrong number of values is told in the same class, by a server that is well.
    (state.startsWith('08') && state !== '08P01') ||
    // A prepared statement that is gone, or whose columns have changed: another session prepares it anew.
    state === '26000' ||
    state === '0A000' ||
    state.startsWith('57P') ||
    state === '25P03' ||
    state === '25P04'
  )
}

/**
 * SQLSTATE classes and codes that say the database is in trouble rather than the statement wrong: connection (08),
 * authorisation (28), conflicts (40), resources (53), operator (57), system (58), corruption (XX001, XX002), and single
 * codes for a missing database, a read-only server, an idle transaction ended and a lock not granted in time.
 */
const troubledClasses = new Set(['08', '28', '40', '53', '57', '58'])
const troubledCodes = new Set(['3D000', '25006', '25P03', '25P04', '55P03', 'XX001', 'XX002'])

/** No driver throws these: they come from the code that a transaction runs. */
const isMistake = (error: unknown): boolean =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof ReferenceError ||
  error instanceof SyntaxError

/** A Fault for trouble with the database, a Bug for a statement it refused; our own kinds pass unchanged. */
export function translateError(error: unknown, label: string): Error {
  if (error instanceof Fault || error instanceof Bug || error instanceof Refusal) return error
  if (isMistake(error)) return new Bug(`a mistake in ${label}`, { cause: error })
  const state = sqlStateOf(error)
  if (state === null) {
    return new Fault('database', `the database did not answer ${label}`, { cause: error })
  }
  if (troubledClasses.has(state.slice(0, 2)) || troubledCodes.has(state)) {
    return new Fault('database', `the database failed in ${label} (${state})`, { cause: error })
  }
  return new Bug(`the database refused ${label} (${state})`, { cause: error })
}
