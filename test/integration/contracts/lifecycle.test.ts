import { addressFromContractId } from '@alephium/web3'
import { expect, test } from 'vitest'
import {
  ENTRY_DEPOSIT,
  marketIdOf,
  offerParlay,
  orderEntryId,
  payFees,
  placeOrder,
  releaseOrder,
  settleParlay,
  settlePosition,
  sweepChunk,
  takeParlay,
} from '../../../src/bindings/index.ts'
import { ONE, type Outcome, type Side, subjectOfLegs, type VoteChoice } from '../../../src/domain/index.ts'
import { appeal, letStand, openDispute, playRound } from '../../support/venue/dispute.ts'
import { openHost } from '../../support/venue/host.ts'
import { endPeriod, endsSoon, lastProposal } from '../../support/venue/period.ts'
import { openVenue, type Venue } from '../../support/venue/venue.ts'
import type { Wallet } from '../../support/venue/wallet.ts'

/** Many transactions each: patience for a busy machine. */
/** A market's whole life in the venue as it is deployed, by wallets of both kinds, with all the money counted. */
test.each(['default', 'gl-secp256k1'] as const)(
  'default: from proposal to the last deposit, with wallets of type %s',
  async (keyType) => {
    const venue = await openVenue(await openHost(), `lifecycle-${keyType}`)
    const { calls, send } = venue
    const { contracts, tokens } = venue.deployment
    const staker = (whole: bigint) => venue.staker(whole, { keyType })
    const trader = () => venue.wallet({ keyType, collateral: 10_000n * ONE })
    const proposer = await staker(333_333n)
    const [maker, taker, third] = [await trader(), await trader(), await trader()]
    const [submitter, disputer] = [await trader(), await trader()]
    const voters = [
      await staker(1_000_000n),
      await staker(1_000_000n),
      await staker(1_000_000n),
      await staker(1_000_000n),
    ]
    const wallets = [maker, taker, third, submitter, disputer, proposer, ...voters, venue.treasury]
    const funded = 5n * 10_000n * ONE

    // propose → vote → accept → deploy → refund
    const endsAtMs = endsSoon(venue) + venue.host.periods.votingMs
    await send(proposer, calls.proposeSingle({ endsAtMs, question: 'Will the bridge open in time?' }))
    const single = await lastProposal(venue)
    await send(proposer, calls.proposeLinked({ endsAtMs }))
    for (const voter of voters) {
      await send(voter, calls.vote(single))
      await send(voter, calls.vote(single + 1))
    }
    await send(venue.bank, calls.freeze(await endPeriod(venue)))
    for (const id of [single, single + 1, single + 1]) await send(venue.bank, calls.deploy(id))
    for (const id of [single, single + 1]) await send(venue.bank, calls.refund(id))
    const market = 1
    const marketId = marketIdOf(contracts.voting.id, market)
    const marketAddress = addressFromContractId(marketId)

    // trade: mint, transfer and merge
    const order = (side: Side, outcome: Outcome, price: number, shares: bigint) =>
      placeOrder({
        marketId,
        collateralId: tokens.collateral.id,
        ...venue.meaning(market),
        expiresAtMs: null,
        side,
        outcome,
        price,
        quantity: shares * ONE,
        timeInForce: 'gtc',
        isMarketOrder: false,
        maxFills: 10,
        referer: null,
      })
    const fillsOf = async (wallet: Wallet, call: ReturnType<typeof order>) =>
      (await send(wallet, call)).events.flatMap((event) =>
        event.type === 'OrderFilled' ? [event.fillType] : [],
      )
    expect(await fillsOf(maker, order('buy', 'yes', 600, 100n))).toEqual([])
    expect(await fillsOf(taker, order('buy', 'no', 400, 100n))).toEqual(['mint'])
    venue.host.passTimeUntil(venue.host.nowMs() + 1)
    expect(await fillsOf(maker, order('sell', 'yes', 650, 40n))).toEqual([])
    expect(await fillsOf(third, order('buy', 'yes', 650, 30n))).toEqual(['transfer'])
    expect(await fillsOf(taker, order('sell', 'no', 300, 10n))).toEqual(['merge'])
    await send(third, order('buy', 'no', 200, 50n)) // rests until it is released
    await send(taker, order('sell', 'no', 900, 20n)) // and so does this

    // a parlay over two markets, taken
    const parlay = { parlaysId: contracts.parlays.id, collateralId: tokens.collateral.id }
    const { deadlineMs } = venue.meaning(market)
    const offered = await send(
      submitter,
      offerParlay({
        ...parlay,
        amount: 10n * ONE,
        combinedOdds: 3000,
        legs: [
          { marketNumber: 1, outcome: 'yes' },
          { marketNumber: 2, outcome: 'no' },
        ],
        subject: subjectOfLegs([1, 2].map((number) => venue.meaning(number).subject)),
        expiresAtMs: null,
        deadlineMs,
      }),
    )
    const terms = offered.events.flatMap((event) => (event.type === 'ParlayOffered' ? [event.terms] : []))[0]!
    venue.host.passTimeUntil(venue.host.nowMs() + 1)
    await send(disputer, takeParlay({ ...parlay, parlayId: 1, takerAmount: 20n * ONE, terms, deadlineMs }))

    // close → submit → dispute → first round without result → second round → appeal, in vain → resolve
    venue.host.passTimeUntil(endsAtMs)
    await openDispute(venue, market, { submitter, disputer, outcome: 'no' })
    const plans = (votes: readonly (VoteChoice | null)[]) =>
      voters.map((voter, i) => ({ voter, vote: votes[i] ?? null }))
    const first = await playRound(venue, market, plans([1, 2, null, null]))
    expect(first.events[0]).toMatchObject({ type: 'RoundFinalized', round: 1, result: null, wallets: 2 })
    const second = await playRound(venue, market, plans([1, 1, 2, null]))
    expect(second.events).toMatchObject([
      { type: 'RoundFinalized', round: 2, result: 1, weightYes: 60, weightNo: 30 },
    ])
    await appeal(venue, market, third)
    const appealed = await playRound(venue, market, plans([1, 2]).slice(0, 2))
    expect(appealed.events[0]).toMatchObject({ type: 'RoundFinalized', round: 3, result: 1, wallets: 2 })
    // True: the disputer's "not no". False: the submitter's "no" and the appeal's "not yes", 300 together.
    const closed = await letStand(venue, market)
    expect(closed.events).toMatchObject([
      { type: 'BondSettled', place: 0, paid: 0n },
      { type: 'BondSettled', place: 1, paid: 250n * ONE },
      { type: 'BondSettled', place: 2, bond: 200n * ONE, paid: 0n },
      // Losers: three in the first round, two in the second, and one in the appeal's, ten times.
      {
        type: 'SubmissionClosed',
        result: 'yes',
        winners: 120,
        stakePool: 15_000n * ONE,
        bondPool: 150n * ONE,
      },
      { type: 'MarketStateChanged', state: 'resolved', finalOutcome: 1 },
    ])
    for (const round of [1, 2])
      for (const voter of voters) await send(venue.bank, calls.workOff(market, round, voter.address))
    for (const voter of voters.slice(0, 2)) await send(venue.bank, calls.workOff(market, 3, voter.address))
    // Three of the four votes for yes are the first voter's, one the second's.
    expect((await venue.balance(voters[0]!.address)).stake).toBe(11_250n * ONE)
    expect((await venue.balance(voters[1]!.address)).stake).toBe(3_750n * ONE)

    // the other two markets: one undisputed, one voided because nobody cares
    await send(submitter, calls.submit(2, 'no'))
    venue.host.passTimeUntil(venue.host.nowMs() + venue.host.periods.disputeMs)
    await send(venue.bank, calls.finalize(2))
    venue.host.passTimeUntil(endsAtMs + venue.host.periods.voidAfterMs)
    await send(venue.bank, calls.voidMarket(3))

    // settle, release, fees, price chunks, the parlay
    await send(venue.bank, settleParlay({ ...parlay, parlayId: 1 }))
    for (const { address } of [maker, taker, third])
      await send(
        venue.bank,
        settlePosition({ marketId, trader: address, deadlineMs: venue.meaning(1).deadlineMs }),
      )
    for (const orderId of await restingOrders(venue, marketId))
      await send(venue.bank, releaseOrder({ marketId, orderId }))
    await send(venue.bank, payFees({ marketId }))
    const { chunksUsed } = await venue.state('Market', marketId)
    for (let chunk = 0; chunk < 32; chunk++)
      if ((chunksUsed >> BigInt(chunk)) & 1n) await send(venue.bank, sweepChunk({ marketId, chunk }))

    // Nothing is left anywhere, and nobody lost a unit on the way.
    const held = async (address: string) => (await venue.balance(address)).collateral
    for (const address of [marketAddress, contracts.oracle.address, contracts.parlays.address])
      expect(await held(address)).toBe(0n)
    const owned = await Promise.all(wallets.map(({ address }) => held(address)))
    expect(owned.reduce((sum, amount) => sum + amount, 0n)).toBe(funded)
    const all = [marketAddress, ...Object.values(contracts).map(({ address }) => address)]
    for (const address of all) expect((await venue.balance(address)).alph).toBe(ENTRY_DEPOSIT)
    expect((await venue.balance(contracts.vault.address)).stake).toBe(4_333_333n * ONE - 15_000n * ONE)
  },
)

/** Ids of a market's orders that still have an entry. */
async function restingOrders(venue: Venue, marketId: string): Promise<number[]> {
  const { nextOrderId } = await venue.state('Market', marketId)
  const ids: number[] = []
  for (let id = 1; id < Number(nextOrderId); id++)
    if ((await venue.entry('Order', orderEntryId(marketId, id))) !== null) ids.push(id)
  return ids
}
