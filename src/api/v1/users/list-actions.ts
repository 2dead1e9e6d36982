import { listActions as list } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { readList } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const listActions = defineRoute(
  operations.listActions,
  readList(async ({ params }, parts) => {
    const { view, rows } = await list(parts.database, rowWallet(params.address, parts))
    return { view, text: `{"actions":${rows}}` }
  }),
)
