import { Type } from 'typebox'
import { tierOf, tiers } from '../../../domain/index.ts'
import { findStake } from '../../../store/index.ts'
import { read, readAlsoAnswers, readHeaders } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'
import { Address, Amount, Named, Nullable, Strict, Timestamp, Word } from '../../schemas/fields.ts'
import { toIsoOrNull } from '../../schemas/iso-time.ts'

const Vault = Named(
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

export const getVault = defineRoute({
  method: 'GET',
  path: '/v1/users/{address}/vault',
  tag: 'users',
  summary: 'A wallet’s stake, tier, weight and running unlock',
  access: 'public',
  params: Type.Object({ address: Address('the wallet') }),
  success: { status: 200, description: 'the stake; zeros for a wallet that never staked', schema: Vault },
  alsoAnswers: readAlsoAnswers,
  errors: ['UPSTREAM_TIMEOUT'],
  headers: readHeaders,
  handler: read(async ({ params }, parts) => {
    const { view, stake } = await findStake(parts.database.points, rowWallet(params.address, parts))
    const tier = tierOf(stake.staked)
    const text = JSON.stringify({
      address: rowWallet(params.address, parts) || params.address,
      staked: String(stake.staked),
      tier: tier.name,
      weight: tier.weight,
      unlock:
        stake.unlocking === 0n && stake.unlockAtMs === null
          ? null
          : { amount: String(stake.unlocking), unlocksAt: toIsoOrNull(stake.unlockAtMs) },
    })
    return { text, view }
  }),
})
