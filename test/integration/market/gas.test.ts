import { expect, test } from 'vitest'
import { measureMarkets } from '../../support/stage/measure.ts'
import { openHost } from '../../support/stage/open-host.ts'
import { releaseOneGas } from '../../support/stage/release-one-gas.ts'
import { openStage } from '../../support/stage/stage.ts'

/** docs/gas.md lists what every call costs. */
test('behavior: placing costs at most 8 % more than in release 1, a quote of ten at most 0.8 of ten orders', async () => {
  const rows = await measureMarkets(await openStage(await openHost('gas'), 'gas'))
  const gas = Object.fromEntries(rows.map((row) => [row.call, row.gas]))
  const placing = Object.entries(releaseOneGas).filter(([call]) => call.startsWith('place:'))
  expect(placing).toHaveLength(12)
  expect(placing.filter(([call, before]) => !(gas[call]! <= 1.08 * before))).toEqual([])
  const one = 'place: rests; known trader, new level'
  expect(gas[`${one}, within the closing window`]).toBeLessThanOrEqual(1.08 * releaseOneGas[one]!)
  expect(gas['quote: ten orders, no cancels']).toBeLessThanOrEqual(0.8 * 10 * gas[one]!)
})
