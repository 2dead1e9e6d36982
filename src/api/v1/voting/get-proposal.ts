import { findProposal } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { read } from '../../reads/read.ts'
import { answerRecord } from '../../reads/record-answer.ts'
import { defineRoute } from '../../route.ts'

export const getProposal = defineRoute(
  operations.getProposal,
  read(async ({ params }, { database }) =>
    answerRecord(await findProposal(database, params.id), 'proposalId', params.id),
  ),
)
