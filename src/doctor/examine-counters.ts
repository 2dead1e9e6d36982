import { connectWindowServer } from '../auth/index.ts'
import type { Config } from '../config/index.ts'
import { type Finding, failed, ok, skipped } from './finding.ts'

/** Who asks a doctor has time. */
const CONNECT_MS = 5_000

/** Whether the store where replicas count rate limits together answers and lets us in. */
export async function examineCounters({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<Finding> {
  if (redisUrl === null) return skipped('redis', 'REDIS_URL is not set: every process counts by itself')
  try {
    const server = await connectWindowServer({
      url: redisUrl,
      connectMs: CONNECT_MS,
      onLost: () => undefined,
    })
    server.destroy()
    return ok('redis', 'the server answers')
  } catch (error) {
    // Its address may hold a password: only the reason is told.
    const reason =
      error instanceof Error && 'code' in error ? String(error.code) : 'no login, or no answer in time'
    return failed(
      'redis',
      `the server cannot be used (${reason})`,
      'start Redis 6 or Valkey 7 or later, and check user, password, host and port in REDIS_URL; meanwhile every process counts by itself',
    )
  }
}
