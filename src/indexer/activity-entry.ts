import type { ActivityRow } from '../store/index.ts'

/** What an event is in a wallet's history; what is left out is null. */
export type Entry = Pick<ActivityRow, 'wallet' | 'type'> &
  Partial<Omit<ActivityRow, 'id' | 'height' | 'atMs' | 'wallet' | 'type'>>

/** What an entry leaves out. */
export const noEntry = {
  txId: null,
  marketId: null,
  orderId: null,
  side: null,
  outcome: null,
  price: null,
  quantity: null,
  collateral: null,
  native: null,
  stake: null,
  fee: null,
  reference: null,
  note: null,
} as const
