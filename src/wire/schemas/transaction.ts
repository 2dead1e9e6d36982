import * as Type from 'typebox'
import { Address, Amount, Named, Nullable, Timestamp, Word } from './fields.ts'
import { Order } from './order.ts'
import { Trade } from './trade.ts'

const lifecycle = ['unknown', 'mempool', 'included', 'confirmed', 'failed', 'orphaned'] as const

const BuildSummary = Named(
  'BuildSummary',
  {
    kind: Type.String({ description: 'what kind of build' }),
    signerAddress: Address('who signs'),
    collateralRequired: Amount('as the build said'),
    attoNativeAmount: Amount('as the build said'),
    tokens: Type.Array(
      Type.Object({ id: Type.String(), amount: Amount('base units') }, { additionalProperties: false }),
    ),
    expiresAt: Timestamp('until then the same body gets this build, unless it ends sooner'),
    effects: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description:
        'events of the venue as simulated when it was built; the book may move before it is included',
    }),
  },
  'what a build of this service does when it is included as simulated',
)

export const Transaction = Named(
  'Transaction',
  {
    txId: Type.String(),
    status: Word(
      lifecycle,
      'unknown: nobody has seen it; mempool; included: in a block; confirmed: with enough confirmations; failed: in a block without effect; orphaned: its block is no longer of the main chain',
    ),
    blockHash: Nullable(Type.String()),
    blockHeight: Nullable(
      Type.Integer({ minimum: 0, description: 'of the block that holds it, once the index has it' }),
    ),
    indexed: Type.Boolean({
      description: 'reads show what it did; false while the index has not reached its block',
    }),
    confirmations: Type.Integer({ minimum: 0 }),
    orders: Type.Array(Order, { description: 'orders it placed, as far as the index has got' }),
    trades: Type.Array(Trade, { description: 'fills it caused, as far as the index has got' }),
    build: Nullable(BuildSummary),
  },
  'what became of a transaction',
)
