import { addressFromContractId } from '@alephium/web3'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  artifacts,
  ENTRY_DEPOSIT,
  marketIdOf,
  PROPOSAL_DEPOSIT,
  proposalEntryId,
  stakeEntryId,
} from '../../../src/bindings/index.ts'
import { ONE, subjectOf } from '../../../src/domain/index.ts'
import { createSeededRandom, randomBelow } from '../../../src/kit/index.ts'
import { legsOf } from '../../support/venue/calls.ts'
import { eventIdOf, periodEntryId } from '../../support/venue/entry-ids.ts'
import { openHost } from '../../support/venue/host.ts'
import { endPeriod, endsSoon, lastProposal } from '../../support/venue/period.ts'
import { openVenue, type Venue } from '../../support/venue/venue.ts'
import type { Wallet } from '../../support/venue/wallet.ts'

/** Many transactions each: patience for a busy machine. */
let venue: Venue
beforeAll(async () => {
  venue = await openVenue(await openHost(), 'voting')
})

const votingId = () => venue.deployment.contracts.voting.id
const proposalEntry = (id: number) => venue.entry('Proposal', proposalEntryId(votingId(), id))
const periodEntry = (id: number) => venue.entry('Period', periodEntryId(votingId(), id))
const stakeOf = (wallet: Wallet) =>
  venue.entry('Stake', stakeEntryId(venue.deployment.contracts.vault.id, wallet.address))
const votingHolds = async () => (await venue.balance(venue.deployment.contracts.voting.address)).alph

async function propose(wallet: Wallet, endsAtMs = endsSoon(venue)): Promise<number> {
  await venue.send(wallet, venue.calls.proposeSingle({ endsAtMs }))
  return lastProposal(venue)
}

describe('vote', () => {
  test('default: adds the tier’s weight, once per wallet and proposal', async () => {
    await endPeriod(venue)
    const [big, small] = [
      await venue.staker(1_000_000n),
      await venue.staker(60_000n, { keyType: 'gl-secp256k1' }),
    ]
    const id = await propose(big)
    const periodId = Number((await proposalEntry(id))?.periodId)
    expect((await venue.send(big, venue.calls.vote(id))).events).toEqual([
      {
        type: 'VoteCast',
        proposalId: id,
        periodId,
        voter: big.address,
        weight: 30,
        voteCount: 30,
        uniqueVoters: 1,
      },
    ])
    expect((await venue.send(small, venue.calls.vote(id))).events).toEqual([
      {
        type: 'VoteCast',
        proposalId: id,
        periodId,
        voter: small.address,
        weight: 1,
        voteCount: 31,
        uniqueVoters: 2,
      },
    ])
    expect(await proposalEntry(id)).toMatchObject({ voteCount: 31n, uniqueVoters: 2n })
    expect(await venue.refusal(big, venue.calls.vote(id))).toBe('Vault.AlreadyVoted')
    expect(await venue.refusal(small, venue.calls.vote(id))).toBe('Vault.AlreadyVoted')
  })
  test('behavior: the weight is that of the moment: unlocking lowers it at once', async () => {
    await endPeriod(venue)
    const wallet = await venue.staker(500_000n)
    const [first, second] = [await propose(wallet), await propose(wallet)]
    expect((await venue.send(wallet, venue.calls.vote(first))).events).toMatchObject([{ weight: 11 }])
    await venue.send(wallet, venue.calls.unlock(440_001n * ONE))
    expect(await venue.refusal(wallet, venue.calls.vote(second))).toBe('Vault.TierTooLow')
  })
  test('error: TierTooLow, NoSuchProposal', async () => {
    const [stranger, staker] = [await venue.wallet(), await venue.staker(60_000n)]
    const id = await lastProposal(venue)
    expect(await venue.refusal(stranger, venue.calls.vote(id))).toBe('Vault.TierTooLow')
    expect(await venue.refusal(staker, venue.calls.vote(id + 1))).toBe('Voting.NoSuchProposal')
  })
  test('error: the ninth vote of a period, and a vote after its end; the next period starts afresh', async () => {
    await endPeriod(venue)
    const wallet = await venue.staker(60_000n)
    const ids: number[] = []
    for (let i = 0; i < 9; i++) ids.push(await propose(wallet))
    for (const id of ids.slice(0, 8)) await venue.send(wallet, venue.calls.vote(id))
    expect(await venue.refusal(wallet, venue.calls.vote(ids[8]!))).toBe('Vault.TooManyVotes')
    await endPeriod(venue)
    expect(await venue.refusal(wallet, venue.calls.vote(ids[8]!))).toBe('Voting.PeriodOver')
    const next = await propose(wallet)
    expect((await venue.send(wallet, venue.calls.vote(next))).events).toMatchObject([
      { weight: 1, voteCount: 1 },
    ])
    expect(await venue.refusal(wallet, venue.calls.vote(ids[8]!))).toBe('Voting.PeriodOver')
  })
})

describe('the running best eight', () => {
  interface Candidate {
    readonly id: number
    readonly proposer: number
    votes: number
  }
  /** What the protocol says, computed from scratch: by weight, then lower id, at most two a proposer, at least 1. */
  function bestOf(candidates: readonly Candidate[]): Candidate[] {
    const taken: Candidate[] = []
    const sorted = candidates
      .filter((item) => item.votes > 0)
      .sort((a, b) => b.votes - a.votes || a.id - b.id)
    for (const item of sorted)
      if (taken.length < 8 && taken.filter((other) => other.proposer === item.proposer).length < 2)
        taken.push(item)
    return taken
  }
  const unpack = (words: bigint): number[] =>
    Array.from({ length: 8 }, (_, i) => Number((words >> BigInt(32 * i)) & 0xffffffffn))

  test('behavior: equals the best computed from scratch after every one of many random votes', async () => {
    await endPeriod(venue)
    const random = createSeededRandom('best-eight')
    const wallets: Wallet[] = []
    for (let i = 0; i < 6; i++) wallets.push(await venue.staker(60_000n))
    const candidates: Candidate[] = []
    for (let i = 0; i < 15; i++) {
      const proposer = i < 5 ? 0 : 1 + randomBelow(random, 5)
      candidates.push({ id: await propose(wallets[proposer]!), proposer, votes: 0 })
    }
    const voters: Wallet[] = []
    for (const tokens of [60_000n, 60_000n, 60_000n, 166_667n, 166_667n, 333_333n, 500_000n, 60_000n])
      voters.push(await venue.staker(tokens))
    const ballots = voters.flatMap((voter) => {
      const shuffled = candidates
        .map((item) => ({ item, key: randomBelow(random, 1 << 30) }))
        .sort((a, b) => a.key - b.key)
      return shuffled.slice(0, 8).map(({ item }) => ({ voter, item, key: randomBelow(random, 1 << 30) }))
    })
    ballots.sort((a, b) => a.key - b.key)
    const periodId = Number((await proposalEntry(candidates[0]!.id))?.periodId)
    for (const { voter, item } of ballots) {
      const [event] = (await venue.send(voter, venue.calls.vote(item.id))).events
      if (event?.type !== 'VoteCast') throw new Error('no vote')
      item.votes = event.voteCount
      const period = await periodEntry(periodId)
      const [ids, weights] = [unpack(period!.bestIds), unpack(period!.bestWeights)]
      const found = ids.map((id, i) => [id, weights[i]!] as const).filter(([id]) => id !== 0)
      const wanted = bestOf(candidates).map((other) => [other.id, other.votes] as const)
      expect(found.sort((a, b) => a[0] - b[0])).toEqual(wanted.sort((a, b) => a[0] - b[0]))
    }
    const periodEnded = await endPeriod(venue)
    const { events } = await venue.send(venue.bank, venue.calls.freeze(periodEnded))
    const accepted = events
      .filter((event) => event.type === 'ProposalAccepted')
      .map((event) => event.proposalId)
    expect(accepted.sort()).toEqual(
      bestOf(candidates)
        .map((item) => item.id)
        .sort(),
    )
    expect(events.at(-1)).toEqual({ type: 'PeriodFrozen', periodId, acceptedCount: 8, proposalCount: 15 })
  })
})

describe('freeze, deploy, refund', () => {
  test('default: a single proposal becomes a market and its deposit comes back less 0.1', async () => {
    await endPeriod(venue)
    const [proposer, voter] = [await venue.staker(166_667n), await venue.staker(60_000n)]
    const endsAtMs = endsSoon(venue) + 600_000
    const [id, loser] = [await propose(proposer, endsAtMs), await propose(voter)]
    const held = await votingHolds()
    expect(await venue.refusal(voter, venue.calls.freeze(1_000))).toBe('Voting.NoSuchPeriod')
    const periodId = Number((await proposalEntry(id))?.periodId)
    await venue.send(voter, venue.calls.vote(id))
    expect(await venue.refusal(voter, venue.calls.freeze(periodId))).toBe('Voting.PeriodNotOver')
    expect(await venue.refusal(voter, venue.calls.deploy(id))).toBe('Voting.NotAccepted')
    expect(await venue.refusal(voter, venue.calls.refund(id))).toBe('Voting.PeriodNotFrozen')

    await endPeriod(venue)
    expect((await venue.send(voter, venue.calls.freeze(periodId))).events).toEqual([
      { type: 'ProposalAccepted', proposalId: id, periodId, finalVoteCount: 1, creatorShare: 3 },
      { type: 'PeriodFrozen', periodId, acceptedCount: 1, proposalCount: 2 },
    ])
    expect(await venue.refusal(voter, venue.calls.freeze(periodId))).toBe('Voting.AlreadyFrozen')
    expect(await venue.refusal(voter, venue.calls.deploy(loser))).toBe('Voting.NotAccepted')
    expect(await venue.refusal(voter, venue.calls.refund(id))).toBe('Voting.NotDeployed')

    const { events } = await venue.send(voter, venue.calls.deploy(id))
    const marketNumber = Number((await venue.state('Voting', votingId())).marketCount)
    const marketId = marketIdOf(votingId(), marketNumber)
    expect(events).toEqual([
      {
        type: 'MarketDeployed',
        marketId: marketNumber,
        marketAddress: addressFromContractId(marketId),
        proposalId: id,
        leg: 0,
        eventId: null,
        creator: proposer.address,
        creatorShare: 3,
        endsAtMs,
      },
    ])
    const { contracts, tokens } = venue.deployment
    expect(await venue.state('Market', marketId)).toMatchObject({
      id: BigInt(marketNumber),
      oracle: contracts.oracle.id,
      collateral: tokens.collateral.id,
      treasury: venue.treasury.address,
      creator: proposer.address,
      creatorShare: 3n,
      endsAt: BigInt(endsAtMs),
      proposalId: BigInt(id),
      eventId: 0n,
      subject: subjectOf({ textHash: (await proposalEntry(id))?.textHash ?? '', leg: 0, endsAtMs }),
      state: 0n,
      outcome: 0n,
    })
    expect(await venue.refusal(voter, venue.calls.deploy(id))).toBe('Voting.AllDeployed')

    const before = await venue.balance(proposer.address)
    expect((await venue.send(voter, venue.calls.refund(id))).events).toEqual([
      { type: 'ProposalRefunded', proposalId: id, proposer: proposer.address, amount: 4n * ENTRY_DEPOSIT },
    ])
    expect((await venue.balance(proposer.address)).alph - before.alph).toBe(
      4n * ENTRY_DEPOSIT + ENTRY_DEPOSIT,
    )
    expect(await proposalEntry(id)).toBeNull()
    expect((await stakeOf(proposer))?.openProposals).toBe(0n)
    for (const call of [venue.calls.refund(id), venue.calls.deploy(id)])
      expect(await venue.refusal(voter, call)).toBe('Voting.NoSuchProposal')

    const opener = await venue.balance(proposer.address)
    expect((await venue.send(venue.bank, venue.calls.refund(loser))).events).toEqual([
      { type: 'ProposalRefunded', proposalId: loser, proposer: voter.address, amount: PROPOSAL_DEPOSIT },
      { type: 'PeriodClosed', periodId },
    ])
    expect(await periodEntry(periodId)).toBeNull()
    expect((await venue.balance(proposer.address)).alph - opener.alph).toBe(ENTRY_DEPOSIT)
    expect(held - (await votingHolds())).toBe(2n * PROPOSAL_DEPOSIT)
  })
  test('behavior: a linked proposal deploys its event with the first leg, then leg after leg', async () => {
    await endPeriod(venue)
    const proposer = await venue.staker(60_000n, { keyType: 'gl-secp256k1' })
    await venue.send(
      proposer,
      venue.calls.proposeLinked({ endsAtMs: endsSoon(venue) + 600_000, legs: legsOf(3) }),
    )
    const id = await lastProposal(venue)
    await venue.send(proposer, venue.calls.vote(id))
    await venue.send(venue.bank, venue.calls.freeze(await endPeriod(venue)))
    const eventNumber = Number((await venue.state('Voting', votingId())).eventCount) + 1
    const masterAddress = addressFromContractId(eventIdOf(votingId(), eventNumber))
    const first = await venue.send(venue.bank, venue.calls.deploy(id))
    expect(first.events).toMatchObject([
      { type: 'EventDeployed', eventId: eventNumber, masterAddress, proposalId: id, legCount: 3 },
      { type: 'MarketDeployed', proposalId: id, leg: 0, eventId: eventNumber },
    ])
    expect(await venue.refusal(venue.bank, venue.calls.refund(id))).toBe('Voting.NotDeployed')
    for (const leg of [1, 2])
      expect((await venue.send(venue.bank, venue.calls.deploy(id))).events).toMatchObject([
        { type: 'MarketDeployed', leg, eventId: eventNumber },
      ])
    expect(await venue.state('Event', eventIdOf(votingId(), eventNumber))).toMatchObject({
      id: BigInt(eventNumber),
      proposalId: BigInt(id),
      legCount: 3n,
    })
    const before = await venue.balance(proposer.address)
    expect((await venue.send(venue.bank, venue.calls.refund(id))).events).toMatchObject([
      { type: 'ProposalRefunded', amount: 3n * PROPOSAL_DEPOSIT - 4n * ENTRY_DEPOSIT },
      { type: 'PeriodClosed' },
    ])
    expect((await venue.balance(proposer.address)).alph - before.alph).toBe(
      3n * PROPOSAL_DEPOSIT - 4n * ENTRY_DEPOSIT + 2n * ENTRY_DEPOSIT,
    )
  })
  test('behavior: a winner whose end has passed is rejected at the freeze; a late deployment is born closed', async () => {
    await endPeriod(venue)
    const proposer = await venue.staker(60_000n)
    const endsAtMs = endsSoon(venue)
    const [early, late] = [await propose(proposer, endsAtMs), await propose(proposer, endsAtMs + 600_000)]
    for (const id of [early, late]) await venue.send(proposer, venue.calls.vote(id))
    const periodId = await endPeriod(venue)
    await venue.host.passTimeUntil(endsAtMs)
    expect((await venue.send(venue.bank, venue.calls.freeze(periodId))).events).toMatchObject([
      { type: 'ProposalAccepted', proposalId: late },
      { type: 'PeriodFrozen', acceptedCount: 1, proposalCount: 2 },
    ])
    expect(await venue.refusal(venue.bank, venue.calls.deploy(early))).toBe('Voting.NotAccepted')
    expect((await venue.send(venue.bank, venue.calls.refund(early))).events).toMatchObject([
      { type: 'ProposalRefunded', amount: PROPOSAL_DEPOSIT },
    ])
    await venue.host.passTimeUntil(endsAtMs + 600_000)
    const [event] = (await venue.send(venue.bank, venue.calls.deploy(late))).events
    if (event?.type !== 'MarketDeployed') throw new Error('nothing was deployed')
    const getState = artifacts.Market.functions.find((method) => method.name === 'getState')
    const state = await venue.host.node.contracts.postContractsCallContract({
      group: 0,
      address: event.marketAddress,
      methodIndex: getState?.index ?? -1,
    })
    expect(state).toMatchObject({ type: 'CallContractSucceeded', returns: [{ type: 'U256', value: '1' }] })
  })
  test('behavior: the creator’s share is the lower of the tiers at proposal and at freeze', async () => {
    await endPeriod(venue)
    const [falls, rises] = [
      await venue.staker(166_667n),
      await venue.staker(60_000n, { stake: 940_000n * ONE }),
    ]
    const endsAtMs = endsSoon(venue) + 600_000
    const [first, second] = [await propose(falls, endsAtMs), await propose(rises, endsAtMs)]
    await venue.send(rises, venue.calls.vote(first))
    await venue.send(rises, venue.calls.vote(second))
    await venue.send(falls, venue.calls.unlock(166_667n * ONE))
    await venue.send(rises, venue.calls.deposit(940_000n * ONE))
    const { events } = await venue.send(venue.bank, venue.calls.freeze(await endPeriod(venue)))
    const shares = new Map(
      events.flatMap((event) =>
        event.type === 'ProposalAccepted' ? [[event.proposalId, event.creatorShare]] : [],
      ),
    )
    expect(shares).toEqual(
      new Map([
        [first, 0],
        [second, 1],
      ]),
    )
  })
  test('behavior: an empty stake entry stays until the wallet’s last proposal is refunded', async () => {
    await endPeriod(venue)
    const proposer = await venue.staker(60_000n)
    const id = await propose(proposer)
    await venue.send(proposer, venue.calls.unlock(60_000n * ONE))
    await venue.host.passTimeUntil(Number((await stakeOf(proposer))?.unlockAt))
    await venue.send(proposer, venue.calls.withdraw())
    expect(await stakeOf(proposer)).toMatchObject({ staked: 0n, unlocking: 0n, openProposals: 1n })
    const periodId = Number((await proposalEntry(id))?.periodId)
    await venue.send(venue.bank, venue.calls.freeze(periodId))
    const before = await venue.balance(proposer.address)
    await venue.send(venue.bank, venue.calls.refund(id))
    expect(await stakeOf(proposer)).toBeNull()
    expect((await venue.balance(proposer.address)).alph - before.alph).toBe(
      PROPOSAL_DEPOSIT + 3n * ENTRY_DEPOSIT,
    )
  })
})
