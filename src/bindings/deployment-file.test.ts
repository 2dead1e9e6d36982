import { describe, expect, test } from 'vitest'
import { devnetPeriods, standardBonds, standardQuorum } from './deployment.ts'
import { type DeploymentFile, formatDeploymentFile, parseDeploymentFile } from './deployment-file.ts'

const token = (decimals: number, id: string) => ({
  id: id.repeat(32),
  name: 'Dollar',
  symbol: 'USD',
  decimals,
})
const fileOf = (decimals: number): DeploymentFile => ({
  networkId: 4,
  genesisHash: '11'.repeat(32),
  parameters: {
    group: 0,
    treasury: '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH',
    periods: devnetPeriods,
    ...standardBonds(10n ** 6n),
    ...standardQuorum,
    tokens: { collateral: token(decimals, 'aa'), stake: token(18, 'bb') },
  },
  steps: {},
  deployment: null,
})

describe('parseDeploymentFile', () => {
  test.each([6, 18])('default: what was written, with tokens of %d decimals', (decimals) =>
    expect(parseDeploymentFile(formatDeploymentFile(fileOf(decimals)))).toEqual(fileOf(decimals)),
  )

  test.each([5, 19])('error: a token of %d decimals', (decimals) =>
    expect(parseDeploymentFile(formatDeploymentFile(fileOf(decimals)))).toBe(
      'collateral.decimals is not 6 to 18',
    ),
  )

  test('error: a venue of the first protocol is refused with what to do', () => {
    const text = formatDeploymentFile(fileOf(18)).replace('"format": 2', '"format": 1')
    expect(parseDeploymentFile(text)).toMatch(/of the first protocol.*fresh DATA_DIR/)
  })

  test('error: a format that nobody wrote', () =>
    expect(parseDeploymentFile('{"format":3}')).toBe('its format is 3, this release reads 2'))
})
