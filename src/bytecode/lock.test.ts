import { addressFromPublicKey, groupOfAddress } from '@alephium/web3'
import { describe, expect, test } from 'vitest'
import { bytesToHex, hexToBytes } from '../kit/index.ts'
import { attempt } from './codec/serde-error.ts'
import {
  addressText,
  decodeLock,
  groupOfLock,
  hintOfLock,
  isContractLock,
  lockOfAddress,
  lockText,
  longBase58,
} from './lock.ts'

const key = `02${'5a'.repeat(32)}`
const plain = addressFromPublicKey(key)
const groupless = addressFromPublicKey(key, 'gl-secp256k1')
const contract = `03${'c3'.repeat(31)}02`

const lockOf = (text: string): string => {
  const parsed = lockOfAddress(text)
  if ('error' in parsed) throw new Error(parsed.error)
  return parsed.lock
}

describe('addresses', () => {
  test('default: text and lock are two forms of one thing', () => {
    for (const text of [plain, `${groupless}:0`, `${groupless}:3`, addressText(contract)]) {
      expect(addressText(lockOf(text))).toBe(text)
    }
    expect(isContractLock(contract)).toBe(true)
  })
  test.each([1_001, 3_000, 65_000])('behavior: %d bytes are spelled as base58 spells them', (size) => {
    const bytes = new Uint8Array(size).map((_, index) => (index < 3 ? 0 : (index * 7 + 1) % 256))
    const text = longBase58(bytesToHex(bytes))
    expect(text).toMatch(/^111[2-9A-HJ-NP-Za-km-z]/)
    const digits = [...text].map((letter) =>
      BigInt('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.indexOf(letter)),
    )
    let parts = digits
    for (let power = 58n; parts.length > 1; power *= power) {
      if (parts.length % 2 === 1) parts = [0n, ...parts]
      parts = Array.from({ length: parts.length / 2 }, (_, at) => parts[2 * at]! * power + parts[2 * at + 1]!)
    }
    expect(parts[0] === BigInt(`0x${bytesToHex(bytes)}`)).toBe(true)
  })
  test('behavior: groups are those of the SDK, and of the colon', () => {
    for (let seed = 0; seed < 40; seed++) {
      const address = addressFromPublicKey(`03${seed.toString(16).padStart(64, '1')}`)
      expect(groupOfLock(lockOf(address))).toBe(groupOfAddress(address))
    }
    for (const group of [0, 1, 2, 3]) expect(groupOfLock(lockOf(`${groupless}:${group}`))).toBe(group)
    expect(groupOfLock(contract)).toBe(2)
  })
  test('behavior: hints are odd for coins, even for contracts, and name the group of a groupless coin', () => {
    expect(hintOfLock(lockOf(plain)) & 1).toBe(1)
    expect(hintOfLock(contract) & 1).toBe(0)
    for (const group of [0, 1, 2, 3]) {
      const hint = hintOfLock(lockOf(`${groupless}:${group}`))
      expect(((hint >>> 24) ^ (hint >>> 16) ^ (hint >>> 8) ^ hint) & 3).toBe(group)
    }
  })
  test('error: texts that are no address', () => {
    expect(lockOfAddress('0OIl')).toEqual({ error: 'Invalid base58 string 0OIl' })
    expect(lockOfAddress(groupless)).toEqual({
      error: `Expected a grouped address, but got a groupless one: ${groupless}`,
    })
    expect(lockOfAddress(`${plain}:0`)).toEqual({ error: `Invalid grouped address ${plain}:0` })
    expect(lockOfAddress('1111')).toEqual({
      error: 'Invalid address 1111: Too few bytes: expected 32, got 3',
    })
  })
  test('error: bytes that are no lock', () => {
    const failure = (hex: string) => {
      const decoded = attempt(() => decodeLock(hexToBytes(hex)))
      return decoded.ok ? undefined : decoded.error.message
    }
    expect(failure(`01${'00'.repeat(1)}00`)).toBe('Invalid m in m-of-n multisig: m=0, n=0')
    expect(failure(`0400${key}0000000000`)).toMatch(/^Wrong checksum: expected [0-9a-f]{8}, got 00000000$/)
    expect(failure('0407')).toBe('Invalid public key type 7')
    expect(failure(`${contract}00`)).toBe('Too many bytes: expected 33, got 34')
  })
  test('default: as the JVM prints them', () => {
    expect(lockText(contract)).toBe(`P2C(ContractId(hex"${contract.slice(2)}"))`)
    expect(lockText(lockOf(`${groupless}:1`))).toBe(`P2PK(SecP256K1(SecP256K1PublicKey(hex"${key}")),1)`)
    const multisig = `0102${'11'.repeat(32)}${'22'.repeat(32)}01`
    expect(lockText(multisig)).toBe(
      `P2MPKH(Iterable(Blake2b(hex"${'11'.repeat(32)}"), Blake2b(hex"${'22'.repeat(32)}")),1)`,
    )
  })
  test('behavior: a multisig in long form is taken in its short one', () => {
    const long = `01400${1}${'11'.repeat(32)}4001`
    expect(decodeLock(hexToBytes(long))).toBe(`0101${'11'.repeat(32)}01`)
  })
})
