import { Type } from 'typebox'
import { listPendingReveals as listReveals } from '../../../store/index.ts'
import { readPrivately } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'
import { Address, Strict, Word } from '../../schemas/fields.ts'
import { PendingReveal, revealStatuses } from '../../schemas/oracle.ts'

const limitDefault = 50

export const listPendingReveals = defineRoute({
  method: 'GET',
  path: '/v1/users/{address}/pending-reveals',
  tag: 'users',
  summary: 'A wallet’s committed votes and their reveals, newest first',
  access: 'public',
  params: Type.Object({ address: Address('the wallet') }),
  query: Strict(
    {
      status: Type.Optional(Word([...revealStatuses], 'only these')),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, default: limitDefault, description: 'how many' }),
      ),
    },
    'filter and size',
  ),
  success: {
    status: 200,
    description: 'the newest reveals',
    schema: Strict({ pendingReveals: Type.Array(PendingReveal) }, 'reveals'),
  },
  errors: ['UPSTREAM_TIMEOUT'],
  headers: {
    'X-Block-Height': 'height of the block this answer reflects',
    'X-Index-Lag-Ms': 'lag in milliseconds',
  },
  handler: readPrivately(async ({ params, query, key }, parts) => {
    const voter = rowWallet(params.address, parts)
    const { view, rows } = await listReveals(parts.database, {
      voter,
      limit: query.limit ?? limitDefault,
      isOwner: key !== null && rowWallet(key.ownerAddress, parts) === voter,
      ...(query.status === undefined ? {} : { status: query.status }),
    })
    return { view, text: `{"pendingReveals":${rows}}` }
  }),
})
