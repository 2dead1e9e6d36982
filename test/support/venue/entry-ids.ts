import { codec, subContractId } from '../../../src/alephium/index.ts'
import { groupOfContract, mapEntryId } from '../../../src/bindings/index.ts'

/** Where tests look that the venue itself never does. */

export const eventIdOf = (votingId: string, eventNumber: number): string =>
  subContractId(votingId, `65${eventNumber.toString(16).padStart(16, '0')}`, groupOfContract(votingId))

export const periodEntryId = (votingId: string, periodId: number): string =>
  mapEntryId('Voting', votingId, { map: 'periods', key: codec.u256Codec.encode(BigInt(periodId)) })
