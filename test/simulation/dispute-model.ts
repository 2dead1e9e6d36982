import type { VoteChoice } from '../../src/domain/index.ts'

/** One commit of a round as the protocol sees it when the round is over; a null vote was never revealed. */
export interface Cast {
  readonly voter: string
  readonly weight: number
  readonly slash: bigint
  readonly vote: VoteChoice | null
}

export interface RoundResult {
  readonly result: VoteChoice | null
  readonly pool: bigint
  readonly slashed: ReadonlyMap<string, bigint>
  readonly rewards: ReadonlyMap<string, bigint>
}

/** The protocol's sentence about finalising, written down a second time and in another way than the contract. */
export function judgeRound(casts: readonly Cast[], attempt: number, carried: bigint): RoundResult {
  const revealed = casts.filter((cast) => cast.vote !== null)
  const weightOf = (choice: VoteChoice) =>
    revealed.filter((cast) => cast.vote === choice).reduce((sum, cast) => sum + cast.weight, 0)
  const ranking = ([1, 2, 3] as const)
    .map((choice) => ({ choice, weight: weightOf(choice) }))
    .sort((a, b) => b.weight - a.weight)
  const [first, second] = ranking as [(typeof ranking)[number], (typeof ranking)[number]]
  const total = ranking.reduce((sum, { weight }) => sum + weight, 0)
  const hasQuorum = total >= 60 && revealed.length >= 3
  const isClear = first.weight / total >= 0.65 || (attempt === 4 && first.weight > second.weight)
  const result = hasQuorum && isClear ? first.choice : null

  const losers = casts.filter((cast) => (result === null ? cast.vote === null : cast.vote !== result))
  const pool = losers.reduce((sum, cast) => sum + cast.slash, carried)
  const winners = result === null ? [] : casts.filter((cast) => cast.vote === result)
  return {
    result,
    pool,
    slashed: new Map(losers.map((cast) => [cast.voter, cast.slash])),
    rewards: new Map(
      winners.map((cast) => [cast.voter, (pool * BigInt(cast.weight)) / BigInt(first.weight)]),
    ),
  }
}
