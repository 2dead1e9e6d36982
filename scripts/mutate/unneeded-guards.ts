/**
 * Guards that no test can miss, as docs/guards.md names them, and why: another one refuses the same calls with the same
 * error. They stand for whoever reads the contract.
 */
export const unneeded: Readonly<Record<string, string>> = {
  'contracts/market/market.ral | sweep | chunk < 32 | MarketError.NoSuchChunk':
    'no bit above the 31st of chunksUsed is ever set, and a shift by more is 0',
}
