import { Client } from 'pg'
import { systemTimers } from '../../kit/index.ts'
import { feedNotification } from './append-feed.ts'

/** Before another connection is tried. */
const reopenMs = 1_000

/**
 * Calls back whenever a server's feed has grown, in whichever process that happened. While there is no connection nothing
 * is heard: whoever listens also looks by itself now and then.
 */
export function listenFeed(url: string, onGrown: () => void): { close(): Promise<void> } {
  let client: Client | null = null
  let isClosed = false

  function open(): void {
    if (isClosed) return
    const own = new Client({ connectionString: url, application_name: 'sibyl feed', keepAlive: true })
    client = own
    let isLost = false
    const lose = (): void => {
      if (isLost) return
      isLost = true
      void own.end().catch(() => undefined)
      if (!isClosed) systemTimers.after(reopenMs, open)
    }
    own.on('notification', onGrown)
    own.on('error', lose)
    own.on('end', lose)
    own
      .connect()
      .then(() => own.query(`listen ${feedNotification}`))
      .then(onGrown, lose)
  }
  open()

  return {
    async close() {
      isClosed = true
      await client?.end().catch(() => undefined)
    },
  }
}
