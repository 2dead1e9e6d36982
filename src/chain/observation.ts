/** What the way to a node has to tell beside its answers. */
export type ChainObservation = {
  /** A wallet has a coin that cannot be understood; it was left out of the list. */
  readonly kind: 'odd-coin'
  readonly address: string
  readonly cause: unknown
}

export type ObserveChain = (observation: ChainObservation) => void
