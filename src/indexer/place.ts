import type { VenueEvent } from '../domain/index.ts'

/** Where in the chain an event stands. */
export interface Place {
  readonly height: number
  readonly timestampMs: number
  readonly txId: string
  /** Position among all events of the block, foreign ones included. */
  readonly eventIndex: number
}

export interface PlacedEvent {
  readonly event: VenueEvent
  readonly place: Place
}
