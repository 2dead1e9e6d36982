import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { emptyTables, putRows } from '../../../test/support/rows.ts'
import { putCheckpoint } from '../chain/checkpoint.ts'
import { walletTotals } from '../chain/market-tables.ts'
import { findVenueStats } from './find-venue-stats.ts'
import { listLeaders } from './list-leaders.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const nowMs = 10 * dayMs

describeOnBothDatabases('boards', (context) => {
  beforeEach(async () => {
    const { database } = context
    await emptyTables(database, { name: 'checkpoint' }, walletTotals)
    const line = { networkId: 4, genesisHash: 'g', startHeight: 0, finalHeight: 0, hash: 'h' }
    await putCheckpoint(database, { ...line, height: 7, timestampMs: nowMs, revision: 3 })
  })

  test.each([
    ['of all times', null, ['all', 0]],
    ['of a day', dayMs, ['1h', nowMs - hourMs]],
  ] as const)(
    'behavior: on a board %s equals stand in the order of their addresses',
    async (_name, windowMs, [interval, startMs]) => {
      const { database } = context
      const row = (wallet: string) => ({ interval, startMs, wallet, profit: 2n, volume: 3n })
      await putRows(database, walletTotals, [row('c'), row('a'), row('d'), row('b')])
      for (const by of ['profit', 'volume'] as const) {
        const { rows } = await listLeaders(database, { by, windowMs, limit: 3 })
        const shown = (JSON.parse(rows) as { rank: number; address: string }[]).map(({ rank, address }) => [
          rank,
          address,
        ])
        expect(shown).toEqual([
          [1, 'a'],
          [2, 'b'],
          [3, 'c'],
        ])
      }
    },
  )

  test('behavior: the venue’s day is the hours that began within it, its traders are counted once', async () => {
    const { database } = context
    const hour = (wallet: string, startMs: number, volume: bigint) => ({
      ...{ interval: '1h' as const, startMs, wallet, volume },
    })
    const whole = (wallet: string, volume: bigint) => ({
      ...{ interval: 'all' as const, startMs: 0, wallet, volume },
    })
    await putRows(database, walletTotals, [
      ...[hour('', nowMs - dayMs, 16n), hour('', nowMs - dayMs + 1, 8n), hour('', nowMs, 4n), whole('', 28n)],
      ...[hour('ann', nowMs - dayMs, 16n), hour('ann', nowMs, 4n), hour('ann', nowMs - hourMs, 0n)],
      ...[whole('ann', 20n), whole('bob', 8n)],
    ])
    const { text } = await findVenueStats(database)
    expect(JSON.parse(text!)).toMatchObject({ volume: '28', volume24h: '12', traders: 2 })
  })
})
