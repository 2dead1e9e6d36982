import { Type } from 'typebox'
import { isWallet, parseWallet, refuse } from '../../../domain/index.ts'
import { invalid } from '../../errors/invalid.ts'
import { defineRoute } from '../../route.ts'
import { Address, Named } from '../../schemas/fields.ts'

const FaucetBody = Named('FaucetRequest', { address: Address('the wallet to fund') }, 'whom to fund')

const Funding = Named(
  'Funding',
  { txId: Type.String({ description: 'the transaction that pays' }) },
  'a payment of the faucet',
)

export const fundWallet = defineRoute({
  method: 'POST',
  path: '/v1/faucet',
  tag: 'devnet',
  summary: 'Fund a wallet on the embedded devnet',
  description:
    '100 ALPH, 100,000 collateral and 1,100,000 stake tokens, each in 5 coins; a groupless address in the venue’s group. Everywhere else this path does not exist.',
  access: 'public',
  body: FaucetBody,
  success: { status: 200, description: 'funded', schema: Funding },
  errors: ['NOT_FOUND'],
  async handler({ body }, { faucet, venue }) {
    if (faucet === null) throw refuse('NOT_FOUND')
    const wallet = parseWallet(body.address, venue.group)
    if (!isWallet(wallet))
      throw invalid('address', body.address, 'address must be a wallet of the venue’s group, or groupless')
    return faucet(wallet.address)
  },
})
