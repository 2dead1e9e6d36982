import { afterAll, beforeAll, describe, inject } from 'vitest'
import { type BrowserVenue, startBrowserVenue } from '../support/venue-with-browser.ts'
import { devnetStories } from './devnet-stories.ts'
import { hostileProposals } from './hostile-proposals.ts'
import { keyStories } from './key-stories.ts'
import { listStories } from './list-stories.ts'
import { liveStories } from './live-stories.ts'
import { lookStories } from './look-stories.ts'
import { oracleStories } from './oracle-stories.ts'
import { parlayStories } from './parlay-stories.ts'
import { stubbornStories } from './stubborn-stories.ts'
import { tradeStories } from './trade-stories.ts'
import { walletStories } from './wallet-stories.ts'
import { wireStories } from './wire-stories.ts'

const absent = inject('chromiumAbsent')

/** One venue for all stories: making it takes longer than most of them. Stories that move its clock come last. */
describe.skipIf(absent !== null)('the console (browser)', () => {
  let venue: BrowserVenue
  beforeAll(async () => {
    venue = await startBrowserVenue()
  }, 600_000)
  afterAll(() => venue?.close())

  const here = (): BrowserVenue => venue
  describe('trading', () => tradeStories(here))
  describe('lists', () => listStories(here))
  describe('live', () => liveStories(here))
  describe('wires', () => wireStories(here))
  describe('wallets', () => walletStories(here))
  describe('stubborn wallets and hasty people', () => stubbornStories(here))
  describe('keys', () => keyStories(here))
  describe('parlays', () => parlayStories(here))
  describe('looks', () => lookStories(here))
  describe('devnet', () => devnetStories(here))
  describe('governing', () => oracleStories(here))
  describe('strangers’ texts', () => hostileProposals(here))
})
