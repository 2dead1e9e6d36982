import {
  CANCELS_MAX,
  cancelOrders,
  contractAddressOf,
  orderEntryId,
  readEntry,
} from '../../bindings/index.ts'
import { conflict, refuse } from '../../domain/index.ts'
import { findOrderStanding, listOpenOrderIds } from '../../store/index.ts'
import { getIndexedMarket, getMarket, type Market, readMarketRef } from '../find-market.ts'
import type { Context, Kind } from '../kind.ts'
import { prepareCall } from '../prepare-call.ts'
import type { SignerFields } from '../signer.ts'
import { walkGas } from '../walk-gas.ts'

export interface CancelOrderRequest extends SignerFields {
  readonly marketAddress: string
  /** The id on the chain. */
  readonly orderId: number
  /** POST …/cancel is the same call for clients whose proxies drop the bodies of DELETE. */
  readonly method: 'DELETE' | 'POST'
}

/**
 * Script gas of a cancel in the middle of a queue, the dearest case, was measured at 44k (docs/gas.md), and in the closing
 * window at 48k.
 */
export const CANCEL_GAS = 65_000

export const cancelOrderKind: Kind<CancelOrderRequest> = {
  name: 'cancel-order',
  read(request, { venue }) {
    const ref = readMarketRef('address', request.marketAddress, venue)
    const { orderId, method } = request
    const path = `/v1/tx/markets/${ref.address}/orders/${orderId}${method === 'POST' ? '/cancel' : ''}`
    return {
      method,
      path,
      body: {},
      ownReasons: ['order_not_open'],
      async prepare(context) {
        const market = await getMarket(context, ref)
        await assertOpenOrder(context, market, orderId)
        const call = cancelOrders({
          marketId: ref.contractId,
          orderIds: [orderId],
          deadlineMs: context.deadlineMs,
        })
        const slackGas = walkGas(context, market.endsAtMs)
        return prepareCall(context, call, {
          slackGas,
          gasUnseen: CANCEL_GAS + slackGas,
          details: { marketAddress: ref.address, orderId },
        })
      },
      async assertFromIndex(context) {
        const market = await getIndexedMarket(context, ref)
        if (market?.state === 'resolved') throw resolved(ref.address)
        const standing = await findOrderStanding(context.database, { marketAddress: ref.address, orderId })
        if (standing !== null && standing.status !== 'open') throw notOpen(orderId)
      },
    }
  },
}

/** Unknown and another's order are 404, filled and cancelled ones 409; entries of ended orders are gone, so ask the index. */
async function assertOpenOrder(context: Context, market: Market, orderId: number): Promise<void> {
  const trader = context.signer.wallet.address
  const entryAddress = contractAddressOf(orderEntryId(market.contractId, orderId))
  const entry = await context.chain.findContractState(entryAddress)
  if (entry !== null) {
    if (readEntry('Order', entry).owner !== trader) throw noSuchOrder(orderId)
  } else {
    const standing = await findOrderStanding(context.database, { marketAddress: market.address, orderId })
    if (standing === null || standing.trader !== trader) throw noSuchOrder(orderId)
  }
  if (market.state === 'resolved') throw resolved(market.address)
  if (entry === null) throw notOpen(orderId)
}

const noSuchOrder = (orderId: number) =>
  refuse('NOT_FOUND', { orderId }, 'the signer has no such order on this market')

const notOpen = (orderId: number) =>
  conflict('order_not_open', 'the order is filled or cancelled', { orderId })

const resolved = (marketAddress: string) =>
  refuse(
    'MARKET_CLOSED',
    { marketAddress, state: 'resolved' },
    'the market is resolved; its resting orders are paid back',
  )

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
        const slackGas = walkGas(context, market.endsAtMs)
        const gas = CANCEL_GAS + slackGas + GAS_PER_ORDER * (orderIds.length - 1)
        const details = { marketAddress: ref.address }
        const prepared = await prepareCall(context, call, { slackGas, gasUnseen: gas, details })
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
