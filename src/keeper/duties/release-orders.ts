import { findContractId, releaseOrder } from '../../bindings/index.ts'
import { assert } from '../../kit/index.ts'
import { listUnreleasedOrders } from '../../store/index.ts'
import type { Duty } from '../duty.ts'

/** An order that was still resting at resolution gets back its lock, or what its shares are worth, and its deposit. */
export const releaseOrders: Duty = {
  name: 'release-orders',
  async list({ database, limit }) {
    const orders = await listUnreleasedOrders(database, limit)
    return orders.map(({ marketAddress, orderId }) => {
      const marketId = findContractId(marketAddress)
      assert(marketId !== null, 'an indexed market has a contract address')
      return { key: `release ${marketAddress} ${orderId}`, call: releaseOrder({ marketId, orderId }) }
    })
  },
}
