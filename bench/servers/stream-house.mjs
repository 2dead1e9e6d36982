import { listenFeed, openDatabase } from '../../dist/store/index.js'
import { startApi } from './compose.mjs'

/**
 * The API as it is shipped over the PostgreSQL database that bench/stream.ts indexes into. It stands behind one proxy, so
 * that thousands of readers can come from hundreds of addresses. Asked for its memory it tells bytes of the heap and of the
 * process, after collecting what nobody holds.
 */
const url = process.env.BENCH_DATABASE_URL
process.once('SIGTERM', () => process.exit(0))
process.on('message', () => {
  gc()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.send({ heap: heapUsed + external, rss })
})
const api = await startApi(await openDatabase({ kind: 'server', url }), undefined, { trustProxy: 1 })
listenFeed(url, () => api.wakeStreams())
