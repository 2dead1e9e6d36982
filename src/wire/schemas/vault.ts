import * as Type from 'typebox'
import { tiers } from '../../domain/index.ts'
import { Address, Amount, Named, Nullable, Strict, Timestamp, Word } from './fields.ts'

export const Vault = Named(
  'Vault',
  {
    address: Address('the wallet'),
    staked: Amount('tokens that count for the tier'),
    tier: Nullable(Word([...tiers.map((tier) => tier.name)], 'by what is staked')),
    weight: Type.Integer({
      minimum: 0,
      maximum: 30,
      description: 'of a vote; also the creator’s share in percent',
    }),
    unlock: Nullable(
      Strict(
        { amount: Amount('on its way out'), unlocksAt: Nullable(Timestamp('when it can be withdrawn')) },
        'a running request to unlock',
      ),
    ),
  },
  'a wallet’s stake',
)
