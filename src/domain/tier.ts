/** From how many whole staked tokens a tier begins, and its weight: of a vote, and the creator's share in percent. */
export const tiers = [
  { name: 'Degenerate', staked: 1_000_000n, weight: 30 },
  { name: 'Diamond', staked: 833_333n, weight: 22 },
  { name: 'Platinum', staked: 666_667n, weight: 16 },
  { name: 'Gold', staked: 500_000n, weight: 11 },
  { name: 'Silver', staked: 333_333n, weight: 7 },
  { name: 'Bronze', staked: 166_667n, weight: 3 },
  { name: 'Iron', staked: 60_000n, weight: 1 },
] as const

export type TierName = (typeof tiers)[number]['name']

/** From how many tokens on a stake has a vote, `unit` being one whole token. */
export const votesFrom = (unit: bigint): bigint => tiers.at(-1)!.staked * unit

/** The tier of a stake, `unit` being one whole token; below Iron there is none and the weight is 0. */
export function tierOf(
  staked: bigint,
  unit: bigint,
): { readonly name: TierName | null; readonly weight: number } {
  return tiers.find((tier) => staked >= tier.staked * unit) ?? { name: null, weight: 0 }
}
