import { assert } from '../../../kit/index.ts'
import { listPendingReveals } from '../../../store/index.ts'
import { INTEGER_MAX, operations } from '../../../wire/index.ts'
import { Answer, defineRoute } from '../../route.ts'

export const relayReveal = defineRoute(operations.relayReveal, async ({ body }, { database, relay }) => {
  const { id, voter } = await relay.accept({
    ...body,
    voteChoice: body.voteChoice as 1 | 2 | 3, // the schema's bounds
    commitTxId: body.commitTxId.toLowerCase(),
  })
  const { rows } = await listPendingReveals(database, { voter, id, limit: 1, isOwner: false })
  assert(id <= INTEGER_MAX && rows !== '[]', 'a relayed reveal is listed at once')
  return new Answer({ text: rows.slice(1, -1) })
})
