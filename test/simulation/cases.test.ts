import { expect, test } from 'vitest'
import { createVmHost } from '../support/stage/vm-host.ts'
import { playCases } from './case-sequence.ts'

/** `npm run sim -- cases` plays ten thousand. */
const LIVES = 150

test('behavior: vault and oracle do what their model does, whatever comes', async () => {
  const report = await playCases((seed) => createVmHost({ seed, startMs: 1_800_000_000_000 }), {
    seed: 'cases',
    from: 0,
    to: LIVES,
  })
  expect(report.lives).toBe(LIVES)
  for (const verdict of ['yes', 'no', 'too-early', 'void'])
    expect(report.verdicts[verdict], verdict).toBeGreaterThan(5)
  expect(report.appeals).toBeGreaterThan(50)
})
