import { findDispute } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { read } from '../../reads/read.ts'
import { answerRecord } from '../../reads/record-answer.ts'
import { rowMarket } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const getDispute = defineRoute(
  operations.getDispute,
  read(async ({ params }, parts) =>
    answerRecord(
      await findDispute(parts.database, rowMarket(params.address, parts), parts.venue),
      'marketAddress',
      params.address,
    ),
  ),
)
