import { votesFrom } from '../../../domain/index.ts'
import { listActions as list } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { readList } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const listActions = defineRoute(
  operations.listActions,
  readList(async ({ params }, parts) => {
    const { view, rows } = await list(parts.database, {
      wallet: rowWallet(params.address, parts),
      votesFrom: votesFrom(10n ** BigInt(parts.venue.tokens.stake.decimals)),
    })
    return { view, text: `{"actions":${rows}}` }
  }),
)
