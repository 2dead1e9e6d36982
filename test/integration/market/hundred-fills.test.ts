import { beforeAll, describe, expect, test } from 'vitest'
import { fillCases, measureFills } from '../../support/stage/fills.ts'
import type { StageWallet } from '../../support/stage/host.ts'
import { openHost } from '../../support/stage/open-host.ts'
import { openStage, type Stage } from '../../support/stage/stage.ts'

/** A hundred fills against a hundred makers in one transaction, submitted and mined, within the gas it may cost. */
let stage: Stage
let makers: StageWallet[]
let taker: StageWallet

beforeAll(async () => {
  stage = await openStage(await openHost('hundred-fills'), 'hundred-fills')
  makers = await stage.wallets(101)
  ;[taker] = (await stage.wallets(1)) as [StageWallet]
})

describe('a hundred fills', () => {
  for (const fillCase of fillCases) {
    test(`behavior: ${fillCase.label}, at one price: at most 20,000 gas for each further fill`, async () => {
      const measure = await measureFills(stage, fillCase, { makers, taker, across: false })
      expect(measure.fills).toBe(100)
      expect(measure.perFurtherFill).toBeLessThanOrEqual(20_000)
    })
    test(`behavior: ${fillCase.label}, across 100 prices: at most 22,000`, async () => {
      const measure = await measureFills(stage, fillCase, { makers, taker, across: true })
      expect(measure.fills).toBe(100)
      expect(measure.perFurtherFill).toBeLessThanOrEqual(22_000)
    })
  }
})
