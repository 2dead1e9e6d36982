import { Type } from 'typebox'
import { assert } from '../../../kit/index.ts'
import { listPendingReveals } from '../../../store/index.ts'
import { answer, defineRoute } from '../../route.ts'
import { Address, INTEGER_MAX, Strict } from '../../schemas/fields.ts'
import { PendingReveal } from '../../schemas/oracle.ts'

const Bytes32 = (description: string) =>
  Type.String({ pattern: '^(0x)?[0-9a-fA-F]{64}$', minLength: 64, maxLength: 66, description })

export const relayReveal = defineRoute({
  method: 'POST',
  path: '/v1/oracle/pending-reveals',
  tag: 'oracle',
  summary: 'Let the venue reveal a committed vote',
  description:
    'Give vote and salt after committing; the keeper reveals them when the window opens. No key is needed: only the right salt opens a commit. The salt is stored encrypted and never shown.',
  access: 'public',
  body: Strict(
    {
      marketAddress: Address('the market’s contract'),
      voterAddress: Address('who committed'),
      voteRound: Type.Integer({ minimum: 1, maximum: 4_294_967_295, description: 'round of the commit' }),
      voteChoice: Type.Integer({ minimum: 1, maximum: 3, description: '1 yes, 2 no, 3 too early' }),
      salt: Bytes32('32 bytes, hex'),
      commitTxId: Type.String({ pattern: '^[0-9a-fA-F]{64}$', description: 'transaction of the commit' }),
    },
    'a vote to reveal',
  ),
  success: {
    status: 200,
    description: 'stored; the same body again gives the same record',
    schema: PendingReveal,
  },
  errors: ['NOT_FOUND', 'STATE_CONFLICT', 'UPSTREAM_TIMEOUT', 'UPSTREAM_ERROR'],
  async handler({ body }, { database, relay }) {
    const { id, voter } = await relay.accept({
      ...body,
      voteChoice: body.voteChoice as 1 | 2 | 3, // the schema's bounds
      commitTxId: body.commitTxId.toLowerCase(),
    })
    const { rows } = await listPendingReveals(database, {
      voter,
      id,
      limit: 1,
      isOwner: false,
    })
    assert(id <= INTEGER_MAX && rows !== '[]', 'a relayed reveal is listed at once')
    return answer({ text: rows.slice(1, -1) })
  },
})
