import {
  clearOrders as callClearOrders,
  payFees as callPayFees,
  findContractId,
  releaseOrder,
  settlePosition,
  unitOf,
} from '../../bindings/index.ts'
import { assert } from '../../kit/index.ts'
import {
  listDeadOrders,
  listUnpaidFees,
  listUnreleasedOrders,
  listUnsettledPositions,
} from '../../store/index.ts'
import type { Duty } from '../duty.ts'

/** Calls name a market by its contract, rows by its address. */
function contractOf(marketAddress: string): string {
  const marketId = findContractId(marketAddress)
  assert(marketId !== null, 'an indexed market has a contract address')
  return marketId
}

/** Orders of one market cleared by one transaction: about a tenth of a block's gas. */
const clearedMax = 20

/**
 * Orders that ended by themselves go out of their books; lock or shares and deposit go back to their owners. A task is a
 * market: however many orders end in one of them, the others have their turn.
 */
export const clearOrders: Duty = {
  name: 'clear-orders',
  async list({ database, limit }) {
    const dead = await listDeadOrders(database, { marketsMax: limit, ordersMax: clearedMax })
    return dead.map(({ marketAddress, orderIds }) => {
      const marketId = contractOf(marketAddress)
      return { key: `clear ${marketAddress} ${orderIds[0]}`, call: callClearOrders({ marketId, orderIds }) }
    })
  },
}

/**
 * What has gathered in a market for its creator and the treasury, from one unit on, which is worth the gas; after the
 * resolution no more comes, and what is left is paid whatever it is.
 */
export const payFees: Duty = {
  name: 'pay-fees',
  async list({ database, venue, limit }) {
    const markets = await listUnpaidFees(database, unitOf(venue.tokens.collateral), limit)
    return markets.map((marketAddress) => {
      const marketId = contractOf(marketAddress)
      return { key: `pay-fees ${marketAddress}`, call: callPayFees({ marketId }) }
    })
  },
}

/** An order that was still resting at resolution gets back its lock, or what its shares are worth, and its deposit. */
export const releaseOrders: Duty = {
  name: 'release-orders',
  async list({ database, limit }) {
    const orders = await listUnreleasedOrders(database, limit)
    return orders.map(({ marketAddress, orderId }) => {
      const marketId = contractOf(marketAddress)
      return { key: `release ${marketAddress} ${orderId}`, call: releaseOrder({ marketId, orderId }) }
    })
  },
}

/** A wallet's shares of a resolved market are paid, and its deposit goes back. */
export const settlePositions: Duty = {
  name: 'settle-positions',
  async list({ database, deadlineMs, limit }) {
    const positions = await listUnsettledPositions(database, limit)
    return positions.map(({ marketAddress, trader }) => {
      const marketId = contractOf(marketAddress)
      return {
        key: `settle ${marketAddress} ${trader}`,
        call: settlePosition({ marketId, trader, deadlineMs }),
      }
    })
  },
}
