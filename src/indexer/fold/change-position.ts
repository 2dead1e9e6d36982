import { noAccount, type Outcome, realisedOf, withSold } from '../../domain/index.ts'
import type { PositionRow } from '../../store/index.ts'
import { keys, type Workspace } from '../workspace.ts'

export interface PositionKey {
  readonly user: string
  readonly marketId: number
  readonly outcome: Outcome
}

export const findPosition = (rows: Workspace, { user, marketId, outcome }: PositionKey): PositionRow | null =>
  rows.positions.find(keys.position(user, marketId, outcome))

/** A wallet's position begins with its first order in that outcome. */
export function openPosition(rows: Workspace, key: PositionKey, atMs: number): void {
  if (findPosition(rows, key) !== null) return
  rows.positions.put({
    id: rows.nextId('positions'),
    userAddress: key.user,
    marketId: key.marketId,
    positionType: key.outcome,
    shares: 0n,
    entryCost: 0n,
    entryQuantity: 0n,
    entryPrice: null,
    paid: 0n,
    ...noAccount,
    paidShares: 0n,
    isSettled: false,
    lockedCollateral: 0n,
    lockedShares: 0n,
    createdAtMs: atMs,
    updatedAtMs: atMs,
  })
}

/** What a change makes certain is the wallet's profit of that hour. */
export function changePosition(
  rows: Workspace,
  key: PositionKey,
  atMs: number,
  change: (position: PositionRow) => PositionRow,
): void {
  const before = rows.positions.get(keys.position(key.user, key.marketId, key.outcome))
  const after = change(before)
  rows.positions.put({ ...after, updatedAtMs: atMs })
  rows.walletTotals.add(key.user, atMs, { profit: realisedOf(after) - realisedOf(before) })
}

/** So many shares of a resolved market were paid; they stay on record. */
export function paidOut(position: PositionRow, quantity: bigint, payout: bigint): PositionRow {
  const held = position.shares - position.paidShares
  return {
    ...position,
    ...withSold(position, { held, quantity, amount: payout }),
    paid: position.paid + payout,
    paidShares: position.paidShares + quantity,
  }
}
