import { isWallet, parseWallet, refuse } from '../../../domain/index.ts'
import { operations } from '../../../wire/index.ts'
import { invalid } from '../../errors/invalid.ts'
import { defineRoute } from '../../route.ts'

export const fundWallet = defineRoute(operations.fundWallet, async ({ body }, { faucet, venue }) => {
  if (faucet === null) throw refuse('NOT_FOUND')
  const wallet = parseWallet(body.address, venue.group)
  if (!isWallet(wallet))
    throw invalid('address', body.address, 'address must be a wallet of the venue’s group, or groupless')
  return faucet(wallet.address)
})
