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
import { type Clock, hexToBytes } from '../kit/index.ts'
import { type Database, findBuildByTx, findMarketId } from '../store/index.ts'
import { putRelayedReveal } from '../store/writes/keeper.ts'
import { decodeUnsignedTx } from '../transaction/index.ts'
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
  await putRelayedReveal(database, {
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

interface Place {
  readonly marketNumber: number
  readonly round: number
  readonly voter: string
  readonly commitTxId: string
}

async function assertCommitted(hash: string, place: Place, parts: RelayParts): Promise<void> {
  const entry = contractAddressOf(commitEntryId(parts.venue.contracts.oracle.id, place))
  const committed = async (): Promise<string | null> => {
    const state = await parts.chain.findContractState(entry)
    return state === null ? null : readEntry('Commit', state).hash
  }
  const onChain =
    (await committed()) ??
    // In a block since we looked: what it made is there now.
    ((await isWaiting(hash, place, parts)) ? hash : await committed())
  if (onChain === null)
    throw mismatch('no such commit is on chain, and commitTxId is no transaction that makes it', place)
  if (onChain !== hash) throw mismatch('vote and salt do not give the hash that was committed', place)
}

/**
 * Whether the named transaction makes this commit and waits in the mempool. A node shows no script before its block, so it
 * must be a build of ours; that the node has it says that the voter signed it.
 */
async function isWaiting(hash: string, place: Place, parts: RelayParts): Promise<boolean> {
  const build = await findBuildByTx(parts.database, place.commitTxId)
  if (build === null || build.signerAddress !== place.voter) return false
  const { unsignedTx } = JSON.parse(build.response) as { unsignedTx: string } // written by the builder
  const script = decodeUnsignedTx(hexToBytes(unsignedTx)).script ?? ''
  const args = readCallArgs('Oracle', 'commit', script)
  const expected = commitVote({
    oracleId: parts.venue.contracts.oracle.id,
    marketNumber: place.marketNumber,
    subject: args?.subject ?? '',
    round: place.round,
    commitHash: hash,
    deadlineMs: Number(args?.deadline ?? 0n),
  })
  if (script !== expected.script) return false
  return (await parts.chain.getTransactionStatus(place.commitTxId)).type === 'mempool'
}

const mismatch = (message: string, { round, voter }: { readonly round: number; readonly voter: string }) =>
  conflict('hash_mismatch', message, { voteRound: round, voter })
