import { clearOrders as callClearOrders, findContractId } from '../../bindings/index.ts'
import { assert } from '../../kit/index.ts'
import { listDeadOrders } from '../../store/index.ts'
import type { Duty } from '../duty.ts'

/** Orders that ended by themselves go out of their books; lock or shares and deposit go back to their owners. */
export const clearOrders: Duty = {
  name: 'clear-orders',
  async list({ database, limit }) {
    const dead = await listDeadOrders(database, limit)
    return dead.map(({ marketAddress, orderIds }) => {
      const marketId = findContractId(marketAddress)
      assert(marketId !== null, 'an indexed market has a contract address')
      return { key: `clear ${marketAddress} ${orderIds[0]}`, call: callClearOrders({ marketId, orderIds }) }
    })
  },
}
