import { signal } from '@preact/signals'
import type { Status } from 'sibyl/client'
import { api } from './api.ts'
import { noteBlockTime } from './clock.ts'

/** What the service says of itself, asked once; null until it has answered. */
export const venue = signal<Status | null>(null)

export const venueTrouble = signal<unknown>(null)

export const isDevnet = (): boolean => venue.value?.network.name === 'devnet'

const pauseFirstMs = 1_000
const pauseMaxMs = 30_000

/** Until it answers: a page that was opened too early goes on by itself. */
export async function askVenue(): Promise<void> {
  for (let pauseMs = pauseFirstMs; ; pauseMs = Math.min(2 * pauseMs, pauseMaxMs)) {
    try {
      const status = await api.status()
      if (status.chain !== null) noteBlockTime(status.chain.blockTimestamp)
      venue.value = status
      venueTrouble.value = null
      return
    } catch (error) {
      venueTrouble.value = error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** Base units of the collateral in one. */
export const decimals = (): number => venue.value?.tokens.collateral.decimals ?? 18

/** The taker's fee in hundredths of a percent. */
export const feeBps = (): bigint => BigInt(venue.value?.parameters.feeBps ?? 0)

export const collateralSymbol = (): string => venue.value?.tokens.collateral.symbol ?? ''
