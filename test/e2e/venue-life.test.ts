import { afterAll, beforeAll, describe, test } from 'vitest'
import { openEmbeddedStage } from '../support/life/embedded-stage.ts'
import { generous } from '../support/life/generous.ts'
import type { LifeStage } from '../support/life/life-stage.ts'
import { liveVenue } from '../support/life/venue-life.ts'

// The same story runs against a full node by hand: docs/real-node.md.
describe('a venue’s life', () => {
  let stage: LifeStage
  beforeAll(async () => {
    stage = await openEmbeddedStage(generous)
  })
  afterAll(() => stage?.close())

  test('behavior: from the first key to the last withdrawal', { timeout: 600_000 }, () => liveVenue(stage))
})
