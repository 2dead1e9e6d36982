import { payFees as callPayFees, findContractId, unitOf } from '../../bindings/index.ts'
import { assert } from '../../kit/index.ts'
import { listUnpaidFees } from '../../store/index.ts'
import type { Duty } from '../duty.ts'

/**
 * What has gathered in a market for its creator and the treasury, from one unit on, which is worth the gas; after the
 * resolution no more comes, and what is left is paid whatever it is.
 */
export const payFees: Duty = {
  name: 'pay-fees',
  async list({ database, venue, limit }) {
    const markets = await listUnpaidFees(database, unitOf(venue.tokens.collateral), limit)
    return markets.map((marketAddress) => {
      const marketId = findContractId(marketAddress)
      assert(marketId !== null, 'an indexed market has a contract address')
      return { key: `pay-fees ${marketAddress}`, call: callPayFees({ marketId }) }
    })
  },
}
