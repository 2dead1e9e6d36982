import { describe, expect, test } from 'vitest'
import { addressToBytes, contractIdFromAddress } from '../alephium/index.ts'
import { blake2b256, bytesToHex, concatBytes } from '../kit/index.ts'
import { pendingRevealId } from './pending-reveal-id.ts'

const market = '25kE2CyHzKVP5m2CAYAvPYxemhFKdXtXkkwdcTTcGVLH5'
const voter = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'
const groupless = '3cUsSAS2FkomEFpPSvLVcZBb1w1NVrRoSUAYtj2x9ctRsdJyvaivf'

describe('pendingRevealId', () => {
  test('default: below 2^52, and another round or group is another id', () => {
    const ids = [
      pendingRevealId(market, 1, voter),
      pendingRevealId(market, 2, voter),
      pendingRevealId(market, 1, `${groupless}:0`),
      pendingRevealId(market, 1, `${groupless}:1`),
    ]
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) {
      expect(id).toBeLessThan(2 ** 52)
      expect(Number.isSafeInteger(id)).toBe(true)
    }
  })
  test('behavior: the first 52 bits of the hash, the same for ever', () => {
    const input = concatBytes(
      contractIdFromAddress(market),
      new Uint8Array([0, 0, 1, 2]),
      addressToBytes(voter),
    )
    const id = pendingRevealId(market, 258, voter)
    expect(BigInt(id)).toBe(BigInt(`0x${bytesToHex(blake2b256(input))}`) >> 204n)
  })
})
