import { addressFromContractId } from '../../alephium/index.ts'
import { type ContractEvent, type ParlayEvent, type ParlayLeg, parlayResults } from '../../domain/index.ts'
import { unreachable } from '../../kit/index.ts'
import { nameEvent } from '../event-fields.ts'
import { wordOf } from './word-of.ts'

/** An event of the parlay book, or null when it is none of its own. */
export function decodeParlaysEvent(raw: ContractEvent): ParlayEvent | null {
  const event = nameEvent('Parlays', raw)
  if (event === null) return null
  switch (event.name) {
    case 'ParlayOffered':
      return {
        type: event.name,
        parlayId: event.number('parlayId'),
        maker: event.address('maker'),
        amount: event.u256('amount'),
        combinedOdds: event.number('combinedOdds'),
        takerAmount: event.u256('takerAmount'),
        expiresAtMs: event.number('expiresAt'),
        legs: decodeLegs(event.bytes('legs')),
        terms: event.bytes('terms'),
      }
    case 'ParlayTaken':
      return { type: event.name, parlayId: event.number('parlayId'), taker: event.address('taker') }
    case 'ParlayRefunded':
      return {
        type: event.name,
        parlayId: event.number('parlayId'),
        maker: event.address('maker'),
        expired: event.bool('expired'),
      }
    case 'ParlaySettled':
      return {
        type: event.name,
        parlayId: event.number('parlayId'),
        result: wordOf(parlayResults, event.number('result')),
        makerPayout: event.u256('makerPayout'),
        takerPayout: event.u256('takerPayout'),
      }
    default:
      return unreachable(event)
  }
}

/** Per leg the market's contract id (32 bytes) and the outcome (1 byte: 1 yes, 2 no). */
const LEG_DIGITS = 66

function decodeLegs(hex: string): ParlayLeg[] {
  return Array.from({ length: Math.floor(hex.length / LEG_DIGITS) }, (_, i) => {
    const leg = hex.slice(i * LEG_DIGITS, (i + 1) * LEG_DIGITS)
    return {
      marketAddress: addressFromContractId(leg.slice(0, 64)),
      outcome: leg.endsWith('01') ? 'yes' : 'no',
    }
  })
}
