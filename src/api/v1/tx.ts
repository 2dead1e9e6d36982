import type { Builder } from '../../builder/index.ts'
import type { JsonObject } from '../../kit/index.ts'
import { type BodyOf, type Operation, operations, type ParamsOf } from '../../wire/index.ts'
import { Answer, defineRoute, type Route } from '../route.ts'

/** A build answers with the stored text itself. */
function defineBuild<O extends Operation>(
  operation: O,
  build: (
    builder: Builder,
    request: { readonly params: ParamsOf<O>; readonly body: BodyOf<O> },
  ) => Promise<string>,
): Route {
  return defineRoute(
    operation,
    async ({ params, body }, { builder }) => new Answer({ text: await build(builder, { params, body }) }),
  )
}

/** `metadata` was parsed from JSON a moment ago; the schema only knows that it is an object. */
const withMetadata = <T extends { metadata?: Record<string, unknown> }>({ metadata, ...rest }: T) => ({
  ...rest,
  ...(metadata === undefined ? {} : { metadata: metadata as JsonObject }),
})

/** The unsigned transactions, in the order of the reference. */
export const builds: readonly Route[] = [
  defineBuild(operations.placeOrder, (builder, { params, body }) =>
    builder.placeOrder({ ...body, marketAddress: params.address }),
  ),
  defineBuild(operations.cancelOrder, (builder, { params, body }) =>
    builder.cancelOrder({ ...body, marketAddress: params.address, orderId: params.id, method: 'DELETE' }),
  ),
  defineBuild(operations.cancelOrderByPost, (builder, { params, body }) =>
    builder.cancelOrder({ ...body, marketAddress: params.address, orderId: params.id, method: 'POST' }),
  ),
  defineBuild(operations.cancelAll, (builder, { params, body }) =>
    builder.cancelAll({ ...body, marketAddress: params.address }),
  ),
  defineBuild(operations.replaceQuotes, (builder, { params, body }) =>
    builder.quote({ ...body, marketAddress: params.address }),
  ),
  defineBuild(operations.split, (builder, { params, body }) =>
    builder.split({ ...body, marketAddress: params.address }),
  ),
  defineBuild(operations.merge, (builder, { params, body }) =>
    builder.merge({ ...body, marketAddress: params.address }),
  ),
  defineBuild(operations.settle, (builder, { params, body }) =>
    builder.settle({ ...body, marketAddress: params.address }),
  ),
  defineBuild(operations.vaultDeposit, (builder, { body }) => builder.vaultDeposit(body)),
  defineBuild(operations.vaultUnlock, (builder, { body }) => builder.vaultUnlock(body)),
  defineBuild(operations.vaultWithdraw, (builder, { body }) => builder.vaultWithdraw(body)),
  defineBuild(operations.vote, (builder, { body }) => builder.votingVote(body)),
  defineBuild(operations.proposeSingle, (builder, { body }) => builder.proposeSingle(withMetadata(body))),
  defineBuild(operations.proposeLinked, (builder, { body }) =>
    builder.proposeLinked({ ...body, legs: body.legs.map(withMetadata) }),
  ),
  defineBuild(operations.offerParlay, (builder, { body }) => builder.offerParlay(body)),
  defineBuild(operations.takeParlay, (builder, { params, body }) =>
    builder.takeParlay({ ...body, parlayId: params.id }),
  ),
  defineBuild(operations.cancelParlay, (builder, { params, body }) =>
    builder.cancelParlay({ ...body, parlayId: params.id }),
  ),
  defineBuild(operations.submitOutcome, (builder, { body }) => builder.oracleSubmit(body)),
  defineBuild(operations.disputeOutcome, (builder, { body }) => builder.oracleDispute(body)),
  defineBuild(operations.commitVote, (builder, { body }) => builder.oracleCommit(body)),
  defineBuild(operations.revealVote, (builder, { body }) => builder.oracleReveal(body)),
]
