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
 * where the service's own sum stands. Shares bought before the activity that is given are taken to have cost nothing, so a
 * line that begins in the middle of a life is right at its end only.
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
  switch (entry.type) {
    case 'order-filled': {
      const position = heldOf(entry.outcome ?? '')
      if (entry.side === 'sell') return amount - part(position, quantity) - fee
      position.shares += quantity
      position.cost -= amount
      return -fee
    }
    case 'split':
      for (const [position, cost] of [
        [heldOf('yes'), quantity - quantity / 2n],
        [heldOf('no'), quantity / 2n],
      ] as const) {
        position.shares += quantity
        position.cost += cost
      }
      return 0n
    case 'merged':
      return amount - part(heldOf('yes'), quantity) - part(heldOf('no'), quantity)
    case 'order-released':
      // Of a resolved market its shares are paid; one that had only expired gives them back.
      return entry.side === 'sell' && entry.note === 'resolved'
        ? amount - part(heldOf(entry.outcome ?? ''), quantity)
        : 0n
    case 'settled':
      return amount - part(heldOf(entry.outcome ?? ''), quantity)
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
