import { signal } from '@preact/signals'
import type { Status } from 'sibyl/client'
import { api } from './api.ts'
import { noteBlockTime } from './clock.ts'

/** What the service says of itself, asked once; null until it has answered. */
export const venue = signal<Status | null>(null)

/** What is done before the venue opens, and how far it has come. */
export interface Opening {
  readonly doing: string
  readonly done: number
  readonly total: number
}

export const opening = signal<Opening | null>(null)
export const venueTrouble = signal<unknown>(null)

export const isDevnet = (): boolean => venue.value?.network.name === 'devnet'

export async function askVenue(): Promise<void> {
  try {
    await untilOpen()
    const status = await api.status()
    if (status.chain !== null) noteBlockTime(status.chain.blockTimestamp)
    venue.value = status
  } catch (error) {
    venueTrouble.value = error
    throw error
  }
}

const lookEveryMs = 700

/** The page of a venue that is being made is marked: it shows how far that has come, and comes anew with the open venue. */
async function untilOpen(): Promise<void> {
  if (document.querySelector('meta[name="opening"]') === null) return
  for (;;) {
    const answer = await fetch('/v1/opening').catch(() => null)
    if (answer !== null && !answer.ok) break
    if (answer !== null) opening.value = (await answer.json()) as Opening
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
  location.reload()
  await new Promise(() => undefined)
}

/** Base units of the collateral in one. */
export const decimals = (): number => venue.value?.tokens.collateral.decimals ?? 18

/** The taker's fee in hundredths of a percent. */
export const feeBps = (): bigint => BigInt(venue.value?.parameters.feeBps ?? 0)

export const collateralSymbol = (): string => venue.value?.tokens.collateral.symbol ?? ''
