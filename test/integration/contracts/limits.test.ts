import { addressFromContractId, type node } from '@alephium/web3'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  artifacts,
  type ContractName,
  callScript,
  ENTRY_DEPOSIT,
  findRefusal,
  stakeEntryId,
} from '../../../src/bindings/index.ts'
import { ONE } from '../../../src/domain/index.ts'
import { periodEntryId } from '../../support/venue/entry-ids.ts'
import { openHost } from '../../support/venue/host.ts'
import { endsSoon } from '../../support/venue/period.ts'
import { openVenue, type Venue } from '../../support/venue/venue.ts'
import type { Wallet } from '../../support/venue/wallet.ts'

/**
 * Limits nobody reaches in a test's lifetime: real entries of the chain with one number changed, and the node's route
 * that runs a method on a state of our making.
 */
const FOREVER = 1n << 60n

let venue: Venue
let wallet: Wallet
beforeAll(async () => {
  venue = await openVenue(await openHost(), 'limits')
  wallet = await venue.staker(60_000n)
  await venue.send(wallet, venue.calls.proposeSingle({ endsAtMs: endsSoon(venue) }))
})

const stateAt = (address: string): Promise<node.ContractState> =>
  venue.host.node.contracts.getContractsAddressState(address)
const entryAt = (contractId: string) => stateAt(addressFromContractId(contractId))

/** A state with some of its mutable numbers changed, by their place. */
function changed(state: node.ContractState, numbers: Readonly<Record<number, bigint>>): node.ContractState {
  const mutFields = state.mutFields.map((field, i) =>
    numbers[i] === undefined ? field : { type: 'U256', value: String(numbers[i]) },
  )
  return { ...state, mutFields: mutFields as node.Val[] }
}

interface Run {
  readonly contract: ContractName
  readonly method: string
  readonly state: node.ContractState
  readonly args: readonly node.Val[]
  readonly existing: readonly node.ContractState[]
  readonly callerContractAddress?: string
  /** Stake tokens the wallet brings along. */
  readonly stake?: bigint
}

/** The name of the refusal, or `accepted`. */
async function run({
  contract,
  method,
  state,
  args,
  existing,
  callerContractAddress,
  stake,
}: Run): Promise<string> {
  const functions: readonly { readonly name: string; readonly index: number }[] =
    artifacts[contract].functions
  try {
    await venue.host.node.contracts.postContractsTestContract({
      group: 0,
      blockTimeStamp: venue.host.nowMs(),
      address: state.address,
      bytecode: state.bytecode,
      initialImmFields: state.immFields,
      initialMutFields: state.mutFields,
      initialAsset: state.asset,
      methodIndex: functions.find((item) => item.name === method)?.index ?? -1,
      args: [...args],
      existingContracts: [...existing],
      inputAssets: [
        {
          address: wallet.address,
          asset: {
            attoAlphAmount: String(10n * ONE),
            ...(stake !== undefined && {
              tokens: [{ id: venue.deployment.tokens.stake.id, amount: String(stake) }],
            }),
          },
        },
      ],
      ...(callerContractAddress !== undefined && { callerContractAddress }),
    })
    return 'accepted'
  } catch (error) {
    const code = /Error Code: (\d+)/.exec(String(error))?.[1]
    const refusal = code === undefined ? null : findRefusal(Number(code))
    return refusal === null ? String(error) : `${refusal.contract}.${refusal.name}`
  }
}

const placeOf = (contract: 'Stake' | 'Voting', name: string): number => {
  const names =
    contract === 'Stake'
      ? ['staked', 'unlocking', 'unlockAt', 'openProposals', 'openCommits', 'atRisk']
      : artifacts.Voting.fields.filter((field) => field.isMutable).map((field) => field.name as string)
  return names.indexOf(name)
}

describe('the vault', () => {
  const openCommit = async (numbers: Readonly<Record<number, bigint>>) => {
    const { vault, oracle } = venue.deployment.contracts
    const entry = await entryAt(stakeEntryId(vault.id, wallet.address))
    return run({
      contract: 'Vault',
      method: 'openCommit',
      state: await stateAt(vault.address),
      args: [{ type: 'Address', value: wallet.address }],
      existing: [changed(entry, numbers), await stateAt(oracle.address)],
      callerContractAddress: oracle.address,
    })
  }
  test('error: the 101st open commit of a wallet', async () => {
    expect(await openCommit({ [placeOf('Stake', 'openCommits')]: 99n })).toBe('accepted')
    expect(await openCommit({ [placeOf('Stake', 'openCommits')]: 100n })).toBe('Vault.TooManyCommits')
  })
  test('error: a commit whose slash the stake could not pay any more', async () => {
    const atRisk = placeOf('Stake', 'atRisk')
    expect(await openCommit({ [atRisk]: 59_400n * ONE })).toBe('accepted')
    expect(await openCommit({ [atRisk]: 59_400n * ONE + 1n })).toBe('Vault.StakeAtRisk')
  })
  test('error: a deposit that lifts a stake beyond 2^128', async () => {
    const { vault } = venue.deployment.contracts
    const entry = await entryAt(stakeEntryId(vault.id, wallet.address))
    const deposit = async (staked: bigint) =>
      run({
        contract: 'Vault',
        method: 'deposit',
        state: await stateAt(vault.address),
        args: [
          { type: 'U256', value: String(ONE) },
          { type: 'U256', value: String(FOREVER) },
        ],
        existing: [changed(entry, { [placeOf('Stake', 'staked')]: staked })],
        stake: ONE,
      })
    expect(await deposit((1n << 128n) - ONE)).toBe('accepted')
    expect(await deposit((1n << 128n) - ONE + 1n)).toBe('Vault.StakeTooLarge')
  })
  test('error: a stake beyond 2^128, and one at 2^256-1', async () => {
    const deposit = (amount: bigint) =>
      callScript({
        contract: 'Vault',
        contractId: venue.deployment.contracts.vault.id,
        method: 'deposit',
        args: { amount, deadline: FOREVER },
        attoAlph: ENTRY_DEPOSIT,
      })
    expect(await venue.refusal(wallet, deposit((1n << 128n) + 1n))).toBe('Vault.StakeTooLarge')
    expect(await venue.refusal(wallet, deposit((1n << 256n) - 1n))).toBe('Vault.StakeTooLarge')
  })
})

describe('voting', () => {
  test('error: the proposal after number 2^32-1', async () => {
    const { vault, voting } = venue.deployment.contracts
    const bytes = (value: string): node.Val => ({ type: 'ByteVec', value })
    const propose = async (count: bigint) =>
      run({
        contract: 'Voting',
        method: 'proposeSingle',
        state: changed(await stateAt(voting.address), { [placeOf('Voting', 'proposalCount')]: count }),
        args: [
          bytes('71'),
          bytes('63'),
          { type: 'U256', value: String(endsSoon(venue)) },
          ...['', '', '', '', ''].map(bytes),
          { type: 'U256', value: String(FOREVER) },
        ],
        existing: [
          await stateAt(vault.address),
          await entryAt(stakeEntryId(vault.id, wallet.address)),
          await entryAt(periodEntryId(voting.id, 1)),
        ],
      })
    expect(await propose((1n << 32n) - 2n)).toBe('accepted')
    expect(await propose((1n << 32n) - 1n)).toBe('Voting.TooManyProposals')
  })
  test('error: numbers at 2^256-1 are no proposal, no period, no market', async () => {
    const max = (1n << 256n) - 1n
    const voting = { contract: 'Voting', contractId: venue.deployment.contracts.voting.id } as const
    const oracle = { contract: 'Oracle', contractId: venue.deployment.contracts.oracle.id } as const
    const refused = [
      [
        callScript({ ...voting, method: 'vote', args: { proposalId: max, subject: '', deadline: FOREVER } }),
        'Voting.NoSuchProposal',
      ],
      [callScript({ ...voting, method: 'deploy', args: { proposalId: max } }), 'Voting.NoSuchProposal'],
      [callScript({ ...voting, method: 'refund', args: { proposalId: max } }), 'Voting.NoSuchProposal'],
      [callScript({ ...voting, method: 'freeze', args: { periodId: max } }), 'Voting.NoSuchPeriod'],
      [callScript({ ...oracle, method: 'finalize', args: { marketId: max } }), 'Oracle.NoSuchMarket'],
      [callScript({ ...oracle, method: 'voidMarket', args: { marketId: max } }), 'Oracle.NoSuchMarket'],
    ] as const
    for (const [call, name] of refused) expect(await venue.refusal(wallet, call)).toBe(name)
    const unlock = callScript({
      contract: 'Vault',
      contractId: venue.deployment.contracts.vault.id,
      method: 'unlock',
      args: { amount: max, deadline: FOREVER },
    })
    expect(await venue.refusal(wallet, unlock)).toBe('Vault.AmountAboveStake')
  })
})
