import { systemTimers, type Timers } from '../../../src/kit/index.ts'
import { listenFeed, openDatabase } from '../../../src/store/index.ts'
import { createTestApi } from '../api.ts'

/**
 * A replica: serves the database of argv[2] (JSON of a server's options), prints its port, and says goodbye when told to
 * end. It beats five times a second, so that a short run has many heartbeats.
 */
const options = JSON.parse(process.argv[2] ?? '{}') as { kind: 'server'; url: string }
const [heartbeatMs, quickMs] = [15_000, 200]
const timers: Timers = {
  ...systemTimers,
  every: (ms, work) => systemTimers.every(ms === heartbeatMs ? quickMs : ms, work),
}
const database = await openDatabase(options)
const served = await createTestApi({ database, parts: { timers } })
const listening = listenFeed(options.url, () => served.api.wakeStreams())
const { port } = await served.api.start()
process.stdout.write(`${port}\n`)
process.once('SIGTERM', async () => {
  await listening.close()
  await served.close()
  await database.close()
  process.exit(0)
})
