import { contractAddressOf, type EntryOf, parlayEntryId, readEntry } from '../bindings/index.ts'
import { conflict, missing } from '../domain/index.ts'
import { findParlayStanding } from '../store/index.ts'
import type { Context } from './kind.ts'

/** An offer as the parlay book has it. One that has ended has no entry; the index remembers that it was there. */
export async function getParlay(
  { chain, database, venue }: Pick<Context, 'chain' | 'database' | 'venue'>,
  parlayId: number,
): Promise<EntryOf<'Parlay'>> {
  const id = parlayEntryId(venue.contracts.parlays.id, parlayId)
  const state = await chain.findContractState(contractAddressOf(id))
  if (state !== null) return readEntry('Parlay', state)
  if ((await findParlayStanding(database, parlayId)) === null) throw noSuchParlay(parlayId)
  throw parlayGone(parlayId)
}

/** The same question asked of the index, for a stored build: still open, and still before its expiry. */
export async function assertIndexedParlay(
  { database, nowMs }: Pick<Context, 'database' | 'nowMs'>,
  parlayId: number,
  { mayBeExpired }: { readonly mayBeExpired: boolean },
): Promise<void> {
  const standing = await findParlayStanding(database, parlayId)
  if (standing === null) return
  if (standing.status === 'taken') throw conflict('already_taken', 'the offer is taken', { parlayId })
  if (standing.status !== 'open') throw parlayGone(parlayId)
  if (!mayBeExpired && nowMs >= standing.expiresAtMs)
    throw conflict('expired', 'the offer has expired', { parlayId })
}

const noSuchParlay = (parlayId: number) => missing('parlayId', parlayId)
const parlayGone = (parlayId: number) => conflict('parlay_not_open', 'the offer is gone', { parlayId })
