import * as Type from 'typebox'
import { outcomes, sides } from '../../domain/index.ts'
import { Address, Amount, Named, Nullable, Timestamp, Word } from './fields.ts'

export const Order = Named(
  'Order',
  {
    id: Type.Integer({ minimum: 1 }),
    marketAddress: Address('the market’s contract'),
    marketId: Type.Integer({ minimum: 1 }),
    orderId: Type.Integer({ minimum: 1, description: 'the market’s own number of this order' }),
    trader: Address('who placed it'),
    side: Word(sides, 'buy or sell'),
    outcome: Word(outcomes, 'yes or no'),
    price: Type.Integer({ minimum: 1, maximum: 999, description: 'thousandths' }),
    quantity: Amount('shares asked for'),
    filled: Amount('shares filled so far'),
    fee: Amount('paid as taker, in collateral'),
    cancelled: Type.Boolean(),
    isMarketOrder: Type.Boolean(),
    orderTimestamp: Type.Integer({ description: 'block time, Unix milliseconds' }),
    refererAddress: Nullable(Address('who referred the trader')),
    txId: Type.String(),
    createdAt: Timestamp('block time'),
    expiresAt: Nullable(Timestamp('when it ends by itself')),
  },
  'an order, resting or ended',
)

export const Position = Named(
  'Position',
  {
    id: Type.Integer({ minimum: 1 }),
    userAddress: Address('whose it is'),
    marketId: Type.Integer({ minimum: 1 }),
    positionType: Word(outcomes, 'yes or no'),
    shares: Amount('held, locked ones included'),
    entryPrice: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 999,
        description: 'average buy price of the shares held, without fee',
      }),
    ),
    potentialPayout: Amount('what the shares would pay; after resolution what was paid'),
    isSettled: Type.Boolean(),
    lockedCollateral: Amount('held by resting buys of this outcome'),
    lockedShares: Amount('in resting sells'),
    createdAt: Timestamp('first order in this outcome'),
    updatedAt: Timestamp('last change'),
  },
  'what a wallet holds of one outcome',
)
