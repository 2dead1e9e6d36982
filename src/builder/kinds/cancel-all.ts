import { CANCELS_MAX, cancelOrders } from '../../bindings/index.ts'
import { refuse } from '../../domain/index.ts'
import { listOpenOrderIds } from '../../store/index.ts'
import { getIndexedMarket, getMarket, readMarketRef } from '../find-market.ts'
import { conflict } from '../invalid.ts'
import type { Kind } from '../kind.ts'
import { prepareCall } from '../prepare-call.ts'
import type { SignerFields } from '../signer.ts'
import { CANCEL_GAS } from './cancel-order.ts'

export interface CancelAllRequest extends SignerFields {
  readonly marketAddress: string
}

/** Each further order of many was measured at 10k. */
const GAS_PER_ORDER = 20_000

/** Cancels the signer's resting orders on a market, oldest first, as many as one transaction takes. */
export const cancelAllKind: Kind<CancelAllRequest> = {
  name: 'cancel-all',
  read(request, { venue }) {
    const ref = readMarketRef('address', request.marketAddress, venue)
    return {
      method: 'POST',
      path: `/v1/tx/markets/${ref.address}/cancel-all`,
      body: {},
      ownReasons: ['no_open_orders'],
      async prepare(context) {
        const market = await getMarket(context, ref)
        if (market.state === 'resolved') throw resolved(ref.address)
        const trader = context.signer.wallet.address
        const orderIds = await listOpenOrderIds(context.database, {
          marketAddress: ref.address,
          trader,
          limit: CANCELS_MAX,
        })
        if (orderIds.length === 0) throw nothingOpen(ref.address)
        const call = cancelOrders({ marketId: ref.contractId, orderIds, deadlineMs: context.deadlineMs })
        const gas = CANCEL_GAS + GAS_PER_ORDER * (orderIds.length - 1)
        const details = { marketAddress: ref.address }
        const prepared = await prepareCall(context, call, { gasUnseen: gas, details })
        // Orders of the newest block are passed over in a dry run, and will not be in the transaction.
        return { ...prepared, scriptGas: Math.max(prepared.scriptGas, gas) }
      },
      async assertFromIndex(context) {
        const market = await getIndexedMarket(context, ref)
        if (market?.state === 'resolved') throw resolved(ref.address)
      },
    }
  },
}

const nothingOpen = (marketAddress: string) =>
  conflict('no_open_orders', 'the signer has no resting order on this market', { marketAddress })
const resolved = (marketAddress: string) =>
  refuse('MARKET_CLOSED', { marketAddress, state: 'resolved' }, 'the market is resolved')
