import { Client, type ClientConfig } from 'pg'
import { systemTimers } from '../../kit/index.ts'
import type { Caches } from '../database.ts'
import type { Driver } from '../driver.ts'
import { sqlStateOf } from '../translate-error.ts'

const channel = 'sibyl_caches'
/** Advisory locks: every process holds `copies` shared while it may keep any, a change holds `change` until it is known. */
const locks = { copies: 7_246_395_128, change: 7_246_395_129 } as const
/** Before another connection is tried. */
const reopenMs = 1_000
const lockNotGiven = '55P03'
const holdSql = `
  select pg_advisory_unlock_all(), pg_advisory_lock_shared(${locks.change}),
    pg_advisory_lock_shared(${locks.copies}), pg_advisory_unlock_shared(${locks.change})`

export interface ServerCaches extends Caches {
  close(): Promise<void>
}

/**
 * Copies are kept only while a connection listens and holds a shared lock. Who changed rows notifies, then takes that lock
 * for itself: it gets it when every listener has heard, forgotten its copies and let go. The second lock keeps listeners
 * from taking theirs again before that.
 */
export function createServerCaches(config: ClientConfig, driver: Pick<Driver, 'lend'>): ServerCaches {
  let listener: Client | null = null
  let heard = 0
  let isHolding = false
  let isClosed = false

  function listen(): void {
    const client = new Client({ ...config, statement_timeout: 0, lock_timeout: 0 })
    listener = client
    let last = Promise.resolve()
    const hold = (): void => {
      isHolding = false
      heard += 1
      const since = heard
      last = last
        .then(async () => {
          await client.query(holdSql)
          if (listener === client && heard === since) isHolding = true
        })
        .catch(lose)
    }
    const lose = (): void => {
      if (listener !== client) return
      listener = null
      isHolding = false
      void client.end().catch(() => undefined)
    }
    client.on('notification', hold)
    client.on('error', lose)
    client.on('end', lose)
    client
      .connect()
      .then(() => client.query(`listen ${channel}`))
      .then(hold, lose)
  }

  let reopening = false
  return {
    version() {
      if (listener === null && !reopening && !isClosed) {
        reopening = true
        systemTimers.after(reopenMs, () => {
          reopening = false
        })
        listen()
      }
      return isHolding ? heard : null
    },
    async invalidate() {
      await driver
        .lend('service', async ({ control }) => {
          await control(`select pg_advisory_lock(${locks.change})`)
          try {
            await control(`select pg_notify('${channel}', '')`)
            await control(`select pg_advisory_xact_lock(${locks.copies})`)
          } finally {
            await control(`select pg_advisory_unlock(${locks.change})`)
          }
        })
        .catch((error: unknown) => {
          // Somebody has not heard of it in this time, and has no copy that is so old.
          if (sqlStateOf(error) !== lockNotGiven) throw error
        })
    },
    async close() {
      isClosed = true
      const client = listener
      listener = null
      isHolding = false
      await client?.end().catch(() => undefined)
    },
  }
}
