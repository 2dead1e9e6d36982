/** A groupless wallet calls itself by its bare address; what the chain tells of it names the group too. */
export const isSameWallet = (one: string | null, other: string | null | undefined): boolean =>
  one !== null && other != null && one.split(':')[0] === other.split(':')[0]
