import {
  caseEntryId,
  type EntryOf,
  readEntry,
  roundEntryId,
  stakeEntryId,
} from '../../../src/bindings/index.ts'
import { ONE, type Outcome, type VoteChoice } from '../../../src/domain/index.ts'
import type { Court, CourtBallot, CourtMarket, CourtReceipt } from './court.ts'
import type { StageWallet } from './host.ts'

/** What one voter does in a round; a null vote is a commit that is never revealed (it was for yes). */
export type Plan = readonly [voter: StageWallet, vote: VoteChoice | null]

/** A block of the virtual machine comes this long after the one before it, so the next one is exactly at `ms`. */
const BLOCK_MS = 1_000

/** One market's way through the oracle, in few words. */
export function hear(court: Court, market: CourtMarket) {
  const { host, calls, contracts } = court
  const entryOf = async <S extends 'Case' | 'Round' | 'Stake'>(
    struct: S,
    id: string,
  ): Promise<EntryOf<S> | null> => {
    const state = await host.contract(id)
    return state === null ? null : readEntry(struct, state)
  }
  const caseNow = () => entryOf('Case', caseEntryId(contracts.oracle.id, market.number))
  const roundNow = (round: number) =>
    entryOf('Round', roundEntryId(contracts.oracle.id, market.number, round))
  const running = async () => {
    const found = await caseNow()
    if (found === null) throw new Error(`market ${market.number} has no case`)
    return found
  }
  const ballotOf = (voter: StageWallet, vote: VoteChoice, round: number): CourtBallot => ({
    market,
    round,
    voter: voter.address,
    vote,
    salt: round.toString(16).padStart(64, '0'),
  })
  /** The next block is exactly then. */
  const at = (ms: number | bigint) => host.passTime(Number(ms) - BLOCK_MS)
  const hearing = {
    market,
    caseNow,
    roundNow,
    stakeOf: (wallet: StageWallet) => entryOf('Stake', stakeEntryId(contracts.vault.id, wallet.address)),
    holds: (wallet: StageWallet) => court.holds(wallet.address),
    at,
    ballotOf,
    submit: (wallet: StageWallet, outcome: Outcome = 'yes') =>
      court.send(wallet, calls.submit(market, outcome, 10_000n * ONE)),
    /** Disputes whatever stands. */
    async dispute(wallet: StageWallet): Promise<CourtReceipt> {
      const { submissions, rounds, standing } = await running()
      const seen = {
        submission: Number(submissions),
        round: Number(rounds),
        outcome: Number(standing) as VoteChoice,
      }
      return court.send(wallet, calls.dispute(market, seen, 40_000n * ONE))
    },
    commit: async (wallet: StageWallet, vote: VoteChoice): Promise<CourtReceipt> =>
      court.send(wallet, calls.commit(ballotOf(wallet, vote, Number((await running()).rounds)))),
    reveal: async (wallet: StageWallet, vote: VoteChoice): Promise<CourtReceipt> =>
      court.send(host.bank, calls.reveal(ballotOf(wallet, vote, Number((await running()).rounds)))),
    finalize: () => court.send(host.bank, calls.finalize(market)),
    workOff: (round: number, wallet: StageWallet) =>
      court.send(host.bank, calls.workOff(market, round, wallet.address)),
    /** Commits, reveals and counts the running round. */
    async vote(plans: readonly Plan[]): Promise<CourtReceipt> {
      const round = Number((await running()).rounds)
      const entry = await roundNow(round)
      if (entry === null) throw new Error('no round is running')
      for (const [voter, vote] of plans)
        await court.send(voter, calls.commit(ballotOf(voter, vote ?? 1, round)))
      await at(entry.commitEndsAt)
      for (const [voter, vote] of plans)
        if (vote !== null) await court.send(host.bank, calls.reveal(ballotOf(voter, vote, round)))
      await at(entry.revealEndsAt)
      return hearing.finalize()
    },
    /** Nobody appeals. */
    async letStand(): Promise<CourtReceipt> {
      await at((await running()).windowEndsAt)
      return hearing.finalize()
    },
  }
  return hearing
}

export type Hearing = ReturnType<typeof hear>
