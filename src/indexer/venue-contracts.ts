import { contractAddressOf, findContractId, marketIdOf } from '../bindings/index.ts'
import { assert } from '../kit/index.ts'
import { listMarketAddresses, type Reader } from '../store/index.ts'
import type { Venue } from './decode.ts'

/** Which contracts are the venue's: a block is asked for their events and no others. */
export interface VenueContracts {
  /** Learns the markets that were indexed since. */
  refresh(): Promise<void>
  /** Whether an address is one of the venue's, or of a market up to `marketIdMax`. */
  isOurs(contractAddress: string): boolean
  /** Markets up to this number are known, although not all of them exist. */
  marketIdMax(): number
}

/**
 * More markets than fit in one block: each costs at least the 24,000 gas of copying a contract, of 10,000,000. A market's
 * address follows from its number, so events are told to be ours even before it is known that there is such a market.
 */
const MARKETS_AHEAD = 512

export function createVenueContracts(db: Reader, venue: Venue): VenueContracts {
  const known = new Set(Object.values(venue))
  let lastId = 0
  /** Computed when the first stranger is met: most blocks have none, and hashing takes a while. */
  let aheadId = 0

  function lookAhead(): void {
    const votingId = findContractId(venue.voting)
    assert(votingId !== null, 'the voting contract has a contract’s address')
    for (aheadId = Math.max(aheadId, lastId); aheadId < lastId + MARKETS_AHEAD; aheadId++)
      known.add(contractAddressOf(marketIdOf(votingId, aheadId + 1)))
  }

  return {
    async refresh() {
      for (const { id, address } of await listMarketAddresses(db, lastId)) {
        known.add(address)
        lastId = id
      }
    },
    isOurs(contractAddress) {
      if (known.has(contractAddress)) return true
      if (aheadId >= lastId + MARKETS_AHEAD) return false
      lookAhead()
      return known.has(contractAddress)
    },
    marketIdMax: () => lastId + MARKETS_AHEAD,
  }
}
