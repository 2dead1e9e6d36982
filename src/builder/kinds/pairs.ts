import {
  contractAddressOf,
  mergePairs,
  positionEntryId,
  readEntry,
  splitPairs,
} from '../../bindings/index.ts'
import { outcomes } from '../../domain/index.ts'
import { readQuantity } from '../amount-field.ts'
import {
  assertTrading,
  assertUnresolved,
  getIndexedMarket,
  getMarket,
  readMarketRef,
} from '../find-market.ts'
import { withoutHoldings } from '../insufficient.ts'
import type { Kind } from '../kind.ts'
import { prepareCall } from '../prepare-call.ts'
import type { SignerFields } from '../signer.ts'

export interface PairsRequest extends SignerFields {
  readonly marketAddress: string
  readonly quantity: string
}

/** Collateral becomes as many yes and no shares. */
export const splitKind: Kind<PairsRequest> = {
  name: 'split',
  read(request, { venue }) {
    const ref = readMarketRef('address', request.marketAddress, venue)
    const quantity = readQuantity('quantity', request.quantity)
    return {
      method: 'POST',
      path: `/v1/tx/markets/${ref.address}/split`,
      body: { quantity: String(quantity) },
      ownReasons: [],
      async prepare(context) {
        const market = await getMarket(context, ref)
        assertTrading(market)
        const call = splitPairs({
          marketId: ref.contractId,
          collateralId: venue.tokens.collateral.id,
          subject: market.fields.subject,
          deadlineMs: context.deadlineMs,
          quantity,
        })
        return prepareCall(context, call, {
          collateralRequired: quantity,
          details: { marketAddress: ref.address },
        })
      },
      async assertFromIndex(context) {
        const market = await getIndexedMarket(context, ref)
        if (market !== null) assertTrading(market)
      },
    }
  },
}

/** Pairs of free shares become collateral again. */
export const mergeKind: Kind<PairsRequest> = {
  name: 'merge',
  read(request, { venue, signer }) {
    const ref = readMarketRef('address', request.marketAddress, venue)
    const quantity = readQuantity('quantity', request.quantity)
    return {
      method: 'POST',
      path: `/v1/tx/markets/${ref.address}/merge`,
      body: { quantity: String(quantity) },
      ownReasons: [],
      async prepare(context) {
        assertUnresolved(await getMarket(context, ref))
        const call = mergePairs({ marketId: ref.contractId, quantity, deadlineMs: context.deadlineMs })
        const entryId = positionEntryId(ref.contractId, signer.wallet.address)
        const entry = await context.chain.findContractState(contractAddressOf(entryId))
        const free = entry === null ? [] : readEntry('Position', entry).free
        const short = outcomes.find((_, index) => (free[index] ?? 0n) < quantity)
        if (short === undefined)
          return prepareCall(context, call, { details: { marketAddress: ref.address } })
        const available = free[outcomes.indexOf(short)] ?? 0n
        const shortage = { token: `shares:${short}`, required: quantity, available }
        return withoutHoldings(call, shortage, venue.tokens)
      },
      async assertFromIndex(context) {
        const market = await getIndexedMarket(context, ref)
        if (market !== null) assertUnresolved(market)
      },
    }
  },
}
