import { listLeaders } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { readList } from '../../reads/read.ts'
import { defineRoute } from '../../route.ts'

const dayMs = 86_400_000
const windows = { '1d': dayMs, '1w': 7 * dayMs, all: null } as const

export const getLeaderboard = defineRoute(
  operations.getLeaderboard,
  readList(async ({ query }, { database }) => {
    const { by, window, limit } = query
    const { view, rows } = await listLeaders(database, { by, windowMs: windows[window], limit })
    return { view, text: `{"wallets":${rows}}` }
  }),
)
