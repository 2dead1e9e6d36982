/**
 * Guards that no test can miss, as docs/guards.md names them, and why: another one refuses the same calls with the same
 * error. They stand for whoever reads the contract.
 */
export const unneeded: Readonly<Record<string, string>> = {
  'contracts/market/market.ral | sweep | chunk < 32 | MarketError.NoSuchChunk':
    'no bit above the 31st of chunksUsed is ever set, and a shift by more is 0',
  'contracts/oracle/oracle.ral | reveal | cases[marketId].windowEndsAt == 0 | OracleError.RevealWindowOver':
    'a round is counted after its reveal window only, and then the guard on that refuses with the same words',
  'contracts/parlay/parlays.ral | offer | Market(market).getOutcome() == Final.Unresolved | ParlayError.LegClosed':
    'a market resolves at its end or later, and the guard on that stands beside it',
  'contracts/parlay/parlays.ral | settle | parlay.offeredAt < blockTimeStamp!() | ParlayError.OfferedInThisBlock':
    'a leg is open when it is offered, so in that block none is resolved and the parlay has to wait',
  'contracts/voting/voting.ral | proposeSingle | bytes <= TextBytesMax | VotingError.TextsTooLong':
    'the texts of a single proposal are 5,328 bytes at most, each at its own bound',
}
