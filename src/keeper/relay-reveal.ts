import {
  commitEntryId,
  commitHash,
  commitVote,
  contractAddressOf,
  type Deployment,
  findContractId,
  marketIdOf,
  readCallArgs,
  readEntry,
} from '../bindings/index.ts'
import type { Chain } from '../chain/index.ts'
import {
  conflict,
  isWallet,
  missing,
  parseWallet,
  pendingRevealId,
  refuse,
  type VoteChoice,
} from '../domain/index.ts'
import type { Clock } from '../kit/index.ts'
import { type Database, findMarketId } from '../store/index.ts'
import { insertRelayedReveal } from '../store/writes/keeper.ts'
import type { SaltBox } from './salt-box.ts'

export interface RelayRequest {
  readonly marketAddress: string
  readonly voterAddress: string
  readonly voteRound: number
  readonly voteChoice: VoteChoice
  /** 32 bytes hex. */
  readonly salt: string
  readonly commitTxId: string
}

export interface RelayParts {
  readonly database: Database
  readonly chain: Chain
  readonly clock: Clock
  readonly venue: Deployment
  readonly saltBox: SaltBox
}

/**
 * Takes a vote to reveal for its voter: no key is asked for, because only the right salt opens the commit. It must
 * match the commit on chain, or the one that the named transaction, still on its way, will make. Answers the voter's
 * address and the record's id.
 */
export async function relayReveal(
  request: RelayRequest,
  parts: RelayParts,
): Promise<{ readonly id: number; readonly voter: string }> {
  const { database, clock, venue, saltBox } = parts
  const wallet = parseWallet(request.voterAddress, venue.group)
  if (!isWallet(wallet))
    throw refuse(
      'INVALID_REQUEST',
      { field: 'voterAddress', received: request.voterAddress },
      'voterAddress must be a wallet that can reach this venue',
    )
  const marketNumber = await findMarketId(database.points, request.marketAddress)
  if (marketNumber === null) throw missing('marketAddress', request.marketAddress)
  const marketContract =
    findContractId(request.marketAddress) ?? marketIdOf(venue.contracts.voting.id, marketNumber)
  const salt = request.salt.replace(/^0x/, '').toLowerCase()
  const hash = commitHash({
    marketId: marketContract,
    round: request.voteRound,
    voter: wallet.address,
    vote: request.voteChoice,
    salt,
  })
  const place = { marketNumber, round: request.voteRound, voter: wallet.address }
  await assertCommitted(hash, { ...place, commitTxId: request.commitTxId }, parts)
  const id = pendingRevealId(request.marketAddress, request.voteRound, wallet.address)
  await insertRelayedReveal(database, {
    id,
    marketId: marketNumber,
    marketAddress: request.marketAddress,
    voter: wallet.address,
    round: request.voteRound,
    vote: request.voteChoice,
    sealedSalt: saltBox.seal(salt, labelOf({ id })),
    commitTxId: request.commitTxId,
    createdAtMs: clock.nowMs(),
  })
  return { id, voter: wallet.address }
}

/** What a sealed salt belongs to: moved to another row it does not open. */
export const labelOf = ({ id }: { readonly id: number }): string => `reveal ${id}`

async function assertCommitted(
  hash: string,
  place: {
    readonly marketNumber: number
    readonly round: number
    readonly voter: string
    readonly commitTxId: string
  },
  { chain, venue }: RelayParts,
): Promise<void> {
  const oracleId = venue.contracts.oracle.id
  const state = await chain.findContractState(contractAddressOf(commitEntryId(oracleId, place)))
  if (state !== null) {
    if (readEntry('Commit', state).hash === hash) return
    throw mismatch('vote and salt do not give the hash that was committed', place)
  }
  const onItsWay = await chain.findTransaction(place.commitTxId)
  const script = onItsWay?.script ?? ''
  const args = readCallArgs('Oracle', 'commit', script)
  const expected = commitVote({
    oracleId,
    marketNumber: place.marketNumber,
    subject: args?.subject ?? '',
    round: place.round,
    commitHash: hash,
    deadlineMs: Number(args?.deadline ?? 0n),
  })
  if (script !== expected.script)
    throw mismatch('no such commit is on chain, and commitTxId is no transaction that makes it', place)
}

const mismatch = (message: string, { round, voter }: { readonly round: number; readonly voter: string }) =>
  conflict('hash_mismatch', message, { voteRound: round, voter })
