import { addressFromContractId } from '@alephium/web3'
import { describe, expect, test } from 'vitest'
import { devnetPeriods, standardPeriods } from '../bindings/index.ts'
import { testWallets } from '../devnet/index.ts'
import { isOnNetwork, parametersFor, tokensFor } from './network-parameters.ts'

const wallets = testWallets()
const home = wallets.find(({ group }) => group === 0)!
const elsewhere = wallets.find(({ group }) => group === 1)!
const deployer = { address: home.address, group: 0 }
const nothing = { treasury: null, collateral: null, stake: null }
const collateral = `${'Ab'.repeat(32)}:USD`
const stake = `${'cd'.repeat(32)}:SIB`

const tokens = {
  collateral: { id: 'ab'.repeat(32), name: 'Dollar', symbol: 'USD', decimals: 6 },
  stake: { id: 'cd'.repeat(32), name: 'Sibyl', symbol: 'SIB', decimals: 18 },
}

describe('parametersFor', () => {
  test('default: a devnet needs nothing, the deployer is its treasury', () => {
    expect(parametersFor({ network: 'devnet', ...nothing }, deployer, null)).toMatchObject({
      group: 0,
      treasury: home.address,
      periods: devnetPeriods,
      bond: 100n * 10n ** 18n,
      tokens: null,
    })
  })
  test('default: mainnet with everything named; bonds are told in the collateral’s units', () => {
    const terms = { network: 'mainnet', treasury: home.address, collateral, stake } as const
    expect(parametersFor(terms, deployer, tokens)).toMatchObject({
      periods: standardPeriods,
      bond: 100_000_000n,
      bondMax: 10_000_000_000n,
      quorumWeight: 60,
      quorumWallets: 3,
      tokens,
    })
  })
  test('behavior: a groupless treasury counts in the group it names', () => {
    const treasury = '3cUsZtTvUHAafPjcdV2pmGpQ55AMDxJ3g6BSBKDmVXzrgXXwYCzWN'
    const terms = { network: 'testnet', collateral: null, stake: null } as const
    expect(parametersFor({ ...terms, treasury: `${treasury}:0` }, deployer, null)).toMatchObject({
      tokens: null,
    })
    expect(parametersFor({ ...terms, treasury: `${treasury}:1` }, deployer, null)).toMatch(
      /no wallet address/,
    )
  })
  test.each([
    ['no treasury', { network: 'testnet', ...nothing }, /--treasury is missing/],
    [
      'a treasury in another group',
      { network: 'testnet', ...nothing, treasury: elsewhere.address },
      /no wallet address of group 0/,
    ],
    [
      'a contract as treasury',
      { network: 'testnet', ...nothing, treasury: addressFromContractId('00'.repeat(32)) },
      /no wallet/,
    ],
    ['nonsense as treasury', { network: 'testnet', ...nothing, treasury: 'me' }, /no wallet/],
  ] as const)('error: %s', (_, terms, sentence) =>
    expect(parametersFor(terms, deployer, null)).toMatch(sentence),
  )
})

describe('tokensFor', () => {
  const read = async (id: string) =>
    Object.values(tokens).find((token) => token.id === id) ?? `there is no contract ${id}`
  test('default: as the chain has them, named by id, or by id and symbol', async () => {
    const terms = { network: 'mainnet', treasury: null, collateral: 'Ab'.repeat(32), stake } as const
    expect(await tokensFor(terms, read)).toEqual(tokens)
    expect(await tokensFor({ network: 'devnet', ...nothing }, read)).toBeNull()
  })
  test.each([
    ['mainnet without tokens', { network: 'mainnet', ...nothing }, /mainnet needs --collateral/],
    ['one token', { network: 'devnet', ...nothing, collateral }, /go together/],
    ['a short id', { network: 'devnet', treasury: null, collateral: 'ab:USD', stake }, /--collateral ab:USD/],
    [
      'another symbol than the token’s own',
      { network: 'devnet', treasury: null, collateral: `${'ab'.repeat(32)}:EUR`, stake },
      /calls itself USD, not EUR/,
    ],
    [
      'a token that is not there',
      { network: 'devnet', treasury: null, collateral: 'ff'.repeat(32), stake },
      /--collateral: there is no contract/,
    ],
    ['the same twice', { network: 'devnet', treasury: null, collateral, stake: collateral }, /same token/],
  ] as const)('error: %s', async (_, terms, sentence) =>
    expect(await tokensFor(terms, read)).toMatch(sentence),
  )
})

test('isOnNetwork: 0 is mainnet, 1 the test network, the rest devnets', () => {
  expect([0, 1, 4].map((id) => isOnNetwork('mainnet', id))).toEqual([true, false, false])
  expect([0, 1, 4].map((id) => isOnNetwork('testnet', id))).toEqual([false, true, false])
  expect([0, 1, 4].map((id) => isOnNetwork('devnet', id))).toEqual([false, false, true])
})
