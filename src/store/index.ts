/**
 * store: the house's memory of the chain, and the few things that are its own.
 *
 * Owns          the driver over PGlite-in-a-worker or PostgreSQL, migrations, statements, row mappers, cursors.
 * Does not own  decisions: it answers what it is asked. Which room writes which table is said in house rules.
 */
export type { Database, Reader, Row, SqlValue, Statement, TransactionOptions, Writer } from './database.ts'
export type { EmbeddedLimits } from './embedded-driver.ts'
export { schemaVersion } from './migrations.ts'
export type { ObserveStore, StoreObservation } from './observation.ts'
export { type DatabaseOptions, openDatabase } from './open-database.ts'
export type { ServerLimits } from './server-driver.ts'
