import type { ContractEvent, VenueEvent } from '../../domain/index.ts'
import { decodeDeskEvent } from './desk.ts'
import { decodeMarketEvent } from './market.ts'
import { decodeOracleEvent } from './oracle.ts'
import { decodeParlaysEvent } from './parlays.ts'
import { decodeVaultEvent } from './vault.ts'
import { decodeVotingEvent } from './voting.ts'

/** Which contract an event came from, by address; markets are known since their MarketDeployed. */
export interface VenueAddresses {
  readonly vault: string
  readonly voting: string
  readonly oracle: string
  readonly parlays: string
  readonly desk: string
  readonly isMarket: (address: string) => boolean
}

/** An event of the venue, or null when the contract or the event is not ours. */
export function decodeEvent(venue: VenueAddresses, raw: ContractEvent): VenueEvent | null {
  switch (raw.contractAddress) {
    case venue.vault:
      return decodeVaultEvent(raw)
    case venue.voting:
      return decodeVotingEvent(raw)
    case venue.oracle:
      return decodeOracleEvent(raw)
    case venue.parlays:
      return decodeParlaysEvent(raw)
    case venue.desk:
      return decodeDeskEvent(raw)
    default:
      return venue.isMarket(raw.contractAddress) ? decodeMarketEvent(raw) : null
  }
}
