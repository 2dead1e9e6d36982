import { findVenueStats } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { readList } from '../../reads/read.ts'
import { answerRecord } from '../../reads/record-answer.ts'
import { defineRoute } from '../../route.ts'

export const getVenueStats = defineRoute(
  operations.getVenueStats,
  readList(async (_request, { database }) => answerRecord(await findVenueStats(database), {})),
)
