import { signal } from '@preact/signals'
import type { Status } from 'sibyl/client'
import { api } from './api.ts'
import { noteBlockTime } from './clock.ts'

/** What the service says of itself, asked once; null until it has answered. */
export const venue = signal<Status | null>(null)

export const venueTrouble = signal<unknown>(null)

export const isDevnet = (): boolean => venue.value?.network.name === 'devnet'

export async function askVenue(): Promise<void> {
  try {
    const status = await api.status()
    if (status.chain !== null) noteBlockTime(status.chain.blockTimestamp)
    venue.value = status
  } catch (error) {
    venueTrouble.value = error
    throw error
  }
}

/** Base units of the collateral in one. */
export const decimals = (): number => venue.value?.tokens.collateral.decimals ?? 18

/** The taker's fee in hundredths of a percent. */
export const feeBps = (): bigint => BigInt(venue.value?.parameters.feeBps ?? 0)

export const collateralSymbol = (): string => venue.value?.tokens.collateral.symbol ?? ''
