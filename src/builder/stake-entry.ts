import { contractAddressOf, type EntryOf, readEntry, stakeEntryId } from '../bindings/index.ts'
import type { Context } from './kind.ts'

/** The signer's stake as the vault has it, or null when it has none. */
export async function findStake({
  chain,
  venue,
  signer,
}: Pick<Context, 'chain' | 'venue' | 'signer'>): Promise<EntryOf<'Stake'> | null> {
  const id = stakeEntryId(venue.contracts.vault.id, signer.wallet.address)
  const state = await chain.findContractState(contractAddressOf(id))
  return state === null ? null : readEntry('Stake', state)
}
