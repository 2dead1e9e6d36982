import { describe, expect, test } from 'vitest'
import { cancelReasons } from '../../src/domain/index.ts'
import { createDevnetHost } from '../support/stage/devnet-host.ts'
import type { StageHost } from '../support/stage/host.ts'
import { createVmHost } from '../support/stage/vm-host.ts'
import { playSequences } from './market-sequence.ts'

/** As many as everyday tests can afford; `npm run sim` plays ten thousand. */
const SEQUENCES = 300
/** Each of them again as signed transactions through a node's every check, mined block by block. */
const MINED = 12
const OF_SIX_DECIMALS = 40

const kinds = [
  ...cancelReasons.map((reason) => `OrderCancelled ${reason}`),
  'OrderExpires',
  'PairsSplit',
  'PairsMerged',
  'void at another price',
  'SubmitterPaid',
  'OrderReleased',
  'NativeBought',
  'NativeSold',
  'LiquidityAdded',
  'LiquidityRemoved',
]
const isOften = ({ times }: { readonly times: number }): boolean => times > 5

const play = (host: StageHost, count: number) =>
  playSequences(host, { seed: 'everyday', from: 0, to: count, steps: 24 })

describe('random lives of markets', () => {
  test(`behavior: ${SEQUENCES} sequences agree with the model in every event, refusal, balance and book`, async () => {
    const report = await play(createVmHost({ seed: 'sequences', startMs: 1_800_000_000_000 }), SEQUENCES)
    expect(report.sequences).toBe(SEQUENCES)
    expect(report.fills).toBeGreaterThan(SEQUENCES)
    // Nothing that the lives are for is missing from them.
    for (const kind of kinds) expect({ kind, times: report.said[kind] ?? 0 }).toSatisfy(isOften)
  }, 300_000)

  test(`behavior: ${OF_SIX_DECIMALS} over a collateral of six decimals agree as well`, async () => {
    const host = createVmHost({ seed: 'six', startMs: 1_800_000_000_000 })
    const terms = { seed: 'six', from: 0, to: OF_SIX_DECIMALS, steps: 24, unit: 10n ** 6n }
    expect((await playSequences(host, terms)).fills).toBeGreaterThan(OF_SIX_DECIMALS)
  }, 300_000)

  test(`behavior: ${MINED} of them agree when they are mined`, async () => {
    const report = await play(await createDevnetHost('sequences'), MINED)
    expect(report.sequences).toBe(MINED)
  }, 300_000)
})
