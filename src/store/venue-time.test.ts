import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../test/support/database.ts'
import { createManualClock } from '../kit/index.ts'
import { putCheckpoint } from './chain/checkpoint.ts'
import { createVenueTime } from './venue-time.ts'

describeOnBothDatabases('createVenueTime', (context) => {
  const clock = createManualClock(5_000)
  const indexedAt = (timestampMs: number): Promise<void> =>
    putCheckpoint(context.database, {
      networkId: 4,
      genesisHash: 'aa',
      startHeight: 0,
      height: 1,
      hash: 'bb',
      timestampMs,
      finalHeight: 0,
      revision: 1,
    })

  test('default: before the first block it is the clock’s', async () => {
    expect(await createVenueTime(context.database, clock)()).toEqual({ tipMs: 0, nowMs: 5_000 })
  })
  test('behavior: the later of the newest block’s time and the clock’s', async () => {
    const venueTime = createVenueTime(context.database, clock)
    for (const [tipMs, nowMs] of [
      [4_999, 5_000],
      [5_000, 5_000],
      [5_001, 5_001],
    ] as const) {
      await indexedAt(tipMs)
      expect(await venueTime()).toEqual({ tipMs, nowMs })
    }
  })
})
