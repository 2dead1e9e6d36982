import { addressToBytes, contractIdFromAddress } from '../alephium/index.ts'
import { blake2b256, concatBytes } from '../kit/index.ts'

/**
 * Id of a vote that waits for its reveal: the first 52 bits of blake2b(market id, round, voter's lockup). It is made
 * of what was voted on and by whom, so it is known before the commit is in a block and survives reindexing.
 */
export function pendingRevealId(marketAddress: string, round: number, voterAddress: string): number {
  const roundBytes = new Uint8Array(4)
  new DataView(roundBytes.buffer).setUint32(0, round)
  const hash = blake2b256(
    concatBytes(contractIdFromAddress(marketAddress), roundBytes, addressToBytes(voterAddress)),
  )
  const view = new DataView(hash.buffer, hash.byteOffset)
  return view.getUint32(0) * 2 ** 20 + (view.getUint32(4) >>> 12)
}
