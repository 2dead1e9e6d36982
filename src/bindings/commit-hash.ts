import { keccak_256 } from '@noble/hashes/sha3.js'
import { addressToBytes } from '../alephium/index.ts'
import type { VoteChoice } from '../domain/index.ts'
import { bytesToHex, concatBytes, hexToBytes } from '../kit/index.ts'
import { bigEndian } from './entry-ids.ts'

export interface CommitSecret {
  /** The market's contract id. */
  readonly marketId: string
  readonly round: number
  /** With the group suffix where groupless: the four groups of a wallet are four voters to the chain. */
  readonly voter: string
  readonly vote: VoteChoice
  /** 32 bytes hex. */
  readonly salt: string
}

/** What a voter commits to, byte for byte as the oracle computes it at the reveal. */
export function commitHash(secret: CommitSecret): string {
  const preimage = concatBytes(
    hexToBytes(secret.marketId),
    bigEndian(secret.round, 4),
    addressToBytes(secret.voter),
    new Uint8Array([secret.vote]),
    hexToBytes(secret.salt),
  )
  return bytesToHex(keccak_256(preimage))
}
