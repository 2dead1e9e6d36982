import { expect, test } from 'vitest'
import { FILLS_MAX, ONE } from '../../src/domain/index.ts'
import { openStage } from '../support/stage/stage.ts'
import { createVmHost } from '../support/stage/vm-host.ts'
import { playWalls } from './wall-sequence.ts'

/** As many as everyday tests can afford. */
const LIVES = 2

test(`behavior: ${LIVES} books full of dead orders agree with the model link by link, and their price with every order’s life`, async () => {
  const stage = await openStage(createVmHost({ seed: 'walls', startMs: 1_800_000_000_000 }), 'walls')
  const traders = await stage.wallets(4, { alph: 100_000n * ONE, collateral: 10n ** 9n * stage.unit })
  let [cleared, clearedMost, believed] = [0, 0, 0]
  for (let i = 0; i < LIVES; i += 1) {
    const report = await playWalls(stage, traders, { seed: `walls ${i}`, steps: 24 })
    cleared += report.cleared
    believed += report.believed
    clearedMost = Math.max(clearedMost, report.clearedMost)
  }
  // Nothing that the lives are for is missing from them.
  expect(clearedMost).toBe(FILLS_MAX)
  expect(cleared).toBeGreaterThan(3 * FILLS_MAX)
  expect(believed).toBeGreaterThan(0)
}, 300_000)
