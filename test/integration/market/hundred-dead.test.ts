import { beforeAll, describe, expect, test } from 'vitest'
import { deadCases, measureDead } from '../../support/stage/dead.ts'
import type { StageWallet } from '../../support/stage/host.ts'
import { openHost } from '../../support/stage/open-host.ts'
import { openStage, type Stage } from '../../support/stage/stage.ts'

/** A hundred dead orders of a hundred owners cleared in one transaction, submitted and mined, within the gas it may cost. */
let stage: Stage
let owners: StageWallet[]

beforeAll(async () => {
  stage = await openStage(await openHost('hundred-dead'), 'hundred-dead')
  owners = await stage.wallets(100)
})

describe('a hundred dead orders', () => {
  for (const deadCase of deadCases) {
    test(`behavior: ${deadCase.label}, before a post-only order: at most 24,000 gas for each`, async () => {
      const measure = await measureDead(stage, deadCase, { owners, kind: 'post-only' })
      expect(measure).toMatchObject({ cleared: 100, rested: 1 })
      expect(measure.perDead).toBeLessThanOrEqual(24_000)
    })
    test(`behavior: ${deadCase.label}, before a quote of twenty that cancels forty: within 4,200,000 gas`, async () => {
      const measure = await measureDead(stage, deadCase, { owners, kind: 'quote' })
      expect(measure).toMatchObject({ cleared: 100, rested: 20 })
      expect(measure.perDead).toBeLessThanOrEqual(24_000)
      expect(measure.gasOfAll).toBeLessThanOrEqual(4_200_000)
    })
  }
})
