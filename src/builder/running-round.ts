import { contractAddressOf, type EntryOf, readEntry, roundEntryId } from '../bindings/index.ts'
import { conflict } from '../domain/index.ts'
import { findRoundStanding } from '../store/index.ts'
import { findCase } from './find-case.ts'
import { assertUnresolved, getIndexedMarket, getMarket, type Market } from './find-market.ts'
import type { Context } from './kind.ts'
import type { MarketRef } from './market-ref.ts'

export interface RunningRound {
  readonly market: Market
  readonly round: number
  readonly commitEndsAtMs: number
  readonly revealEndsAtMs: number
}

/** The round of a disputed market that is running now; `wanted` is the one the caller means, if it says so. */
export async function getRunningRound(
  context: Context,
  ref: MarketRef,
  wanted: number | undefined,
): Promise<RunningRound> {
  const market = await getMarket(context, ref)
  assertUnresolved(market)
  const running = await findCase(context, market)
  if (running === null || market.state !== 'disputed') throw noDispute(market, ref)
  const round = Number(running.rounds)
  if (wanted !== undefined && wanted !== round) throw wrongRound(round)
  const entry = await findRound(context, market, round)
  if (entry === null) throw noDispute(market, ref)
  return {
    market,
    round,
    commitEndsAtMs: Number(entry.commitEndsAt),
    revealEndsAtMs: Number(entry.revealEndsAt),
  }
}

/** The same from the index, or null when it does not know the market yet. */
export async function getIndexedRound(
  context: Pick<Context, 'database' | 'nowMs'>,
  ref: MarketRef,
  wanted: number | undefined,
): Promise<Omit<RunningRound, 'market'> | null> {
  const market = await getIndexedMarket(context, ref)
  if (market === null) return null
  assertUnresolved(market)
  const running = await findRoundStanding(context.database, ref.address)
  if (market.state !== 'disputed' || running === null) throw noDispute(market, ref)
  if (wanted !== undefined && wanted !== running.round) throw wrongRound(running.round)
  return running
}

export function assertBefore(nowMs: number, endsAtMs: number, window: 'commit' | 'reveal'): void {
  if (nowMs < endsAtMs) return
  throw conflict(`${window}_window_closed`, `the ${window} window is closed`, {
    [`${window}EndsAt`]: new Date(endsAtMs).toISOString(),
  })
}

async function findRound(
  { chain, venue }: Context,
  market: Market,
  round: number,
): Promise<EntryOf<'Round'> | null> {
  const id = roundEntryId(venue.contracts.oracle.id, market.number, round)
  const state = await chain.findContractState(contractAddressOf(id))
  return state === null ? null : readEntry('Round', state)
}

const noDispute = ({ state }: { readonly state: string }, { address }: MarketRef) =>
  conflict('no_dispute', 'the market is not disputed', { marketAddress: address, state })
const wrongRound = (round: number) =>
  conflict('wrong_round', `round ${round} is running`, { voteRound: round })
