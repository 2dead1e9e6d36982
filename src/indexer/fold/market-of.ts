import { assert } from '../../kit/index.ts'
import type { MarketRow } from '../../store/index.ts'
import type { Workspace } from '../workspace.ts'

export function marketOf(rows: Workspace, address: string): MarketRow {
  const id = rows.marketIds.get(address)
  assert(id !== undefined, `an event of the unknown market ${address}`)
  return rows.markets.get(String(id))
}
