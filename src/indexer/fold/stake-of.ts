import type { StakeRow } from '../../store/index.ts'
import type { Workspace } from '../workspace.ts'

/** A wallet that never staked has an empty stake. */
export const stakeOf = (rows: Workspace, wallet: string): StakeRow =>
  rows.stakes.find(wallet) ?? { wallet, staked: 0n, unlocking: 0n, unlockAtMs: null, updatedAtMs: 0 }
