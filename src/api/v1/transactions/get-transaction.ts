import { operations, toIso } from '../../../wire/index.ts'
import { readPrivately } from '../../reads/read.ts'
import { defineRoute } from '../../route.ts'

export const getTransaction = defineRoute(
  operations.getTransaction,
  readPrivately(async ({ params }, { builder, index }) => {
    const status = await index.current()
    const { build, ...report } = await builder.getTransaction(params.txId.toLowerCase())
    const shown =
      build === null ? null : { ...build, expiresAtMs: undefined, expiresAt: toIso(build.expiresAtMs) }
    return {
      text: JSON.stringify({ ...report, build: shown }),
      view: { height: status?.height ?? 0, revision: status?.revision ?? 0 },
    }
  }),
)
