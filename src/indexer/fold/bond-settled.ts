import type { BondSettled } from '../../domain/index.ts'
import { keys } from '../workspace.ts'
import type { Fold } from './fold.ts'

export const foldBondSettled: Fold<BondSettled> = (event, _place, rows) =>
  rows.bonds.put({
    ...rows.bonds.get(keys.bond(event.marketId, event.submission, event.place)),
    paid: event.paid,
  })
