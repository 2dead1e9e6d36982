import { openDatabase } from '../../dist/store/index.js'
import { startApi } from './compose.mjs'

/** The API as it is shipped, its overload guard at its usual bounds, over the database that bench/overload.ts filled. */
process.once('SIGTERM', () => process.exit(0))
await startApi(await openDatabase({ kind: 'server', url: process.env.BENCH_DATABASE_URL }), undefined, {
  limits: {},
})
