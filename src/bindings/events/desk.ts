import type { ContractEvent, DeskEvent } from '../../domain/index.ts'
import { unreachable } from '../../kit/index.ts'
import { nameEvent } from '../event-fields.ts'

/** An event of the desk, or null when it is none of its own. */
export function decodeDeskEvent(raw: ContractEvent): DeskEvent | null {
  const event = nameEvent('Desk', raw)
  if (event === null) return null
  switch (event.name) {
    case 'NativeBought':
    case 'NativeSold':
      return {
        type: event.name,
        trader: event.address('trader'),
        nativeAmount: event.u256('nativeAmount'),
        collateralAmount: event.u256('collateralAmount'),
      }
    case 'LiquidityAdded':
    case 'LiquidityRemoved':
      return {
        type: event.name,
        provider: event.address('provider'),
        nativeAmount: event.u256('nativeAmount'),
        collateralAmount: event.u256('collateralAmount'),
        shares: event.u256('shares'),
      }
    default:
      return unreachable(event)
  }
}
