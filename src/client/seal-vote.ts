import { commitHash, findContractId } from '../bindings/index.ts'
import { isWallet, parseWallet, type VoteChoice } from '../domain/index.ts'
import { bytesToHex, type Random, systemRandom } from '../kit/index.ts'
import { trust } from './verify/untrusted.ts'
import type { VenuePin } from './verify/venue-pin.ts'

export interface Ballot {
  readonly marketAddress: string
  readonly voterAddress: string
  readonly voteRound: number
  /** 1 yes, 2 no, 3 too early. */
  readonly vote: VoteChoice
}

export interface SealedVote extends Ballot {
  /** What is committed. */
  readonly commitHash: string
  /** What opens it. Whoever loses it cannot reveal, and loses stake: keep it before you commit. */
  readonly salt: string
}

/** A vote and a salt that nobody else knows, and the hash that commits to both. */
export function sealVote(venue: VenuePin, ballot: Ballot, random: Random = systemRandom): SealedVote {
  const marketId = findContractId(ballot.marketAddress.split(':')[0] ?? '')
  trust(marketId !== null, 'marketAddress', 'marketAddress is no contract')
  const voter = parseWallet(ballot.voterAddress, venue.group)
  trust(isWallet(voter), 'voterAddress', 'voterAddress is no wallet of this venue')
  const salt = bytesToHex(random.bytes(32))
  const { voteRound: round, vote } = ballot
  return { ...ballot, salt, commitHash: commitHash({ marketId, round, voter: voter.address, vote, salt }) }
}
