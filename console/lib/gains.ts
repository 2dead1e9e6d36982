import type { Activity } from './activity.ts'

/** What was won and lost for certain until a moment, in base units. */
export interface GainPoint {
  readonly at: string
  readonly realised: bigint
}

interface Held {
  shares: bigint
  cost: bigint
}

/**
 * Realised gains over time by average cost, from a wallet's activity, newest first as the service lists it. The line ends
 * where the service's own sum stands: what happened before the activity that is given only lifts it as a whole.
 */
export function gainsOf(activity: readonly Activity[], realisedNow: bigint): GainPoint[] {
  const held = new Map<string, Held>()
  const heldOf = (entry: Activity, outcome: string): Held => {
    const key = `${entry.marketId} ${outcome}`
    const found = held.get(key) ?? { shares: 0n, cost: 0n }
    held.set(key, found)
    return found
  }
  let realised = 0n
  const points: GainPoint[] = []
  for (const entry of activity.toReversed()) {
    const before = realised
    realised += realisedBy(entry, (outcome) => heldOf(entry, outcome))
    if (realised !== before) points.push({ at: entry.at, realised })
  }
  const lift = realisedNow - realised
  return points.map(({ at, realised: sum }) => ({ at, realised: sum + lift }))
}

function realisedBy(entry: Activity, heldOf: (outcome: string) => Held): bigint {
  const amount = BigInt(entry.collateral ?? '0')
  const quantity = BigInt(entry.quantity ?? '0')
  const fee = BigInt(entry.fee ?? '0')
  const both = () => [heldOf('yes'), heldOf('no')]
  switch (entry.type) {
    case 'order-filled': {
      const position = heldOf(entry.outcome ?? '')
      if (entry.side === 'sell') return amount - part(position, quantity) - fee
      position.shares += quantity
      position.cost -= amount
      return -fee
    }
    case 'split':
      for (const position of both()) {
        position.shares += quantity
        position.cost -= amount / 2n
      }
      return 0n
    case 'merged':
      return both().reduce((left, position) => left - part(position, quantity), amount)
    case 'order-released':
      return entry.side === 'sell' ? amount - part(heldOf(entry.outcome ?? ''), quantity) : 0n
    case 'settled': {
      // Both outcomes are paid at once: what was sold before is gone, the rest goes in equal parts.
      const positions = both()
      const all = positions.reduce((sum, { shares }) => sum + shares, 0n)
      return positions.reduce(
        (left, position) => left - (all === 0n ? 0n : part(position, (position.shares * quantity) / all)),
        amount,
      )
    }
    default:
      return 0n
  }
}

/** Takes so many shares out, and answers with what they had cost, rounded down. */
function part(position: Held, quantity: bigint): bigint {
  const cost = position.shares <= quantity ? position.cost : (position.cost * quantity) / position.shares
  position.shares = position.shares <= quantity ? 0n : position.shares - quantity
  position.cost -= cost
  return cost
}
