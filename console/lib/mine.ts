import type { Signal } from '@preact/signals'
import type { Order, Position, StreamMessage } from 'sibyl/client'
import { type Loaded, useLiveLoad } from './load.ts'
import { reader } from './reader.ts'
import { connection } from './wallet.ts'

/** What is told of a wallet that changes its lists. */
const moving: readonly string[] = [
  'order',
  'fill',
  'position',
  'settled',
  'parlay',
  'stake',
  'vote',
  'dispute-vote',
  'action',
  'removed',
]

/** Whether what a wallet's channel said changes what is shown of it. */
export const moves = ({ type }: StreamMessage): boolean => moving.includes(type)

export const walletChannel = (): string | null =>
  connection.value === null ? null : `wallet:${connection.value.address}`

export interface Mine {
  readonly orders: readonly Order[]
  readonly positions: readonly Position[]
}

/** This wallet in one market; null while nobody is connected. */
export function useMine(market: {
  readonly id: number
  readonly marketAddress: string
}): Signal<Loaded<Mine | null>> {
  return useLiveLoad(
    [walletChannel()],
    async (signal) => {
      const address = connection.value?.address
      if (address === undefined) return null
      const [{ orders }, { positions }] = await Promise.all([
        reader().users.orders({ address, marketAddress: market.marketAddress }, { signal }),
        reader().users.positions({ address, marketId: market.id }, { signal }),
      ])
      return { orders, positions }
    },
    (mine, message) => (moves(message) ? 'again' : mine),
  )
}

/** Prices of yes at which these orders rest. */
export const pricesOf = (orders: readonly Pick<Order, 'outcome' | 'price'>[]): ReadonlySet<number> =>
  new Set(orders.map(({ outcome, price }) => (outcome === 'yes' ? price : 1_000 - price)))
