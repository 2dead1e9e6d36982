import type { ActivityRow } from '../store/index.ts'

type Place = Pick<ActivityRow, 'id' | 'height' | 'atMs' | 'txId'>

/** What an event is in a wallet's history; what is left out is null. */
export type Entry = Pick<ActivityRow, 'wallet' | 'type'> &
  Partial<Omit<ActivityRow, keyof Place | 'wallet' | 'type'>>

/** Field by field: every event makes one or two of these, and copying what each leaves out took a tenth of the folds. */
export const toActivityRow = (entry: Entry, { id, height, atMs, txId }: Place): ActivityRow => ({
  id,
  height,
  atMs,
  txId,
  wallet: entry.wallet,
  type: entry.type,
  marketId: entry.marketId ?? null,
  orderId: entry.orderId ?? null,
  side: entry.side ?? null,
  outcome: entry.outcome ?? null,
  price: entry.price ?? null,
  quantity: entry.quantity ?? null,
  collateral: entry.collateral ?? null,
  native: entry.native ?? null,
  stake: entry.stake ?? null,
  fee: entry.fee ?? null,
  reference: entry.reference ?? null,
  note: entry.note ?? null,
})
