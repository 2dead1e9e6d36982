import { decodeEvent, type VenueAddresses } from '../bindings/index.ts'
import type { ChainBlock } from '../chain/index.ts'
import type { ContractEvent, VenueEvent } from '../domain/index.ts'
import { loadRows, type MarketRow, markets, type Reader } from '../store/index.ts'
import type { PlacedEvent } from './place.ts'
import { UnreadableBlock } from './unreadable-block.ts'

/** Addresses of the venue's singletons; its markets make themselves known. */
export interface Venue {
  readonly vault: string
  readonly voting: string
  readonly oracle: string
  readonly parlays: string
  readonly desk: string
}

export interface Decoded {
  readonly events: readonly PlacedEvent[]
  /** Rows of the markets that spoke and existed before the batch. */
  readonly markets: readonly MarketRow[]
}

/**
 * Sorts out the venue's events of some blocks. Markets are known by what was indexed and by what the blocks themselves
 * deploy; everything else on the chain is somebody else's business.
 */
export async function decodeBlocks(
  db: Reader,
  blocks: readonly ChainBlock[],
  venue: Venue,
): Promise<Decoded> {
  const singletons = new Set(Object.values(venue))
  const strangers = new Set<string>()
  for (const block of blocks)
    for (const { contractAddress } of block.events)
      if (!singletons.has(contractAddress)) strangers.add(contractAddress)
  const known = await loadRows(
    db,
    markets,
    ['marketAddress'],
    [...strangers].map((marketAddress) => ({ marketAddress })),
  )
  const marketAddresses = new Set(known.map((market) => market.marketAddress))
  const addresses = { ...venue, isMarket: (address: string) => marketAddresses.has(address) }

  const placed: PlacedEvent[] = []
  for (const block of blocks)
    for (const raw of block.events) {
      const event = decodeOne(addresses, raw, block.height)
      if (event === null) continue
      if (event.type === 'MarketDeployed') marketAddresses.add(event.marketAddress)
      const { height, timestampMs } = block
      placed.push({ event, place: { height, timestampMs, txId: raw.txId, eventIndex: raw.position } })
    }
  return { events: placed, markets: known }
}

/** The number of the market an event says was deployed, null for any other. */
export function marketIdIn(venue: Venue, raw: ContractEvent, height: number): number | null {
  if (raw.contractAddress !== venue.voting) return null
  const event = decodeOne({ ...venue, isMarket: () => false }, raw, height)
  return event?.type === 'MarketDeployed' ? event.marketId : null
}

function decodeOne(addresses: VenueAddresses, raw: ContractEvent, height: number): VenueEvent | null {
  try {
    return decodeEvent(addresses, raw)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    const text = `an event of ${raw.contractAddress} in block ${height} cannot be read: ${why}`
    throw new UnreadableBlock(height, text, { cause })
  }
}
