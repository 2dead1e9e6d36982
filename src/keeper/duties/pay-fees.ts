import { payFees as callPayFees, findContractId } from '../../bindings/index.ts'
import { ONE } from '../../domain/index.ts'
import { assert } from '../../kit/index.ts'
import { listUnpaidFees } from '../../store/index.ts'
import type { Duty } from '../duty.ts'

/** Less is not worth the gas of paying it out; anybody may still call for it. */
const worthPaying = ONE

/** What has gathered in a market for its creator and the treasury. */
export const payFees: Duty = {
  name: 'pay-fees',
  async list({ database, limit }) {
    const markets = await listUnpaidFees(database, worthPaying, limit)
    return markets.map((marketAddress) => {
      const marketId = findContractId(marketAddress)
      assert(marketId !== null, 'an indexed market has a contract address')
      return { key: `pay-fees ${marketAddress}`, call: callPayFees({ marketId }) }
    })
  },
}
