import { describe, expect, test } from 'vitest'
import { openStage } from '../support/stage/stage.ts'
import { createVmHost } from '../support/stage/vm-host.ts'
import { playSequence } from './market-sequence.ts'

/** As many as everyday tests can afford; `npm run sim` plays ten thousand. */
const SEQUENCES = 300

describe('random lives of markets', () => {
  test(`behavior: ${SEQUENCES} sequences agree with the model in every event, refusal, balance and book`, async () => {
    let fills = 0
    const stage = await openStage(
      createVmHost({ seed: 'sequences', startMs: 1_800_000_000_000 }),
      'sequences',
    )
    const traders = await stage.wallets(4, { alph: 10n ** 24n, collateral: 10n ** 30n })
    for (let i = 0; i < SEQUENCES; i += 1) {
      const seed = `sequence ${i}`
      const report = await playSequence(stage, traders, { seed, steps: 24, lastsMs: 3_600_000 }).catch(
        (cause: unknown) => {
          throw new Error(`seed "${seed}"`, { cause })
        },
      )
      fills += report.fills
    }
    expect(fills).toBeGreaterThan(SEQUENCES)
  }, 300_000)
})
