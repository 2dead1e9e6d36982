import * as Type from 'typebox'
import { fillTypes, outcomes, sides } from '../../domain/index.ts'
import { Address, Amount, Named, Nullable, Timestamp, Word } from './fields.ts'

export const Trade = Named(
  'Trade',
  {
    id: Type.Integer({ minimum: 1 }),
    marketAddress: Address('the market’s contract'),
    txId: Type.String({ description: 'transaction that filled' }),
    buyOrderId: Type.Integer({ description: 'the order that buys yes or sells no' }),
    sellOrderId: Type.Integer({ description: 'the order that sells yes or buys no' }),
    fillType: Word(
      fillTypes,
      'transfer: shares change hands; mint: a pair is funded; merge: a pair is burnt',
    ),
    outcome: Word(outcomes, 'the taker’s outcome'),
    side: Word(sides, 'the taker’s side'),
    isBuy: Type.Boolean({ description: 'the taker buys' }),
    price: Type.Integer({ minimum: 1, maximum: 999, description: 'thousandths, in the taker’s outcome' }),
    quantity: Amount('shares'),
    amountUsd: Amount('price × quantity / 1000, rounded down'),
    fee: Amount('the taker’s, in collateral: what this fill added to it'),
    makerAddress: Address('owner of the resting order'),
    takerAddress: Address('owner of the order that met it'),
    refererAddress: Nullable(Address('who referred the taker')),
    fillTimestamp: Type.Integer({ description: 'block time, Unix milliseconds' }),
    createdAt: Timestamp('block time'),
  },
  'one fill',
)
