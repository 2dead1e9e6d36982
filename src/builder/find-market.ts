import {
  contractAddressOf,
  type Deployment,
  findContractId,
  marketIdOf,
  readState,
  type StateOf,
} from '../bindings/index.ts'
import { type MarketState, missing, refuse } from '../domain/index.ts'
import { findMarketStanding } from '../store/index.ts'
import { invalid } from './invalid.ts'
import type { Context } from './kind.ts'
import type { MarketBook, MarketFacts, MarketRef } from './market-ref.ts'

export interface Market extends MarketRef {
  /** The venue's counter, which the oracle and the parlay book go by. */
  readonly number: number
  readonly endsAtMs: number
  /** Open or closed by the clock. */
  readonly state: MarketState
  readonly fields: StateOf<'Market'>
}

export function readMarketRef(field: string, text: string, venue: Deployment): MarketRef {
  const [bare = '', suffix] = text.split(':')
  const contractId = findContractId(bare)
  if (contractId === null) throw invalid(field, text, `${field} must be the address of a market`)
  if (suffix !== undefined && Number(suffix) !== venue.group)
    throw invalid(field, text, `${field} is in group ${venue.group}, its suffix says another`)
  return { address: contractAddressOf(contractId), contractId }
}

const states: readonly MarketState[] = ['open', 'closed', 'proposed', 'disputed', 'resolved']

/**
 * The market behind an address, as the node has it. A market of this venue is the sub-contract of its voting contract
 * under its own number, so nobody can pass off another contract with the same code.
 */
export async function getMarket(
  { chain, venue, nowMs }: Pick<Context, 'chain' | 'venue' | 'nowMs'>,
  ref: MarketRef,
): Promise<Market> {
  const isOfGroup = Number.parseInt(ref.contractId.slice(-2), 16) === venue.group
  const raw = isOfGroup ? await chain.findContractState(ref.address) : null
  const fields = raw === null ? null : readState('Market', raw)
  if (fields === null || marketIdOf(venue.contracts.voting.id, Number(fields.id)) !== ref.contractId)
    throw noSuchMarket(ref)
  const endsAtMs = Number(fields.endsAt)
  const stored = states[Number(fields.state)] ?? 'open'
  return {
    ...ref,
    number: Number(fields.id),
    endsAtMs,
    state: stored === 'open' && nowMs >= endsAtMs ? 'closed' : stored,
    fields,
  }
}

/** More than a venue has open at a time; the oldest entry makes room. */
const KNOWN_MAX = 10_000

/**
 * Remembers which addresses are markets, so that the node is asked once and not with every order. Only facts that no
 * transaction can change; when a reorganisation gave the number to another question, the dry run of the call fails.
 */
export function createMarketBook(parts: Pick<Context, 'chain' | 'venue'>): MarketBook {
  const known = new Map<string, MarketFacts>()
  return {
    async getFacts(ref) {
      const found = known.get(ref.address)
      if (found !== undefined) return found
      const market = await getMarket({ ...parts, nowMs: 0 }, ref)
      const facts = { number: market.number, endsAtMs: market.endsAtMs, subject: market.fields.subject }
      const [oldest] = known.keys()
      if (known.size >= KNOWN_MAX && oldest !== undefined) known.delete(oldest)
      known.set(ref.address, facts)
      return facts
    },
    forget: (ref) => void known.delete(ref.address),
  }
}

export function assertTrading(market: Pick<Market, 'address' | 'state' | 'endsAtMs'>): void {
  if (market.state === 'open') return
  throw refuse(
    'MARKET_CLOSED',
    { marketAddress: market.address, state: market.state, endsAt: new Date(market.endsAtMs).toISOString() },
    market.state === 'resolved' ? 'the market is resolved' : 'trading on this market has ended',
  )
}

/** The same from the index; a market it does not know yet is left to the stored build that speaks of it. */
export async function getIndexedMarket(
  { database, nowMs }: Pick<Context, 'database' | 'nowMs'>,
  ref: MarketRef,
): Promise<{ readonly address: string; readonly state: MarketState; readonly endsAtMs: number } | null> {
  const standing = await findMarketStanding(database, ref.address)
  if (standing === null) return null
  const state = standing.state === 'open' && nowMs >= standing.endsAtMs ? 'closed' : standing.state
  return { address: ref.address, state, endsAtMs: standing.endsAtMs }
}

export const noSuchMarket = (ref: MarketRef) => missing('marketAddress', ref.address)

export function assertUnresolved(market: Pick<Market, 'address' | 'state'>): void {
  if (market.state !== 'resolved') return
  const details = { marketAddress: market.address, state: market.state }
  throw refuse('MARKET_CLOSED', details, 'the market is resolved')
}
