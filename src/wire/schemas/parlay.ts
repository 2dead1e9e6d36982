import * as Type from 'typebox'
import { outcomes } from '../../domain/index.ts'
import { Address, Amount, Named, Nullable, Timestamp, Word } from './fields.ts'
import { Choice } from './filters.ts'

const parlayStatuses = ['open', 'taken', 'settled', 'cancelled', 'expired'] as const

/** Which parlays a list shows. */
export const ParlayStatus = (byDefault: 'open' | 'all') =>
  Choice([...parlayStatuses, 'all'], byDefault, 'which of them')

const Maybe = (description: string) => Nullable(Timestamp(description))

export const Parlay = Named(
  'Parlay',
  {
    id: Type.Integer({ minimum: 1 }),
    maker: Address('who offers and bets on every leg'),
    taker: Nullable(Address('who bets against')),
    amount: Amount('collateral of the maker'),
    combinedOdds: Amount('thousandths: 5000 pays five times the stake'),
    takerAmount: Amount('collateral the other side locks'),
    legs: Type.Array(
      Type.Object(
        { marketAddress: Address('the leg’s market'), outcome: Word(outcomes, 'what the maker bets on') },
        { additionalProperties: false },
      ),
    ),
    expiresAt: Timestamp('until when it can be taken'),
    status: Word([...parlayStatuses], 'open until taken, cancelled or expired; settled when paid'),
    result: Nullable(Type.String({ description: 'who won, once settled' })),
    makerPayout: Nullable(Amount('paid to the maker')),
    takerPayout: Nullable(Amount('paid to the taker')),
    txId: Type.String(),
    createdAt: Timestamp('block time of the offer'),
    takenAt: Maybe('block time'),
    endedAt: Maybe('block time'),
    updatedAt: Timestamp('last change'),
  },
  'an offer on several outcomes together',
)
