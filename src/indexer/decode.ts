import type { ChainBlock } from '../chain/index.ts'
import type { ContractEvent, VenueEvent } from '../domain/index.ts'
import { loadRows, type MarketRow, markets, type Reader } from '../store/index.ts'
import type { PlacedEvent } from './place.ts'

/** Raw event → what the venue said, or null when it is none of the venue's. Made by app from the deployment. */
export interface VenueDecoder {
  /** Whether the address is one of the venue's singletons. */
  isSingleton(address: string): boolean
  decodeSingleton(event: ContractEvent): VenueEvent | null
  decodeMarket(event: ContractEvent): VenueEvent | null
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
  decoder: VenueDecoder,
): Promise<Decoded> {
  const strangers = new Set<string>()
  for (const block of blocks)
    for (const { contractAddress } of block.events)
      if (!decoder.isSingleton(contractAddress)) strangers.add(contractAddress)
  const known = await loadRows(
    db,
    markets,
    ['marketAddress'],
    [...strangers].map((marketAddress) => ({ marketAddress })),
  )
  const marketAddresses = new Set(known.map((market) => market.marketAddress))

  const placed: PlacedEvent[] = []
  for (const block of blocks)
    for (const [eventIndex, raw] of block.events.entries()) {
      const event = decodeOne(raw, decoder, marketAddresses)
      if (event === null) continue
      if (event.type === 'MarketDeployed') marketAddresses.add(event.marketAddress)
      const { height, timestampMs } = block
      placed.push({ event, place: { height, timestampMs, txId: raw.txId, eventIndex } })
    }
  return { events: placed, markets: known }
}

function decodeOne(
  raw: ContractEvent,
  decoder: VenueDecoder,
  marketAddresses: ReadonlySet<string>,
): VenueEvent | null {
  if (decoder.isSingleton(raw.contractAddress)) return decoder.decodeSingleton(raw)
  return marketAddresses.has(raw.contractAddress) ? decoder.decodeMarket(raw) : null
}
