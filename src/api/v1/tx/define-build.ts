import type { Static, TObject } from 'typebox'
import type { Builder } from '../../../builder/index.ts'
import { answer, defineRoute, type Route } from '../../route.ts'
import { BuildTx } from '../../schemas/tx.ts'

interface BuildSpec<P extends TObject, B extends TObject> {
  readonly method?: 'POST' | 'DELETE'
  readonly path: `/v1/tx/${string}`
  readonly summary: string
  readonly description?: string
  readonly params?: P
  readonly body: B
  build(builder: Builder, request: { readonly params: Static<P>; readonly body: Static<B> }): Promise<string>
}

const idempotency =
  'Idempotent by body: the same body gives the same unsignedTx and txId until the transaction is in a block, one of its inputs is spent by another, or ten minutes have passed.'

/** What all builds have in common: the scope, the answer, what can go wrong. The answer is the stored text itself. */
export function defineBuild<B extends TObject, P extends TObject = TObject<Record<never, never>>>(
  spec: BuildSpec<P, B>,
): Route {
  return defineRoute({
    method: spec.method ?? 'POST',
    path: spec.path,
    tag: 'tx',
    summary: spec.summary,
    description: spec.description === undefined ? idempotency : `${spec.description} ${idempotency}`,
    access: 'write:tx',
    ...(spec.params === undefined ? {} : { params: spec.params }),
    body: spec.body,
    success: { status: 200, description: 'the unsigned transaction', schema: BuildTx },
    errors: [
      'NOT_FOUND',
      'MARKET_CLOSED',
      'STATE_CONFLICT',
      'INSUFFICIENT_BALANCE',
      'UPSTREAM_TIMEOUT',
      'UPSTREAM_ERROR',
    ],
    handler: async ({ params, body }, { builder }) =>
      answer({
        text: await spec.build(builder, {
          params: params as Static<P>, // the schema named above has checked them
          body: body as Static<B>,
        }),
      }),
  })
}
