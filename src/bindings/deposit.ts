/** What an entry of a contract's map, or a contract, holds while it exists: 0.1 ALPH. It goes back to who paid it. */
export const ENTRY_DEPOSIT = 10n ** 17n

/** What a proposal brings per market: 0.5 ALPH, of which 0.1 per contract stays when it is accepted. */
export const PROPOSAL_DEPOSIT = 5n * ENTRY_DEPOSIT
