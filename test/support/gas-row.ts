/** What one call costs its caller, as built by a node and mined. */
export interface GasRow {
  readonly call: string
  readonly gas: number
  /** Native coins that stay behind in entries or as dust of others' coins; negative when deposits come back. */
  readonly deposit: bigint
  readonly fee: bigint
}
