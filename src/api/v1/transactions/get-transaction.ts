import { readHeaders, readPrivately } from '../../reads/read.ts'
import { defineRoute } from '../../route.ts'
import { toIso } from '../../schemas/iso-time.ts'
import { Transaction, TransactionPath } from '../../schemas/transaction.ts'

const { ETag: _, ...headers } = readHeaders

export const getTransaction = defineRoute({
  method: 'GET',
  path: '/v1/transactions/{txId}',
  tag: 'transactions',
  summary: 'What became of a transaction',
  description: 'Never cached: what the mempool knows no block has said.',
  access: 'public',
  params: TransactionPath,
  success: { status: 200, description: 'its state, what it caused, and what was built', schema: Transaction },
  errors: ['UPSTREAM_TIMEOUT', 'UPSTREAM_ERROR'],
  headers,
  handler: readPrivately(async ({ params }, { builder, index }) => {
    const status = await index.current()
    const { build, ...report } = await builder.getTransaction(params.txId.toLowerCase())
    const shown =
      build === null ? null : { ...build, expiresAtMs: undefined, expiresAt: toIso(build.expiresAtMs) }
    return {
      text: JSON.stringify({ ...report, build: shown }),
      view: { height: status?.height ?? 0, revision: status?.revision ?? 0 },
    }
  }),
})
