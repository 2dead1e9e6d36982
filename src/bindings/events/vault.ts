import type { ContractEvent, VaultEvent } from '../../domain/index.ts'
import { unreachable } from '../../kit/index.ts'
import { nameEvent } from '../event-fields.ts'

/** An event of the vault, or null when it is none of its own. */
export function decodeVaultEvent(raw: ContractEvent): VaultEvent | null {
  const event = nameEvent('Vault', raw)
  if (event === null) return null
  switch (event.name) {
    case 'Staked':
      return {
        type: event.name,
        wallet: event.address('wallet'),
        amount: event.u256('amount'),
        staked: event.u256('staked'),
        wholeWeight: event.number('wholeWeight'),
      }
    case 'UnlockStarted':
      return {
        type: event.name,
        wallet: event.address('wallet'),
        amount: event.u256('amount'),
        unlockAtMs: event.number('unlockAt'),
        staked: event.u256('staked'),
        wholeWeight: event.number('wholeWeight'),
      }
    case 'Withdrawn':
      return { type: event.name, wallet: event.address('wallet'), amount: event.u256('amount') }
    case 'Slashed':
      return {
        type: event.name,
        wallet: event.address('wallet'),
        amount: event.u256('amount'),
        staked: event.u256('staked'),
        unlocking: event.u256('unlocking'),
        wholeWeight: event.number('wholeWeight'),
      }
    default:
      return unreachable(event)
  }
}
