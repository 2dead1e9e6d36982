import * as Type from 'typebox'
import { tiers } from '../../domain/index.ts'
import { Address, Amount, Named, Nullable, Strict, Timestamp, Word } from './fields.ts'

/** Anybody may send anybody tokens: the first of them by id are shown. */
export const OTHER_TOKENS_MAX = 100

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

const balance = {
  amount: Amount('base units, locked ones included'),
  locked: Amount('of these, in coins that cannot be spent before their lock time'),
}

export const Balances = Named(
  'Balances',
  {
    address: Address('the wallet'),
    native: Strict(balance, 'ALPH, 18 decimals'),
    collateral: Strict(balance, 'the token markets are traded in'),
    stake: Strict(balance, 'the token that is staked'),
    others: Type.Array(
      Strict({ tokenId: Type.String({ pattern: '^[0-9a-f]{64}$' }), ...balance }, 'a token'),
      {
        maxItems: OTHER_TOKENS_MAX,
        description: 'other tokens by id',
      },
    ),
    coins: Type.Integer({ minimum: 0, description: 'unspent outputs that hold all of it' }),
  },
  'a wallet’s coins, with what the mempool does to them',
)
