/**
 * store: the house's memory of the chain, and the few things that are its own.
 *
 * Owns          the driver over PGlite-in-a-worker or PostgreSQL, migrations, statements, row mappers, cursors.
 * Does not own  decisions: it answers what it is asked. Who may write which table is said in house rules, not here.
 */
export type { Database, Reader, Row, SqlValue, Statement, TransactionOptions, Writer } from './database.ts'
export type { ObserveStore, StoreObservation } from './observation.ts'
