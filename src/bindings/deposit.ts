/** What an entry of a contract's map, or a contract, holds while it exists: 0.1 ALPH. It goes back to who paid it. */
export const ENTRY_DEPOSIT = 10n ** 17n
