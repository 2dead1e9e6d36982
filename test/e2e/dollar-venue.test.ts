import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DollarStage, openDollarStage } from '../support/life/dollar-stage.ts'
import { generous } from '../support/life/generous.ts'
import { liveVenue } from '../support/life/venue-life.ts'

// A venue over a token that is not its own, with six decimals: one share is a million base units.
describe('a venue over a dollar of six decimals', () => {
  let stage: DollarStage
  beforeAll(async () => {
    stage = await openDollarStage(generous)
  })
  afterAll(() => stage?.close())

  test('error: `sibyl deploy` refuses tokens that are absent, silent, or of 5 or 19 decimals', async () => {
    const { makeToken, tokens } = stage
    const [five, nineteen, silent] = [
      await makeToken({ decimals: 5n }),
      await makeToken({ decimals: 19n }),
      await makeToken({ name: '' }),
    ]
    const absent = `${'ab'.repeat(31)}00`
    const answers = []
    for (const [collateral, stake] of [
      [five, tokens.stake],
      [tokens.collateral, nineteen],
      [silent, tokens.stake],
      [absent, tokens.stake],
    ] as const)
      answers.push(await stage.deploy(collateral, stake))
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1])
    expect(answers.map(({ stderr }) => stderr)).toEqual([
      expect.stringContaining(`--collateral: ${five} has 5 decimals; a venue counts in 6 to 18`),
      expect.stringContaining(`--stake: ${nineteen} has 19 decimals; a venue counts in 6 to 18`),
      expect.stringMatching(/--collateral: .* does not say its name/),
      expect.stringMatching(/--collateral: there is no contract/),
    ])
  })

  test('behavior: from the first key to the last withdrawal', { timeout: 600_000 }, async () => {
    const { collateral, stake } = stage.tokens
    expect(await stage.deploy(collateral, stake)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The venue stands'),
    })
    await stage.start()
    await liveVenue(stage)
  })
})
