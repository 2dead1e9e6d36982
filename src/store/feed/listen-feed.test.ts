import { once } from 'node:events'
import { test } from 'vitest'
import { createTestDatabase, describeOnServer } from '../../../test/support/database.ts'
import { appendFeed } from './append-feed.ts'
import { listenFeed } from './listen-feed.ts'

describeOnServer('who listens to the feed', () => {
  test('default: is called once it listens, and then for every block that is told', async () => {
    const own = await createTestDatabase('server')
    if (own.options.kind !== 'server') throw new Error('a server was asked for')
    const db = await own.open()
    const heard = new EventTarget()
    const next = () => once(heard, 'grown')
    let hears = next()
    const listening = listenFeed(own.options.url, () => void heard.dispatchEvent(new Event('grown')))
    try {
      await hears
      for (const height of [1, 2]) {
        hears = next()
        const messages = [{ channel: 'blocks', type: 'block', data: '{}' }]
        await appendFeed(db, [{ height, hash: `hash ${height}`, timestampMs: 0, version: height, messages }])
        await hears
      }
    } finally {
      await listening.close()
      await db.close()
      await own.drop()
    }
  })
})
