import * as Type from 'typebox'
import { activityTypes, outcomes, sides } from '../../domain/index.ts'
import { Address, Amount, Named, Nullable, SignedAmount, Timestamp, Word } from './fields.ts'

const Whole = (description: string) => Nullable(Type.Integer({ minimum: 0, description }))

export const Activity = Named(
  'Activity',
  {
    id: Type.Integer({ minimum: 1 }),
    type: Word([...activityTypes], 'what happened'),
    at: Timestamp('block time'),
    blockHeight: Type.Integer({ minimum: 0 }),
    txId: Nullable(Type.String({ description: 'null: block time did it' })),
    marketAddress: Nullable(Address('the market it is about')),
    marketId: Nullable(Type.Integer({ minimum: 1 })),
    orderId: Whole('the market’s own number of the order'),
    side: Nullable(Word(sides, 'of the order')),
    outcome: Nullable(Word(outcomes, 'of the order, or of the shares that were paid')),
    price: Nullable(
      Type.Integer({ minimum: 1, maximum: 999, description: 'of the order; of a fill what was paid' }),
    ),
    quantity: Nullable(Amount('shares; of votes their weight, of stakes tokens, of liquidity its shares')),
    collateral: Nullable(
      SignedAmount('what it brought or cost, without fee; what orders lock and get back is not counted'),
    ),
    fee: Nullable(Amount('paid as taker, in collateral')),
    native: Nullable(SignedAmount('native coins it brought or cost, without gas')),
    stake: Nullable(SignedAmount('stake tokens that came to or left the wallet')),
    reference: Whole('id of the trade, parlay or proposal; number of the submission or round'),
    note: Nullable(Type.String({ description: 'maker or taker, why it ended, how it was voted' })),
  },
  'one thing a wallet did, or that was done to what it has',
)

export const actionTypes = [
  'reveal',
  'commit',
  'vote',
  'withdraw',
  'settle',
  'claim-bond',
  'order-expiring',
] as const

export const Action = Named(
  'Action',
  {
    action: Word(actionTypes, 'what to do'),
    by: Nullable(Timestamp('when it is too late; null: it can wait')),
    marketAddress: Nullable(Address('the market it is about')),
    marketId: Nullable(Type.Integer({ minimum: 1 })),
    question: Nullable(Type.String()),
    reference: Whole('of a vote the period, of a commit or reveal the round, of an order its orderId'),
    amount: Nullable(Amount('collateral to get; of a withdrawal stake tokens; of a vote the proposals left')),
  },
  'something a wallet should do now',
)
