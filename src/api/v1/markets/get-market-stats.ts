import { findMarketStats } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { read } from '../../reads/read.ts'
import { answerRecord } from '../../reads/record-answer.ts'
import { rowMarket } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const getMarketStats = defineRoute(
  operations.getMarketStats,
  read(async ({ params }, parts) =>
    answerRecord(
      await findMarketStats(parts.database, rowMarket(params.address, parts)),
      'marketAddress',
      params.address,
    ),
  ),
)
