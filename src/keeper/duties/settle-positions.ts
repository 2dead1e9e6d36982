import { findContractId, settlePosition } from '../../bindings/index.ts'
import { assert } from '../../kit/index.ts'
import { listUnsettledPositions } from '../../store/index.ts'
import type { Duty } from '../duty.ts'

/** A wallet's shares of a resolved market are paid, and its deposit goes back. */
export const settlePositions: Duty = {
  name: 'settle-positions',
  async list({ database, deadlineMs, limit }) {
    const positions = await listUnsettledPositions(database, limit)
    return positions.map(({ marketAddress, trader }) => {
      const marketId = findContractId(marketAddress)
      assert(marketId !== null, 'an indexed market has a contract address')
      return {
        key: `settle ${marketAddress} ${trader}`,
        call: settlePosition({ marketId, trader, deadlineMs }),
      }
    })
  },
}
