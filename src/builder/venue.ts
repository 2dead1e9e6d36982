/** The facts of the deployed venue a build depends on. Contracts by id; amounts in base units. */
export interface Venue {
  readonly networkId: number
  readonly group: number
  readonly contracts: {
    readonly vault: string
    readonly voting: string
    readonly oracle: string
    readonly parlays: string
  }
  readonly tokens: { readonly collateral: string; readonly stake: string }
  readonly bond: bigint
  readonly votingMs: number
  readonly minTradingMs: number
}
