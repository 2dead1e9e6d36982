/** A market's address in a path or body: it must be a contract's; whether it is a market the chain says. */
export interface MarketRef {
  readonly address: string
  readonly contractId: string
}

/** What never changes about a market, once it is known to be one. */
export interface MarketFacts {
  readonly number: number
  readonly endsAtMs: number
  /** What the number stands for. */
  readonly subject: string
}

export interface MarketBook {
  /** Refuses NOT_FOUND for what is no market of the venue. */
  getFacts(ref: MarketRef): Promise<MarketFacts>
  /** The chain says the address stands for something else by now. */
  forget(ref: MarketRef): void
}
