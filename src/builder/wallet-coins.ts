import type { Chain } from '../chain/index.ts'
import { type Spendable, spendableCoins } from '../transaction/index.ts'

/** The wallet's coins that a transaction of the next blocks can spend. */
export async function listSpendable(chain: Chain, address: string, nowMs: number): Promise<Spendable[]> {
  return spendableCoins(await chain.listCoins(address), nowMs)
}
