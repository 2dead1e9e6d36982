import { caseEntryId, contractAddressOf, type EntryOf, readEntry } from '../bindings/index.ts'
import type { Market } from './find-market.ts'
import type { Context } from './kind.ts'

/** What the oracle has on a market: its submission, and the round of its dispute; null before the first submission. */
export async function findCase(
  { chain, venue }: Pick<Context, 'chain' | 'venue'>,
  market: Market,
): Promise<EntryOf<'Case'> | null> {
  const id = caseEntryId(venue.contracts.oracle.id, market.number)
  const state = await chain.findContractState(contractAddressOf(id))
  return state === null ? null : readEntry('Case', state)
}
