import {
  type CancelReason,
  type ContractEvent,
  cancelReasons,
  type FillType,
  fillTypes,
  type MarketEvent,
  type MarketStateChanged,
  type Outcome,
  type Side,
  type TimeInForce,
  timesInForce,
} from '../../domain/index.ts'
import { unreachable } from '../../kit/index.ts'
import { nameEvent } from '../event-fields.ts'
import { wordOf } from './word-of.ts'

/** An event of a market contract, or null when it is none of its own. */
export function decodeMarketEvent(raw: ContractEvent): MarketEvent | null {
  const event = nameEvent('Market', raw)
  if (event === null) return null
  const marketAddress = raw.contractAddress
  switch (event.name) {
    case 'OrderPlaced':
      return {
        type: event.name,
        marketAddress,
        orderId: event.number('orderId'),
        trader: event.address('trader'),
        side: sideOf(event.number('kind')),
        outcome: outcomeOf(event.number('kind')),
        price: event.number('price'),
        quantity: event.u256('quantity'),
        timeInForce: wordOf<TimeInForce>(timesInForce, event.number('timeInForce')),
        isMarketOrder: event.bool('isMarketOrder'),
        referer: event.addressOrNull('referer'),
      }
    case 'OrderExpires':
      return {
        type: event.name,
        marketAddress,
        orderId: event.number('orderId'),
        expiresAtMs: event.number('expiresAt'),
      }
    case 'OrderFilled':
      return {
        type: event.name,
        marketAddress,
        orderId: event.number('orderId'),
        makerOrderId: event.number('makerOrderId'),
        maker: event.address('maker'),
        fillType: wordOf<FillType>(fillTypes, event.number('fillType')),
        price: event.number('price'),
        quantity: event.u256('quantity'),
        makerCollateral: event.u256('makerCollateral'),
        makerRemaining: event.u256('makerRemaining'),
      }
    case 'FeeCharged':
      return {
        type: event.name,
        marketAddress,
        orderId: event.number('orderId'),
        notional: event.u256('notional'),
        fee: event.u256('fee'),
        refererFee: event.u256('refererFee'),
        creatorFee: event.u256('creatorFee'),
        treasuryFee: event.u256('treasuryFee'),
      }
    case 'OrderCancelled':
      return {
        type: event.name,
        marketAddress,
        orderId: event.number('orderId'),
        trader: event.address('trader'),
        reason: wordOf<CancelReason>(cancelReasons, event.number('reason')),
        remaining: event.u256('remaining'),
        collateral: event.u256('collateral'),
      }
    case 'PairsSplit':
    case 'PairsMerged':
      return {
        type: event.name,
        marketAddress,
        trader: event.address('trader'),
        quantity: event.u256('quantity'),
      }
    case 'SubmitterPaid':
      return {
        type: event.name,
        marketAddress,
        submitter: event.address('submitter'),
        amount: event.u256('amount'),
      }
    case 'MarketStateChanged':
      return {
        type: event.name,
        marketAddress,
        state: wordOf<MarketStateChanged['state']>(states, event.number('state') - 1),
        finalOutcome: finalOutcomeOf(event.number('finalOutcome')),
        closing: event.number('closing') || null,
      }
    case 'PositionSettled':
      return {
        type: event.name,
        marketAddress,
        trader: event.address('trader'),
        yes: event.u256('yes'),
        no: event.u256('no'),
        payout: event.u256('payout'),
      }
    case 'OrderReleased':
      return {
        type: event.name,
        marketAddress,
        orderId: event.number('orderId'),
        trader: event.address('trader'),
        remaining: event.u256('remaining'),
        payout: event.u256('payout'),
      }
    case 'FeesPaid':
      return {
        type: event.name,
        marketAddress,
        creatorAmount: event.u256('creatorAmount'),
        treasuryAmount: event.u256('treasuryAmount'),
      }
    case 'ChunkSwept':
      return {
        type: event.name,
        marketAddress,
        chunk: event.number('chunk'),
        payer: event.address('payer'),
      }
    default:
      return unreachable(event)
  }
}

const states = ['closed', 'proposed', 'disputed', 'resolved'] as const

const sideOf = (kind: number): Side => (kind % 2 === 0 ? 'buy' : 'sell')
const outcomeOf = (kind: number): Outcome => (kind < 2 ? 'yes' : 'no')

function finalOutcomeOf(value: number): MarketStateChanged['finalOutcome'] {
  if (value === 1 || value === 2 || value === 3) return value
  return null
}
