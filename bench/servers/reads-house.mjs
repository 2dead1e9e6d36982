import { openDatabase } from '../../dist/store/index.js'
import { startApi } from './compose.mjs'

/** The API as it is shipped over the PostgreSQL database that bench/reads.ts filled. */
process.once('SIGTERM', () => process.exit(0))
await startApi(
  await openDatabase({ kind: 'server', url: process.env.BENCH_DATABASE_URL }),
  process.env.BENCH_SECRET,
)
