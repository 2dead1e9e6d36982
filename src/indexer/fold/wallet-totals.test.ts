import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { candleStart, ONE, type VenueEvent } from '../../domain/index.ts'
import { VENUE } from '../wallet-totals.ts'
import { createWorkspace } from '../workspace.ts'
import { foldEvent } from './fold-event.ts'

const marketAddress = '25kE2CyHzKVP5m2CAYAvPYxemhFKdXtXkkwdcTTcGVLH5'
const NOW = 1_800_000_000_000
const NONE = { profit: 0n, volume: 0n, referralFees: 0n, creatorFees: 0n, submitterFees: 0n }

const order = { type: 'OrderPlaced', marketAddress, timeInForce: 'gtc', isMarketOrder: false } as const
const fill = { type: 'OrderFilled', marketAddress } as const
const offer = { type: 'ParlayOffered', maker: 'ann', combinedOdds: 3000, legs: [], terms: '00' } as const

/** Ann and Bob make ten pairs; Bob, sent by Ref, sells Ann's bid four no for more than they cost him. */
const events: VenueEvent[] = [
  { type: 'PeriodOpened', periodId: 1, startsAtMs: NOW, endsAtMs: NOW + 1, opener: 'eve' },
  {
    type: 'ProposalCreated',
    proposalId: 1,
    periodId: 1,
    proposer: 'eve',
    legCount: 0,
    endsAtMs: NOW + 1,
    creatorShare: 3,
    textHash: '00',
    deposit: ONE,
  },
  {
    type: 'MarketDeployed',
    marketId: 1,
    marketAddress,
    proposalId: 1,
    leg: 0,
    eventId: null,
    creator: 'eve',
    creatorShare: 3,
    endsAtMs: NOW + 1,
  },
  {
    ...order,
    orderId: 1,
    trader: 'ann',
    side: 'buy',
    outcome: 'yes',
    price: 600,
    quantity: 10n * ONE,
    referer: null,
  },
  {
    ...order,
    orderId: 2,
    trader: 'bob',
    side: 'buy',
    outcome: 'no',
    price: 400,
    quantity: 10n * ONE,
    referer: null,
  },
  {
    ...fill,
    orderId: 2,
    makerOrderId: 1,
    maker: 'ann',
    fillType: 'mint',
    price: 600,
    quantity: 10n * ONE,
    makerCollateral: 6n * ONE,
    makerRemaining: 0n,
  },
  {
    ...order,
    orderId: 3,
    trader: 'ann',
    side: 'buy',
    outcome: 'no',
    price: 500,
    quantity: 4n * ONE,
    referer: null,
  },
  {
    ...order,
    orderId: 4,
    trader: 'bob',
    side: 'sell',
    outcome: 'no',
    price: 500,
    quantity: 4n * ONE,
    referer: 'ref',
  },
  {
    ...fill,
    orderId: 4,
    makerOrderId: 3,
    maker: 'ann',
    fillType: 'transfer',
    price: 500,
    quantity: 4n * ONE,
    makerCollateral: 2n * ONE,
    makerRemaining: 0n,
  },
  {
    type: 'FeeCharged',
    marketAddress,
    orderId: 4,
    notional: 2n * ONE,
    fee: 100n,
    refererFee: 11n,
    creatorFee: 3n,
    treasuryFee: 86n,
  },
  { type: 'FeesPaid', marketAddress, creatorAmount: 3n, treasuryAmount: 50n },
  { type: 'SubmitterPaid', marketAddress, submitter: 'sub', amount: 7n },
  { ...offer, parlayId: 1, amount: 10n, takerAmount: 20n, expiresAtMs: NOW + 1 },
  { type: 'ParlayTaken', parlayId: 1, taker: 'tak' },
  { type: 'ParlaySettled', parlayId: 1, result: 'taker', makerPayout: 0n, takerPayout: 30n },
]

describeOnBothDatabases('totals of wallets', (context) => {
  test('default: volume, fees and what was won or lost, of all time and of the hour', async () => {
    const rows = createWorkspace()
    rows.enterBlock(1, true)
    for (const [eventIndex, event] of events.entries())
      foldEvent({ event, place: { height: 1, timestampMs: NOW, txId: 'tx', eventIndex } }, rows)
    const totals = await rows.walletTotals.resolve(context.database, () => true)
    // Four and two of collateral were taken, and a fee of 2.5 % of each is the taker's loss.
    const fees = (15n * ONE) / 100n
    const expected = {
      ann: { profit: -10n, volume: 6n * ONE },
      bob: { profit: (2n * ONE) / 5n - fees, volume: 6n * ONE },
      [VENUE]: { volume: 6n * ONE },
      ref: { referralFees: 11n },
      eve: { creatorFees: 3n },
      sub: { submitterFees: 7n },
      tak: { profit: 10n },
    }
    for (const [wallet, sums] of Object.entries(expected))
      for (const [interval, startMs] of [['all', 0] as const, ['1h', candleStart('1h', NOW)] as const])
        expect(totals.find(`${interval}|${startMs}|${wallet}`)).toEqual({
          ...NONE,
          ...sums,
          wallet,
          interval,
          startMs,
        })
  })
})
