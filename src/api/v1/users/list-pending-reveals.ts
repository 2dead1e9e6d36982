import { listPendingReveals as listReveals } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { filteredMarket } from '../../reads/market-filter.ts'
import { readPrivately } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const listPendingReveals = defineRoute(
  operations.listPendingReveals,
  readPrivately(async ({ params, query, key }, parts) => {
    const voter = rowWallet(params.address, parts)
    const { view, rows } = await listReveals(parts.database, {
      voter,
      status: query.status,
      limit: query.limit,
      marketId: await filteredMarket(query, parts),
      isOwner: key !== null && rowWallet(key.ownerAddress, parts) === voter,
    })
    return { view, text: `{"pendingReveals":${rows}}` }
  }),
)
