import { addressFromContractId, addressToBytes, groupOfAddress } from '@alephium/web3'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  artifacts,
  type ContractName,
  contractsOfVenue,
  type Deployment,
  ENTRY_DEPOSIT,
  encodeCreation,
  findRefusal,
  launchVenue,
  parseDeploymentFile,
  planDeployment,
  type StepIds,
  standardBonds,
  standardPeriods,
  standardQuorum,
  type VenueParameters,
} from '../../../src/bindings/index.ts'
import { NodeRefused } from '../../../src/chain/index.ts'
import { DeploymentRefused, type DeployOptions, deployVenue } from '../../../src/deploy/index.ts'
import { ONE } from '../../../src/domain/index.ts'
import { bytesToHex, createSeededRandom, hexToBytes, sleep, systemClock } from '../../../src/kit/index.ts'
import { decodeUnsignedTx, deployScript, outputKeyOf } from '../../../src/transaction/index.ts'
import { takeTokens } from '../../support/take-tokens.ts'
import { bankKey, type Host, openHost } from '../../support/venue/host.ts'
import { newWallet, walletOf } from '../../support/venue/wallet.ts'

/** Many transactions each: patience for a busy machine. */
let host: Host
const bank = walletOf(bankKey)
const treasury = newWallet(createSeededRandom('treasury'))
const parameters: VenueParameters = {
  group: 0,
  treasury: treasury.address,
  periods: standardPeriods,
  ...standardBonds(ONE),
  ...standardQuorum,
  tokens: null,
}
beforeAll(async () => {
  host = await openHost()
})

/** A place for the deployment file that can be told to fail. */
function createStorage(text: string | null = null) {
  const storage = {
    text,
    read: async () => storage.text,
    write: async (next: string) => {
      storage.text = next
    },
  }
  return storage
}

const optionsFor = (
  storage: DeployOptions['storage'],
  changes: Partial<DeployOptions> = {},
): DeployOptions => ({
  chain: host.chain,
  clock: systemClock,
  sleep,
  deployer: { address: bank.address, publicKey: bank.publicKey, sign: async (txId) => bank.sign(txId) },
  parameters,
  storage,
  ...changes,
})

async function submit(script: string, attoAlph: bigint, by = bank) {
  const build = await host.chain.buildScript({ publicKey: by.publicKey, bytecode: script, attoAlph })
  await host.chain.submit({ unsignedTx: build.unsignedTx, signature: by.sign(build.txId) })
  const outputs = decodeUnsignedTx(hexToBytes(build.unsignedTx)).fixedOutputs.length
  return `${outputKeyOf(build.txId, outputs).slice(0, -2)}00`
}

/** Sends nearly everything the bank has to itself, so that no coin of before is left. */
async function spendAllCoins(): Promise<void> {
  const { balance } = await host.node.addresses.getAddressesAddressBalance(bank.address)
  const build = await host.node.transactions.postTransactionsBuild({
    fromPublicKey: bank.publicKey,
    destinations: [{ address: bank.address, attoAlphAmount: String(BigInt(balance) - ONE) }],
  })
  await host.chain.submit({ unsignedTx: build.unsignedTx, signature: bank.sign(build.txId) })
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof NodeRefused)) throw error
    if (error.reason.kind !== 'script_failed') return error.reason.kind
    const { errorCode, text } = error.reason.failure
    const refusal = errorCode === null ? null : findRefusal(errorCode)
    return refusal === null ? text : `${refusal.contract}.${refusal.name}`
  }
  return 'accepted'
}

describe('deployVenue', () => {
  test('default: deploys everything once, says how far it is, and writes the file', async () => {
    const storage = createStorage()
    const progress: string[] = []
    const deployment = await deployVenue(
      optionsFor(storage, {
        report: ({ step, index, count, state }) => progress.push(`${index + 1}/${count} ${step} ${state}`),
      }),
    )
    expect(progress.filter((line) => line.endsWith('done'))).toEqual([
      '1/11 token-collateral done',
      '2/11 token-stake done',
      '3/11 template-market done',
      '4/11 template-event done',
      '5/11 template-vault done',
      '6/11 template-voting done',
      '7/11 template-oracle done',
      '8/11 template-parlays done',
      '9/11 template-desk done',
      '10/11 venue done',
      '11/11 launch done',
    ])
    const file = parseDeploymentFile(storage.text ?? '')
    if (typeof file === 'string') throw new Error(file)
    expect(file.deployment).toEqual(deployment)
    expect(deployment.contracts).toEqual(contractsOfVenue(deployment.contracts.venue.id))
    const codes: [ContractName, keyof Deployment['contracts']][] = [
      ['Venue', 'venue'],
      ['Vault', 'vault'],
      ['Voting', 'voting'],
      ['Oracle', 'oracle'],
      ['Parlays', 'parlays'],
    ]
    for (const [contract, name] of codes) {
      const state = await host.chain.findContractState(deployment.contracts[name].address)
      expect(state?.codeHash).toBe(artifacts[contract].codeHash)
    }

    progress.length = 0
    const again = await deployVenue(
      optionsFor(storage, { report: ({ step, state }) => progress.push(`${step} ${state}`) }),
    )
    expect(again).toEqual(deployment)
    expect(progress.every((line) => line.endsWith('found'))).toBe(true)
  })
  test('behavior: cut off before or after a sending, it goes on without doing a step twice', async () => {
    for (const step of [0, 4, 8, 9])
      for (const moment of ['before', 'after'] as const) {
        const storage = createStorage()
        const landed = new Set<string>()
        let sent = 0
        const chain: DeployOptions['chain'] = {
          ...host.chain,
          async submit(transaction) {
            const cut = sent++ === step
            if (cut && moment === 'before') throw new Error('cut off')
            const result = await host.chain.submit(transaction)
            landed.add(result.txId)
            if (cut) throw new Error('cut off')
            return result
          },
        }
        await expect(deployVenue(optionsFor(storage, { chain }))).rejects.toThrow('cut off')
        await deployVenue(optionsFor(storage, { chain }))
        expect(landed.size).toBe(11)
      }
  })
  test('behavior: a transaction whose coins are gone is made anew', async () => {
    const storage = createStorage()
    const chain = {
      ...host.chain,
      submit: async () => {
        throw new Error('cut off')
      },
    }
    await expect(deployVenue(optionsFor(storage, { chain }))).rejects.toThrow('cut off')
    const before = parseDeploymentFile(storage.text ?? '')
    await spendAllCoins()
    await deployVenue(optionsFor(storage))
    const after = parseDeploymentFile(storage.text ?? '')
    if (typeof before === 'string' || typeof after === 'string') throw new Error('unreadable')
    expect(after.steps['token-collateral']?.txId).not.toBe(before.steps['token-collateral']?.txId)
  })
  test('error: a file of other parameters, of another chain, or no file at all', async () => {
    const storage = createStorage()
    await deployVenue(optionsFor(storage))
    const other = { ...parameters, bond: 1n }
    await expect(deployVenue(optionsFor(storage, { parameters: other }))).rejects.toThrow(/other parameters/)
    const elsewhere = createStorage((storage.text ?? '').replace(/"networkId": 4/g, '"networkId": 1'))
    await expect(deployVenue(optionsFor(elsewhere))).rejects.toThrow(DeploymentRefused)
    for (const text of ['', '{}', '{"format":1}', '{"format":2}'])
      await expect(deployVenue(optionsFor(createStorage(text)))).rejects.toThrow(/cannot be used/)
  })
  test('error: a file whose contracts have other code, before anything is sent', async () => {
    const storage = createStorage()
    await deployVenue(optionsFor(storage))
    const { bytecode } = artifacts.Market
    const changed = `${bytecode.slice(0, -2)}${bytecode.endsWith('00') ? '01' : '00'}`
    const old = (storage.text ?? '').replace(bytecode, changed)
    expect(old).not.toBe(storage.text)
    const older = createStorage(old)
    const refusing = deployVenue(
      optionsFor(
        { ...older, path: '/somewhere/deployment.json' },
        {
          deployer: {
            ...optionsFor(older).deployer,
            sign: async () => {
              throw new Error('something was signed')
            },
          },
        },
      ),
    )
    await expect(refusing).rejects.toThrow(
      new DeploymentRefused(
        "the deployment file /somewhere/deployment.json cannot be used: its contracts are of another release, the code of template-market is not this one's: keep the folder for the release that made it, and give this one a fresh DATA_DIR or DEPLOYMENT_FILE",
      ),
    )
    expect(older.text).toBe(old)
  })
})

describe('launch', () => {
  let ids: StepIds
  beforeAll(async () => {
    const storage = createStorage()
    await deployVenue(optionsFor(storage))
    const file = parseDeploymentFile(storage.text ?? '')
    if (typeof file === 'string') throw new Error(file)
    ids = Object.fromEntries(Object.entries(file.steps).map(([name, step]) => [name, step.contractId]))
  })
  const launchWith = async (changes: Partial<VenueParameters>): Promise<string> => {
    const step = planDeployment({ ...parameters, ...changes }).at(-1)
    if (step?.name !== 'venue') throw new Error('the plan ends with the venue')
    const deployer = bytesToHex(addressToBytes(bank.address))
    const creation = { ...encodeCreation(step, ids), deployer, alph: ENTRY_DEPOSIT, tokens: [] }
    const venueId = await submit(deployScript(creation), ENTRY_DEPOSIT)
    const { script, attoAlph } = launchVenue({ venueId })
    return refusalOf(submit(script, attoAlph))
  }
  const period = (changes: Partial<VenueParameters['periods']>): Partial<VenueParameters> => ({
    periods: { ...standardPeriods, ...changes },
  })
  const token = (id: string | undefined) => ({ id: id ?? '', name: 'X', symbol: 'X', decimals: 18 }) as const
  const otherGroup = () => {
    const random = createSeededRandom('elsewhere')
    for (;;) {
      const { address } = walletOf(bytesToHex(random.bytes(32)))
      if (groupOfAddress(address) !== 0) return address
    }
  }
  test('error: once only', async () => {
    const { script, attoAlph } = launchVenue({ venueId: ids.venue ?? '' })
    expect(await refusalOf(submit(script, attoAlph))).toBe('Venue.AlreadyLaunched')
  })
  test('error: a treasury that is no wallet, or in another group', async () => {
    expect(await launchWith({ treasury: addressFromContractId(ids.venue ?? '') })).toBe(
      'Venue.TreasuryNotAWallet',
    )
    expect(await launchWith({ treasury: otherGroup() })).toBe('Venue.TreasuryInOtherGroup')
  })
  test.each([
    'votingMs',
    'disputeMs',
    'commitMs',
    'revealMs',
    'appealMs',
    'unlockMs',
    'voidAfterMs',
  ] as const)('error: PeriodZero for %s', async (name) =>
    expect(await launchWith(period({ [name]: 0 }))).toBe('Venue.PeriodZero'),
  )
  test('error: an unlock time shorter than voting, or than a whole dispute', async () => {
    const { votingMs, unlockMs, disputeMs, commitMs, revealMs, appealMs } = standardPeriods
    const whole = disputeMs + commitMs + revealMs + appealMs
    expect(whole).toBeGreaterThan(votingMs)
    expect(await launchWith(period({ votingMs: unlockMs + 1 }))).toBe('Venue.UnlockShorterThanVoting')
    expect(await launchWith(period({ votingMs: unlockMs }))).toBe('accepted')
    expect(await launchWith(period({ unlockMs: whole - 1 }))).toBe('Venue.UnlockShorterThanDispute')
    expect(await launchWith(period({ unlockMs: whole }))).toBe('accepted')
  })
  test('error: BondMaxTooSmall', async () => {
    expect(await launchWith({ bondMax: 100n * ONE - 1n })).toBe('Venue.BondMaxTooSmall')
    expect(await launchWith({ bondMax: 100n * ONE })).toBe('accepted')
  })
  test('error: units of 5 and 19 decimals, of either token; no closing window and one of 2^40 ms', async () => {
    const of = (decimals: number, name: 'token-collateral' | 'token-stake') => ({
      ...token(ids[name]),
      decimals,
    })
    const tokens = (collateral: number, stake: number) => ({
      tokens: { collateral: of(collateral, 'token-collateral'), stake: of(stake, 'token-stake') },
    })
    for (const [collateral, stake] of [
      [5, 18],
      [19, 18],
      [18, 5],
      [18, 19],
    ] as const)
      expect(await launchWith(tokens(collateral, stake))).toBe('Venue.UnitOutOfRange')
    expect(await launchWith(tokens(6, 6))).toBe('accepted')
    expect(await launchWith(period({ closingMs: 0 }))).toBe('Venue.ClosingOutOfRange')
    expect(await launchWith(period({ closingMs: 2 ** 40 }))).toBe('Venue.ClosingOutOfRange')
    expect(await launchWith(period({ closingMs: 2 ** 40 - 1 }))).toBe('accepted')
  })
  test('error: BondZero, QuorumZero, TokensEqual, NativeToken', async () => {
    expect(await launchWith({ bond: 0n })).toBe('Venue.BondZero')
    expect(await launchWith({ quorumWeight: 0 })).toBe('Venue.QuorumZero')
    expect(await launchWith({ quorumWallets: 0 })).toBe('Venue.QuorumZero')
    const tokens = { collateral: token(ids['token-stake']), stake: token(ids['token-stake']) }
    expect(await launchWith({ tokens })).toBe('Venue.TokensEqual')
    const native = { collateral: token('00'.repeat(32)), stake: token(ids['token-stake']) }
    expect(await launchWith({ tokens: native })).toBe('Venue.NativeToken')
    const nativeStake = { collateral: token(ids['token-collateral']), stake: token('00'.repeat(32)) }
    expect(await launchWith({ tokens: nativeStake })).toBe('Venue.NativeToken')
  })

  describe('the devnet’s tokens', () => {
    const take = (to: string, amount: bigint) => {
      const { script, attoAlph } = takeTokens({ tokenId: ids['token-stake'] ?? '', to, amount })
      return refusalOf(submit(script, attoAlph))
    }
    test('default: anybody takes for anybody, the standard’s questions are answered', async () => {
      const to = newWallet(createSeededRandom('taker')).address
      expect(await take(to, 5n * ONE)).toBe('accepted')
      const { tokenBalances } = await host.node.addresses.getAddressesAddressBalance(to)
      expect(tokenBalances).toEqual([{ id: ids['token-stake'], amount: String(5n * ONE) }])
      const address = addressFromContractId(ids['token-stake'] ?? '')
      const { results } = await host.node.contracts.postContractsMulticallContract({
        calls: [0, 1, 2, 3].map((methodIndex) => ({ group: 0, address, methodIndex })),
      })
      expect(
        results.map((answer) => ('returns' in answer ? answer.returns[0]?.value : answer.error)),
      ).toEqual([
        bytesToHex(new TextEncoder().encode('DSIB')),
        bytesToHex(new TextEncoder().encode('Devnet Sibyl')),
        '18',
        String(10n ** 15n * ONE),
      ])
    })
    test('error: AmountZero, AmountTooLarge, NotAWallet, WrongGroup', async () => {
      expect(await take(bank.address, 0n)).toBe('DevToken.AmountZero')
      expect(await take(bank.address, 10n ** 12n * ONE + 1n)).toBe('DevToken.AmountTooLarge')
      expect(await take(addressFromContractId(ids.venue ?? ''), 1n)).toBe('DevToken.NotAWallet')
      expect(await take(otherGroup(), 1n)).toBe('DevToken.WrongGroup')
    })
  })
})
