import type { DeskEvent } from './desk-event.ts'
import type { MarketEvent } from './market-event.ts'
import type { OracleEvent } from './oracle-event.ts'
import type { ParlayEvent } from './parlay-event.ts'
import type { VaultEvent } from './vault-event.ts'
import type { VotingEvent } from './voting-event.ts'

/**
 * Everything the venue's contracts can say; the indexer derives all it shows from these and from block data.
 * One family per file. Addresses are base58 with the group suffix where groupless, times are Unix milliseconds,
 * amounts base units. Where in the chain an event stands (block, transaction, index) is not part of it.
 */
export type VenueEvent = MarketEvent | ParlayEvent | VaultEvent | VotingEvent | OracleEvent | DeskEvent
