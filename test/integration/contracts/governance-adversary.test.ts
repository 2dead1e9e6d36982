import { beforeAll, describe, expect, test } from 'vitest'
import {
  type ContractMethod,
  ENTRY_DEPOSIT,
  methodScript,
  PROPOSAL_DEPOSIT,
  proposalEntryId,
  stakeEntryId,
} from '../../../src/bindings/index.ts'
import { ONE } from '../../../src/domain/index.ts'
import { deployAdversary } from '../../support/venue/adversary.ts'
import {
  commitEntry,
  letStand,
  openDispute,
  openMarkets,
  playRound,
  runningRound,
  saltOf,
} from '../../support/venue/dispute.ts'
import { openHost } from '../../support/venue/host.ts'
import { endPeriod, endsSoon, lastProposal } from '../../support/venue/period.ts'
import { openVenue, type Venue } from '../../support/venue/venue.ts'
import type { Wallet } from '../../support/venue/wallet.ts'

let venue: Venue
let hostile: Awaited<ReturnType<typeof deployAdversary>>
let wallet: Wallet
beforeAll(async () => {
  venue = await openVenue(await openHost(), 'adversary')
  hostile = await deployAdversary(venue)
  wallet = await venue.staker(60_000n, { stake: 10n * ONE, collateral: 1_000n * ONE })
})

const ids = () => {
  const { vault, voting, oracle } = venue.deployment.contracts
  return { vault: vault.id, voting: voting.id, oracle: oracle.id }
}

describe('a contract as caller', () => {
  test('error: NotAWallet wherever a wallet would be recorded or paid', async () => {
    const { vault, voting, oracle } = ids()
    const { collateral, stake } = venue.deployment.tokens
    const { numbers, endsAtMs } = await openMarkets(venue, 2)
    const marketId = BigInt(numbers[0]!)
    const withStake = { attoAlph: ENTRY_DEPOSIT, tokens: [{ id: stake.id, amount: ONE }] }
    const withBond = { attoAlph: ENTRY_DEPOSIT, tokens: [{ id: collateral.id, amount: 100n * ONE }] }
    const refused = (call: ReturnType<typeof hostile>) => venue.refusal(wallet, call)
    expect(await refused(hostile('deposit', { vault, token: stake.id, amount: ONE }, withStake))).toBe(
      'Vault.NotAWallet',
    )
    expect(
      await refused(hostile('propose', { voting, endsAt: BigInt(endsSoon(venue)) }, { attoAlph: ONE })),
    ).toBe('Voting.NotAWallet')
    expect(await refused(hostile('vote', { voting, proposalId: 1n }))).toBe('Voting.NotAWallet')
    venue.host.passTimeUntil(endsAtMs)
    const bond = { oracle, token: collateral.id, amount: 100n * ONE, marketId }
    expect(await refused(hostile('submit', bond, withBond))).toBe('Oracle.NotAWallet')
    expect(await refused(hostile('dispute', bond, withBond))).toBe('Oracle.NotAWallet')
    expect(await refused(hostile('commit', { oracle, marketId }, { attoAlph: ENTRY_DEPOSIT }))).toBe(
      'Oracle.NotAWallet',
    )
    expect(await refused(hostile('finalize', { oracle, marketId }, { attoAlph: ENTRY_DEPOSIT }))).toBe(
      'Oracle.NotAWallet',
    )
    expect(await refused(hostile('unlock', { vault, amount: 1n }))).toBe('Vault.NoStake')
    expect(await refused(hostile('withdraw', { vault }))).toBe('Vault.NoStake')
  })
  test('error: it is neither voting nor oracle', async () => {
    const { vault } = ids()
    const victim = wallet.address
    for (const name of ['openProposal', 'closeProposal', 'recordVote'])
      expect(await venue.refusal(wallet, hostile(name, { vault, wallet: victim }))).toBe('Vault.NotVoting')
    for (const name of ['openCommit', 'closeCommit'])
      expect(await venue.refusal(wallet, hostile(name, { vault, wallet: victim }))).toBe('Vault.NotOracle')
    expect(await venue.refusal(wallet, hostile('payReward', { vault, to: victim }))).toBe('Vault.NotOracle')
  })
})

describe('deposit theft', () => {
  /** What every entry of a map offers; each asks who its parent is. */
  const entryMethods: Record<'write' | 'destroy', ContractMethod> = {
    write: {
      name: 'write',
      index: 2,
      isPublic: true,
      usesApproved: false,
      params: [
        { name: 'value', type: 'U256' },
        { name: 'index', type: 'U256' },
      ],
      returns: [],
    },
    destroy: {
      name: 'destroy',
      index: 3,
      isPublic: true,
      usesApproved: false,
      params: [{ name: 'to', type: 'Address' }],
      returns: [],
    },
  }
  test('error: an entry obeys nobody but its contract', async () => {
    const thief = await venue.wallet()
    await endPeriod(venue)
    await venue.send(wallet, venue.calls.proposeSingle({ endsAtMs: endsSoon(venue) }))
    const entries = [
      stakeEntryId(ids().vault, wallet.address),
      proposalEntryId(ids().voting, await lastProposal(venue)),
    ]
    for (const contractId of entries) {
      const destroy = methodScript(entryMethods.destroy, { contractId, args: { to: thief.address } })
      const write = methodScript(entryMethods.write, { contractId, args: { value: 1n << 100n, index: 0n } })
      for (const call of [destroy, write]) expect(await venue.refusal(thief, call)).not.toBe('accepted')
    }
    expect(await venue.entry('Stake', entries[0]!)).toMatchObject({ staked: 60_000n * ONE })
  })
  test('behavior: whoever calls refund and workOff, deposits go to who paid them', async () => {
    const [proposer, stranger] = [await venue.staker(60_000n), await venue.wallet()]
    await endPeriod(venue)
    await venue.send(proposer, venue.calls.proposeSingle({ endsAtMs: endsSoon(venue) }))
    const id = await lastProposal(venue)
    await venue.send(stranger, venue.calls.freeze(await endPeriod(venue)))
    const [owner, caller] = [await venue.balance(proposer.address), await venue.balance(stranger.address)]
    const receipt = await venue.send(stranger, venue.calls.refund(id))
    expect((await venue.balance(proposer.address)).alph - owner.alph).toBe(
      PROPOSAL_DEPOSIT + 2n * ENTRY_DEPOSIT,
    )
    expect((await venue.balance(stranger.address)).alph - caller.alph).toBe(-receipt.gasFee)
  })
})

describe('one block', () => {
  /** Everything submitted meanwhile goes into one block, which is mined at atMs if given. */
  async function inOneBlock(work: () => Promise<string[]>, atMs?: number): Promise<boolean[]> {
    const { controls, chain, passTimeUntil } = venue.host
    controls.setMining({ mode: 'manual' })
    const txIds = await work()
    if (atMs !== undefined) passTimeUntil(atMs)
    const { blocks } = controls.mine()
    controls.setMining({ mode: 'instant' })
    const block = await chain.findBlock(blocks[0] ?? '', () => false)
    return txIds.map((id) => block?.transactions.find(({ txId }) => txId === id)?.scriptExecutionOk === true)
  }
  test('behavior: votes of many wallets all count, a second vote of one wallet does not', async () => {
    await endPeriod(venue)
    const voters: Wallet[] = []
    for (let i = 0; i < 3; i++) voters.push(await venue.staker(60_000n))
    await venue.send(voters[0]!, venue.calls.proposeSingle({ endsAtMs: endsSoon(venue) }))
    const id = await lastProposal(venue)
    const results = await inOneBlock(async () => {
      const txIds: string[] = []
      for (const voter of [...voters, voters[2]!]) txIds.push(await venue.submit(voter, venue.calls.vote(id)))
      return txIds
    })
    expect(results.filter((ok) => ok)).toHaveLength(3)
    const entry = await venue.entry('Proposal', proposalEntryId(ids().voting, id))
    expect(entry).toMatchObject({ voteCount: 3n, uniqueVoters: 3n })
  })
  test('behavior: a reveal that was sent in time and mined too late has no effect', async () => {
    const { numbers, endsAtMs } = await openMarkets(venue, 2)
    venue.host.passTimeUntil(endsAtMs)
    const [submitter, disputer] = [
      await venue.wallet({ collateral: 100n * ONE }),
      await venue.wallet({ collateral: 100n * ONE }),
    ]
    const marketNumber = numbers[0]!
    await openDispute(venue, marketNumber, { submitter, disputer, outcome: 'yes' })
    const { round, entry } = await runningRound(venue, marketNumber)
    const voter = await venue.staker(1_000_000n)
    const ballot = { marketNumber, round, voter: voter.address, vote: 1, salt: saltOf(1) } as const
    await venue.send(voter, venue.calls.commit(ballot))
    venue.host.passTimeUntil(Number(entry.revealEndsAt) - 1_000)
    const late = await inOneBlock(
      async () => [await venue.submit(venue.bank, venue.calls.reveal(ballot))],
      Number(entry.revealEndsAt),
    )
    expect(late).toEqual([false])
    expect(await commitEntry(venue, ballot)).toMatchObject({ choice: 0n })
    await venue.send(venue.bank, venue.calls.finalize(marketNumber))
    await playRound(venue, marketNumber, []) // nobody again: void
    const worked = await venue.send(venue.bank, venue.calls.workOff(marketNumber, round, voter.address))
    expect(worked.events[0]).toMatchObject({ type: 'Slashed', amount: 1_000n * ONE })
  })
})

describe('twice in one transaction', () => {
  test('error: what pays out of a contract is entered once', async () => {
    const { voting, oracle } = ids()
    const proposer = await venue.staker(60_000n)
    await endPeriod(venue)
    const endsAtMs = endsSoon(venue) + 600_000
    for (let i = 0; i < 3; i++) await venue.send(proposer, venue.calls.proposeSingle({ endsAtMs }))
    const last = await lastProposal(venue)
    await venue.send(proposer, venue.calls.vote(last))
    await venue.send(venue.bank, venue.calls.freeze(await endPeriod(venue)))
    const held = await venue.balance(venue.deployment.contracts.voting.address)
    const same = hostile('refundTwice', { voting, first: BigInt(last - 1), second: BigInt(last - 1) })
    const both = hostile('refundTwice', { voting, first: BigInt(last - 1), second: BigInt(last - 2) })
    const deployed = hostile('deployAndRefund', { voting, proposalId: BigInt(last) })
    for (const call of [same, both, deployed])
      expect(await venue.refusal(wallet, call)).toMatch(/is called twice and uses contract assets twice/)
    expect(await venue.balance(venue.deployment.contracts.voting.address)).toEqual(held)

    const { numbers, endsAtMs: closesAt } = await openMarkets(venue, 2)
    venue.host.passTimeUntil(closesAt)
    const sides = [
      await venue.wallet({ collateral: 100n * ONE }),
      await venue.wallet({ collateral: 100n * ONE }),
    ]
    const market = numbers[0]!
    await openDispute(venue, market, { submitter: sides[0]!, disputer: sides[1]!, outcome: 'yes' })
    const voters: Wallet[] = []
    for (let i = 0; i < 4; i++) voters.push(await venue.staker(1_000_000n))
    await playRound(
      venue,
      market,
      voters.map((voter, i) => ({ voter, vote: i < 3 ? 1 : 2 })),
    )
    await letStand(venue, market)
    const marketId = BigInt(market)
    const twice = hostile('workOffTwice', {
      oracle,
      marketId,
      first: voters[0]!.address,
      second: voters[1]!.address,
    })
    expect(await venue.refusal(wallet, twice)).toMatch(/is called twice and uses contract assets twice/)
    const again = hostile('workOffTwice', {
      oracle,
      marketId,
      first: voters[3]!.address,
      second: voters[3]!.address,
    })
    expect(await venue.refusal(wallet, again)).toMatch(/is called twice and uses contract assets twice/)
  })
})
