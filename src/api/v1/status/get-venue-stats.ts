import { assert } from '../../../kit/index.ts'
import { findVenueStats } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { readList } from '../../reads/read.ts'
import { defineRoute } from '../../route.ts'

export const getVenueStats = defineRoute(
  operations.getVenueStats,
  readList(async (_request, { database }) => {
    const { text, view } = await findVenueStats(database)
    assert(text !== null, 'a venue has numbers before its first block, too')
    return { text, view }
  }),
)
