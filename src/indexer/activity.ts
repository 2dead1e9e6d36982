import { outcomes, type VenueEvent, type VoteChoice } from '../domain/index.ts'
import type { OrderRow } from '../store/index.ts'
import type { Entry } from './activity-entry.ts'
import { marketOf } from './fold/market-of.ts'
import { payoutOf } from './fold/payout-of.ts'
import type { Place, PlacedEvent } from './place.ts'
import { keys, type Workspace } from './workspace.ts'

/** The event of that name; some events share their shape. */
type EventOf<T, E = VenueEvent> = E extends { readonly type: infer Names }
  ? T extends Names
    ? E
    : never
  : never

type EntriesOf = {
  readonly [T in VenueEvent['type']]?: (event: EventOf<T>, rows: Workspace, place: Place) => readonly Entry[]
}

const voteWords: Readonly<Record<VoteChoice, string>> = { 1: 'yes', 2: 'no', 3: 'too-early' }

const termsOf = ({ marketId, orderId, side, outcome, price }: OrderRow) => ({
  marketId,
  orderId,
  side,
  outcome,
  price,
})

/** An order that ended without an event of its own. */
export const endedOrder = (order: OrderRow, note: 'expired' | 'resolved'): Entry => ({
  ...termsOf(order),
  wallet: order.trader,
  type: 'order-cancelled',
  quantity: order.quantity - order.filled,
  note,
})

/** Of each event, after its fold, whose history it belongs to. Events that are nobody's doing have no entry. */
const entriesOf: EntriesOf = {
  OrderPlaced: ({ marketAddress, orderId, trader, quantity }, rows) => {
    const order = rows.orders.get(keys.order(marketOf(rows, marketAddress).id, orderId))
    return [{ ...termsOf(order), wallet: trader, type: 'order-placed', quantity }]
  },

  OrderFilled: ({ marketAddress, orderId, makerOrderId, price, quantity }, rows) => {
    const market = marketOf(rows, marketAddress)
    const trade = rows.trades.at(-1)!
    const filled = (order: OrderRow, amount: bigint) => ({
      ...termsOf(order),
      wallet: order.trader,
      type: 'order-filled' as const,
      quantity,
      collateral: order.side === 'buy' ? -amount : amount,
      reference: trade.id,
    })
    const maker = rows.orders.get(keys.order(market.id, makerOrderId))
    const taker = rows.orders.get(keys.order(market.id, orderId))
    return [
      { ...filled(maker, trade.makerCollateral), price, fee: 0n, note: 'maker' },
      { ...filled(taker, trade.takerCollateral), price: trade.price, fee: trade.fee, note: 'taker' },
    ]
  },

  /** One that had expired was noted when its time came: this gives back what it held, whoever asked for it. */
  OrderCancelled: ({ marketAddress, orderId, trader, reason, remaining }, rows, { timestampMs }) => {
    const order = rows.orders.get(keys.order(marketOf(rows, marketAddress).id, orderId))
    const wasDead = order.expiresAtMs !== null && order.expiresAtMs <= timestampMs
    const type = wasDead ? 'order-released' : 'order-cancelled'
    return [{ ...termsOf(order), wallet: trader, type, quantity: remaining, note: reason }]
  },

  OrderReleased: ({ marketAddress, orderId, trader, remaining, payout }, rows) => {
    const order = rows.orders.get(keys.order(marketOf(rows, marketAddress).id, orderId))
    const collateral = order.side === 'sell' ? { collateral: payout } : {}
    return [
      {
        ...termsOf(order),
        ...collateral,
        wallet: trader,
        type: 'order-released',
        quantity: remaining,
        note: 'resolved',
      },
    ]
  },

  PairsSplit: ({ marketAddress, trader, quantity }, rows) => [
    {
      wallet: trader,
      type: 'split',
      marketId: marketOf(rows, marketAddress).id,
      quantity,
      collateral: -quantity,
    },
  ],
  PairsMerged: ({ marketAddress, trader, quantity }, rows) => [
    {
      wallet: trader,
      type: 'merged',
      marketId: marketOf(rows, marketAddress).id,
      quantity,
      collateral: quantity,
    },
  ],
  /** Each outcome by itself: only so can be said what the shares that were paid had cost. */
  PositionSettled: (event, rows) => {
    const market = marketOf(rows, event.marketAddress)
    return outcomes
      .filter((outcome) => event[outcome] > 0n)
      .map((outcome) => ({
        wallet: event.trader,
        type: 'settled',
        marketId: market.id,
        outcome,
        quantity: event[outcome],
        collateral: payoutOf(outcome, event[outcome], market),
      }))
  },

  FeeCharged: ({ marketAddress, orderId, refererFee }, rows) => {
    const market = marketOf(rows, marketAddress)
    const { refererAddress } = rows.orders.get(keys.order(market.id, orderId))
    return earned(refererAddress, market.id, refererFee, 'referral')
  },
  FeesPaid: ({ marketAddress, creatorAmount }, rows) => {
    const market = marketOf(rows, marketAddress)
    return earned(market.creator, market.id, creatorAmount, 'creator')
  },
  SubmitterPaid: ({ marketAddress, submitter, amount }, rows) =>
    earned(submitter, marketOf(rows, marketAddress).id, amount, 'submitter'),

  ParlayOffered: ({ parlayId, maker, amount }) => [
    { wallet: maker, type: 'parlay-offered', collateral: -amount, reference: parlayId },
  ],
  ParlayTaken: ({ parlayId, taker }, rows) => {
    const { takerAmount } = rows.parlays.get(String(parlayId))
    return [{ wallet: taker, type: 'parlay-taken', collateral: -takerAmount, reference: parlayId }]
  },
  ParlayRefunded: ({ parlayId, maker, expired }, rows) => {
    const { amount } = rows.parlays.get(String(parlayId))
    const note = expired ? 'expired' : 'owner'
    return [{ wallet: maker, type: 'parlay-refunded', collateral: amount, reference: parlayId, note }]
  },
  ParlaySettled: ({ parlayId, result, makerPayout, takerPayout }, rows) => {
    const { maker, taker } = rows.parlays.get(String(parlayId))
    const settled = { type: 'parlay-settled' as const, reference: parlayId, note: result }
    return [
      { ...settled, wallet: maker, collateral: makerPayout },
      ...(taker === null ? [] : [{ ...settled, wallet: taker, collateral: takerPayout }]),
    ]
  },

  Staked: ({ wallet, amount }) => [{ wallet, type: 'staked', stake: -amount }],
  UnlockStarted: ({ wallet, amount }) => [{ wallet, type: 'unlock-started', quantity: amount }],
  Withdrawn: ({ wallet, amount }) => [{ wallet, type: 'withdrawn', stake: amount }],
  Slashed: ({ wallet, amount }) => [{ wallet, type: 'slashed', quantity: amount }],

  ProposalCreated: ({ proposalId, proposer, deposit }) => [
    { wallet: proposer, type: 'proposed', native: -deposit, reference: proposalId },
  ],
  ProposalRefunded: ({ proposalId, proposer, amount }) => [
    { wallet: proposer, type: 'deposit-refunded', native: amount, reference: proposalId },
  ],
  VoteCast: ({ proposalId, voter, weight }) => [
    { wallet: voter, type: 'voted', quantity: BigInt(weight), reference: proposalId },
  ],

  OutcomeSubmitted: ({ marketId, submitter, outcome, bond, submission }) => [
    {
      wallet: submitter,
      type: 'outcome-submitted',
      marketId,
      collateral: -bond,
      reference: submission,
      note: voteWords[outcome],
    },
  ],
  OutcomeDisputed: ({ marketId, disputer, outcome, bond, submission }) => [
    {
      wallet: disputer,
      type: 'outcome-disputed',
      marketId,
      collateral: -bond,
      reference: submission,
      note: voteWords[outcome],
    },
  ],
  BondLowered: ({ marketId, holder, returned, submission }) => [
    { wallet: holder, type: 'bond-settled', marketId, collateral: returned, reference: submission },
  ],
  BondSettled: ({ marketId, holder, paid, submission }) => [
    { wallet: holder, type: 'bond-settled', marketId, collateral: paid, reference: submission },
  ],
  VoteCommitted: ({ marketId, voter, round, weight }) => [
    { wallet: voter, type: 'vote-committed', marketId, quantity: BigInt(weight), reference: round },
  ],
  VoteRevealed: ({ marketId, voter, round, vote, weight }) => [
    {
      wallet: voter,
      type: 'vote-revealed',
      marketId,
      quantity: BigInt(weight),
      reference: round,
      note: voteWords[vote],
    },
  ],
  CommitWorkedOff: ({ marketId, voter, round, stakeReward, bondReward }) =>
    stakeReward === 0n && bondReward === 0n
      ? []
      : [
          {
            wallet: voter,
            type: 'vote-rewarded',
            marketId,
            collateral: bondReward,
            quantity: stakeReward,
            reference: round,
          },
        ],

  NativeBought: ({ trader, nativeAmount, collateralAmount }) => [
    { wallet: trader, type: 'native-bought', native: nativeAmount, collateral: -collateralAmount },
  ],
  NativeSold: ({ trader, nativeAmount, collateralAmount }) => [
    { wallet: trader, type: 'native-sold', native: -nativeAmount, collateral: collateralAmount },
  ],
  LiquidityAdded: ({ provider, nativeAmount, collateralAmount, shares }) => [
    {
      wallet: provider,
      type: 'liquidity-added',
      native: -nativeAmount,
      collateral: -collateralAmount,
      quantity: shares,
    },
  ],
  LiquidityRemoved: ({ provider, nativeAmount, collateralAmount, shares }) => [
    {
      wallet: provider,
      type: 'liquidity-removed',
      native: nativeAmount,
      collateral: collateralAmount,
      quantity: shares,
    },
  ],
}

const earned = (wallet: string | null, marketId: number, amount: bigint, note: string): readonly Entry[] =>
  wallet === null || amount === 0n
    ? []
    : [{ wallet, type: 'fee-received', marketId, collateral: amount, note }]

/** Adds an event to the histories of those who took part in it. */
export function noteActivity({ event, place }: PlacedEvent, rows: Workspace): void {
  const entries = entriesOf[event.type] as
    | ((event: VenueEvent, rows: Workspace, place: Place) => readonly Entry[])
    | undefined // the table pairs each type with its own function
  for (const entry of entries?.(event, rows, place) ?? [])
    rows.addActivity(entry, place.height, place.timestampMs, place.txId)
}
