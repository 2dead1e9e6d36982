import { addressToBytes, codec } from '../alephium/index.ts'
import { concatBytes, utf8ToBytes } from '../kit/index.ts'
import { contractIdAt, mapEntryId } from './state.ts'

/** Where everything of the venue is on the chain, by contract id: markets, events, and the entries of maps. */

export const marketIdOf = (votingId: string, marketNumber: number): string =>
  contractIdAt(votingId, concatBytes(utf8ToBytes('m'), bigEndian(marketNumber, 8)))

export const stakeEntryId = (vaultId: string, wallet: string): string =>
  mapEntryId('Vault', vaultId, { map: 'stakes', key: addressToBytes(wallet) })

export const proposalEntryId = (votingId: string, proposalId: number): string =>
  mapEntryId('Voting', votingId, { map: 'proposals', key: u256Key(proposalId) })

export const caseEntryId = (oracleId: string, marketNumber: number): string =>
  mapEntryId('Oracle', oracleId, { map: 'cases', key: u256Key(marketNumber) })

export const roundEntryId = (oracleId: string, marketNumber: number, round: number): string =>
  mapEntryId('Oracle', oracleId, { map: 'rounds', key: roundKey(marketNumber, round) })

export const commitEntryId = (
  oracleId: string,
  commit: { readonly marketNumber: number; readonly round: number; readonly voter: string },
): string =>
  mapEntryId('Oracle', oracleId, {
    map: 'commits',
    key: concatBytes(roundKey(commit.marketNumber, commit.round), addressToBytes(commit.voter)),
  })

export const orderEntryId = (marketId: string, orderId: number): string =>
  mapEntryId('Market', marketId, { map: 'orders', key: u256Key(orderId) })

export const positionEntryId = (marketId: string, trader: string): string =>
  mapEntryId('Market', marketId, { map: 'positions', key: addressToBytes(trader) })

export const parlayEntryId = (parlaysId: string, parlayId: number): string =>
  mapEntryId('Parlays', parlaysId, { map: 'parlays', key: u256Key(parlayId) })

const roundKey = (marketNumber: number, round: number): Uint8Array =>
  concatBytes(bigEndian(marketNumber, 8), bigEndian(round, 4))

/** A number as a key is written in the chain's compact form. */
const u256Key = (value: number): Uint8Array => codec.u256Codec.encode(BigInt(value))

export function bigEndian(value: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let rest = BigInt(value)
  for (let i = size - 1; i >= 0; i--) {
    bytes[i] = Number(rest & 0xffn)
    rest >>= 8n
  }
  return bytes
}
