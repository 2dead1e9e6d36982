import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import type { Timers } from '../../kit/index.ts'
import { openPgliteThread, type PgliteThread } from './pglite-thread.ts'

/** Timers that fire when the test says so. */
function handTimers() {
  const waiting: { readonly ms: number; readonly work: () => void }[] = []
  const timers: Timers = {
    after(ms, work) {
      const timer = { ms, work }
      waiting.push(timer)
      return () => {
        if (waiting.includes(timer)) waiting.splice(waiting.indexOf(timer), 1)
      }
    },
    every: () => () => undefined,
  }
  return {
    timers,
    waiting: () => waiting.map(({ ms }) => ms),
    fire: () => waiting.shift()?.work(),
  }
}

describe('the watch over a statement', () => {
  const hand = handTimers()
  let own: TestDatabase
  let thread: PgliteThread
  let stuck: string[]
  beforeEach(async () => {
    stuck = []
    own = await createTestDatabase('embedded')
    if (own.options.kind !== 'embedded') throw new Error('not embedded')
    const events = { onStuck: (label: string) => stuck.push(label), onLost: () => undefined }
    thread = await openPgliteThread(join(own.options.folder, 'data'), 120_000, events, hand.timers)
  })
  afterEach(async () => {
    await thread.terminate()
    await own.drop()
  })
  const ask = (label: string) =>
    thread.ask({ kind: 'run', name: '', sql: 'select 1 as one', values: [] }, label, 5_000)

  test('behavior: an answer that came while the event loop was blocked is an answer', async () => {
    const asked = ask('blocked')
    // The loop comes round after a long while: timers are looked at before what has arrived.
    hand.fire()
    expect((await asked).rows).toHaveLength(1)
    expect([stuck, hand.waiting()]).toEqual([[], []])
  })
  test('error: one that has not come by then either is given up, with all behind it', async () => {
    const asked = [ask('first'), ask('second')].map((each) => each.catch((error: Error) => error.message))
    hand.fire()
    hand.fire()
    expect(await Promise.all(asked)).toEqual([
      'the embedded database did not finish first within 5000 ms',
      'the embedded database is being reopened',
    ])
    expect(stuck).toEqual(['first'])
  })
})
