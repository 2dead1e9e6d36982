import { beforeAll, expect, test } from 'vitest'
import {
  cancelOrders,
  marketIdOf,
  offerParlay,
  parlayEntryId,
  payFees,
  placeOrder,
  releaseOrder,
  settleParlay,
  settlePosition,
  takeParlay,
} from '../../../src/bindings/index.ts'
import { ONE, type Outcome, type Side, subjectOfLegs, type VoteChoice } from '../../../src/domain/index.ts'
import { createIndexer } from '../../../src/indexer/index.ts'
import { dumpIndex, emptyIndex } from '../../simulation/indexer/dump.ts'
import { catchUp } from '../../simulation/indexer/scenario.ts'
import { describeOnBothDatabases } from '../../support/database.ts'
import { letStand, openDispute, playRound } from '../../support/venue/dispute.ts'
import { openHost } from '../../support/venue/host.ts'
import { endPeriod, endsSoon, lastProposal } from '../../support/venue/period.ts'
import { openVenue, type Venue } from '../../support/venue/venue.ts'
import type { Wallet } from '../../support/venue/wallet.ts'

/** One history for both databases: the chain does not change, only who remembers it. */
interface Life {
  readonly venue: Venue
  readonly maker: Wallet
  readonly taker: Wallet
  readonly disputer: Wallet
  readonly voters: readonly Wallet[]
  readonly endsAtMs: number
}

let life: Promise<Life> | null = null

/** Propose, vote, trade, dispute, two rounds, resolve, work off, settle, release: with the venue's real contracts. */
async function liveOnce(): Promise<Life> {
  const venue = await openVenue(await openHost(), 'indexed life')
  const { calls, send } = venue
  const { contracts, tokens } = venue.deployment
  const trader = (keyType: 'default' | 'gl-secp256k1') => venue.wallet({ keyType, collateral: 10_000n * ONE })
  const proposer = await venue.staker(333_333n)
  const [maker, taker] = [await trader('default'), await trader('gl-secp256k1')]
  const [submitter, disputer] = [await trader('default'), await trader('default')]
  const voters: Wallet[] = []
  for (let i = 0; i < 4; i++) voters.push(await venue.staker(1_000_000n))

  const endsAtMs = endsSoon(venue) + venue.host.periods.votingMs
  await send(proposer, calls.proposeSingle({ endsAtMs, question: 'Will the bridge open in time?' }))
  const single = await lastProposal(venue)
  await send(proposer, calls.proposeLinked({ endsAtMs }))
  for (const voter of voters) await send(voter, calls.vote(single))
  await send(voters[0]!, calls.vote(single + 1))
  await send(venue.bank, calls.freeze(await endPeriod(venue)))
  for (const id of [single, single + 1, single + 1]) await send(venue.bank, calls.deploy(id))
  await send(venue.bank, calls.refund(single))

  const marketId = marketIdOf(contracts.voting.id, 1)
  const order = (wallet: Wallet, side: Side, outcome: Outcome, price: number, shares: bigint) =>
    send(
      wallet,
      placeOrder({
        marketId,
        collateralId: tokens.collateral.id,
        side,
        outcome,
        price,
        quantity: shares * ONE,
        ...venue.meaning(1),
        expiresAtMs: null,
        timeInForce: 'gtc',
        isMarketOrder: false,
        maxFills: 10,
        referer: null,
      }),
    )
  const deadlineMs = Number.MAX_SAFE_INTEGER
  const pause = () => venue.host.passTimeUntil(venue.host.nowMs() + 1_000)
  await order(maker, 'buy', 'yes', 600, 100n)
  await order(taker, 'buy', 'no', 400, 100n)
  pause()
  await order(maker, 'sell', 'yes', 700, 40n)
  await order(taker, 'buy', 'no', 200, 50n)
  await order(taker, 'buy', 'yes', 100, 5n)
  pause()
  await send(taker, cancelOrders({ marketId, orderIds: [5], deadlineMs }))

  const parlay = { parlaysId: contracts.parlays.id, collateralId: tokens.collateral.id }
  const legs = [
    { marketNumber: 1, outcome: 'yes' as const },
    { marketNumber: 2, outcome: 'no' as const },
  ]
  await send(
    submitter,
    offerParlay({
      ...parlay,
      amount: 10n * ONE,
      combinedOdds: 3000,
      legs,
      subject: subjectOfLegs([1, 2].map((number) => venue.meaning(number).subject)),
      expiresAtMs: null,
      deadlineMs,
    }),
  )
  pause()
  const entry = await venue.entry('Parlay', parlayEntryId(contracts.parlays.id, 1))
  const terms = entry?.terms ?? ''
  await send(disputer, takeParlay({ ...parlay, parlayId: 1, takerAmount: 20n * ONE, terms, deadlineMs }))

  venue.host.passTimeUntil(endsAtMs)
  await openDispute(venue, 1, { submitter, disputer, outcome: 'no' })
  const plans = (votes: readonly (VoteChoice | null)[]) =>
    voters.map((voter, i) => ({ voter, vote: votes[i] ?? null }))
  await playRound(venue, 1, plans([1, 2, null, null]))
  await playRound(venue, 1, plans([1, 1, 2, null]))
  await letStand(venue, 1)
  for (const round of [1, 2])
    for (const voter of voters) await send(venue.bank, calls.workOff(1, round, voter.address))
  await send(submitter, calls.submit(2, 'yes'))
  venue.host.passTimeUntil(venue.host.nowMs() + venue.host.periods.disputeMs)
  await send(venue.bank, calls.finalize(2))
  await send(venue.bank, settleParlay({ ...parlay, parlayId: 1 }))
  await send(venue.bank, settlePosition({ marketId, trader: maker.address, deadlineMs }))
  await send(venue.bank, releaseOrder({ marketId, orderId: 3 }))
  await send(venue.bank, payFees({ marketId }))
  return { venue, maker, taker, disputer, voters, endsAtMs }
}

describeOnBothDatabases('indexing a whole life', (context) => {
  let lived: Life
  beforeAll(async () => {
    life ??= liveOnce()
    lived = await life
    await emptyIndex(context.database)
    await catchUp(makeIndexer())
  })

  function makeIndexer() {
    const { vault, voting, oracle, parlays, desk } = lived.venue.deployment.contracts
    return createIndexer({
      chain: lived.venue.host.chain,
      database: context.database,
      venue: {
        vault: vault.address,
        voting: voting.address,
        oracle: oracle.address,
        parlays: parlays.address,
        desk: desk.address,
      },
      clock: { nowMs: lived.venue.host.nowMs },
      networkId: 4,
      startHeight: 0,
      name: 'a',
    })
  }

  const rows = (sql: string) => context.database.query({ label: 'look', sql })

  test('default: proposals, votes and the period', async () => {
    expect(
      await rows(
        'select id, kind, status, vote_count, unique_voters, is_winner, final_vote_count, deployed_count, refunded_at_ms is null as kept from proposals order by id',
      ),
    ).toEqual([
      {
        id: 1,
        kind: 'single',
        status: 'accepted',
        vote_count: '120',
        unique_voters: 4,
        is_winner: true,
        final_vote_count: '120',
        deployed_count: 1,
        kept: false,
      },
      {
        id: 2,
        kind: 'linked',
        status: 'accepted',
        vote_count: '30',
        unique_voters: 1,
        is_winner: true,
        final_vote_count: '30',
        deployed_count: 2,
        kept: true,
      },
    ])
    expect(await rows('select count(*) as n, sum(weight)::bigint as weight from votes')).toEqual([
      { n: 5, weight: 150 },
    ])
    expect(
      await rows('select proposal_count, accepted_count, frozen_at_ms > 0 as frozen from periods'),
    ).toEqual([{ proposal_count: 2, accepted_count: 2, frozen: true }])
  })

  test('default: the market is resolved, its book is gone, its fees are paid', async () => {
    expect(
      await rows(
        'select state, resolved, final_outcome, best_bid_yes, best_ask_yes, trade_count, order_count, unpaid_creator_fees, unpaid_treasury_fees, open_interest from markets where id = 1',
      ),
    ).toEqual([
      {
        state: 'resolved',
        resolved: true,
        final_outcome: 1,
        best_bid_yes: 0,
        best_ask_yes: 0,
        trade_count: 1,
        order_count: 5,
        unpaid_creator_fees: '0',
        unpaid_treasury_fees: '0',
        open_interest: String(100n * ONE),
      },
    ])
    expect(await rows('select * from price_levels')).toEqual([])
    expect(await rows('select state, final_outcome from markets where id = 2')).toEqual([
      { state: 'resolved', final_outcome: 1 },
    ])
  })

  test('default: orders and positions after settling one wallet and releasing one order', async () => {
    expect(
      await rows(
        'select order_id, status, filled, locked_collateral, locked_shares, released from orders order by order_id',
      ),
    ).toEqual([
      {
        order_id: 1,
        status: 'filled',
        filled: String(100n * ONE),
        locked_collateral: '0',
        locked_shares: '0',
        released: false,
      },
      {
        order_id: 2,
        status: 'filled',
        filled: String(100n * ONE),
        locked_collateral: '0',
        locked_shares: '0',
        released: false,
      },
      {
        order_id: 3,
        status: 'cancelled',
        filled: '0',
        locked_collateral: '0',
        locked_shares: '0',
        released: true,
      },
      {
        order_id: 4,
        status: 'cancelled',
        filled: '0',
        locked_collateral: String(10n * ONE),
        locked_shares: '0',
        released: false,
      },
      {
        order_id: 5,
        status: 'cancelled',
        filled: '0',
        locked_collateral: '0',
        locked_shares: '0',
        released: false,
      },
    ])
    expect(
      await rows(
        'select user_address, position_type, shares, entry_price, paid, is_settled, locked_collateral from positions order by id',
      ),
    ).toEqual([
      {
        user_address: lived.maker.address,
        position_type: 'yes',
        shares: String(100n * ONE),
        entry_price: 600,
        paid: String(100n * ONE),
        is_settled: true,
        locked_collateral: '0',
      },
      {
        user_address: lived.taker.address,
        position_type: 'no',
        shares: String(100n * ONE),
        entry_price: 400,
        paid: '0',
        is_settled: false,
        locked_collateral: String(10n * ONE),
      },
      {
        user_address: lived.taker.address,
        position_type: 'yes',
        shares: '0',
        entry_price: null,
        paid: '0',
        is_settled: false,
        locked_collateral: '0',
      },
    ])
  })

  test('default: the dispute, its rounds and every vote in them', async () => {
    expect(
      await rows(
        'select market_id, submission, result, disputer is null as undisputed, closed_at_ms > 0 as closed from submissions order by market_id, submission',
      ),
    ).toEqual([
      { market_id: 1, submission: 1, result: 'yes', undisputed: false, closed: true },
      { market_id: 2, submission: 1, result: 'yes', undisputed: true, closed: true },
    ])
    expect(
      await rows(
        'select round, attempt, commit_count, reveal_count, worked_off_count, weight_yes, weight_no, result, closed_at_ms > 0 as closed from rounds order by round',
      ),
    ).toEqual([
      {
        round: 1,
        attempt: 1,
        commit_count: 4,
        reveal_count: 2,
        worked_off_count: 4,
        weight_yes: 30,
        weight_no: 30,
        result: null,
        closed: true,
      },
      {
        round: 2,
        attempt: 2,
        commit_count: 4,
        reveal_count: 3,
        worked_off_count: 4,
        weight_yes: 60,
        weight_no: 30,
        result: 1,
        closed: true,
      },
    ])
    const votes = await rows(
      'select round, voter, vote, slashed > 0 as lost, stake_reward > 0 and bond_reward > 0 as won from commits order by round, committed_at_ms, id',
    )
    expect(votes.length).toBe(8)
    const second = (voter: Wallet) => votes.find((row) => row.round === 2 && row.voter === voter.address)
    expect(lived.voters.map(second).map((row) => [row?.vote, row?.lost, row?.won])).toEqual([
      [1, false, true],
      [1, false, true],
      [2, true, false],
      [0, true, false],
    ])
  })

  test('default: the parlay went to its taker, and stakes show what was lost', async () => {
    expect(await rows('select status, result, taker, taker_payout from parlays')).toEqual([
      { status: 'settled', result: 'taker', taker: lived.disputer.address, taker_payout: String(30n * ONE) },
    ])
    const stakes = await rows('select wallet, staked from stakes')
    const stakeOf = (wallet: Wallet) => stakes.find((row) => row.wallet === wallet.address)?.staked
    const kept = [1_000_000n, 999_000n, 998_000n, 998_000n]
    expect(lived.voters.map(stakeOf)).toEqual(kept.map((whole) => String(whole * ONE)))
  })

  test('behavior: rebuilding gives the same rows', async () => {
    const followed = await dumpIndex(context.database)
    await emptyIndex(context.database)
    await catchUp(makeIndexer())
    expect(await dumpIndex(context.database)).toEqual(followed)
  })
})
