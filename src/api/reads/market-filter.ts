import { findMarketId } from '../../store/index.ts'
import type { ApiParts } from '../parts.ts'
import { rowMarket } from './wallet.ts'

/** No market has this id: an unknown market's list is empty. */
const noMarket = 0

/** The market a wallet's list is narrowed to, by address, id or both; undefined when by neither. */
export async function filteredMarket(
  query: { readonly marketAddress?: string; readonly marketId?: number },
  parts: ApiParts,
): Promise<number | undefined> {
  const { marketAddress, marketId } = query
  if (marketAddress === undefined) return marketId
  const found = (await findMarketId(parts.database.points, rowMarket(marketAddress, parts))) ?? noMarket
  return marketId === undefined || marketId === found ? found : noMarket
}
