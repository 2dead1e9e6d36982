import { signal } from '@preact/signals'
import type { Status } from 'sibyl/client'
import { api } from './api.ts'

/** What the service says of itself, asked once; null until it has answered. */
export const venue = signal<Status | null>(null)

export const isDevnet = (): boolean => venue.value?.network.name === 'devnet'

export async function askVenue(): Promise<void> {
  venue.value = await api.status()
}

/** Base units of the collateral in one. */
export const decimals = (): number => venue.value?.tokens.collateral.decimals ?? 18

export const collateralSymbol = (): string => venue.value?.tokens.collateral.symbol ?? ''
