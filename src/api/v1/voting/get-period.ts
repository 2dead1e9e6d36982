import { findPeriod } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { read } from '../../reads/read.ts'
import { defineRoute } from '../../route.ts'

export const getPeriod = defineRoute(
  operations.getVotingPeriod,
  read(async (_request, { database }) => {
    const { view, text } = await findPeriod(database)
    return { view, text: `{"period":${text ?? 'null'}}` }
  }),
)
