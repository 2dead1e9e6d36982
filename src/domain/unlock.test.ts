import { expect, test } from 'vitest'
import { blake2b256, bytesToHex, hexToBytes } from '../kit/index.ts'
import { publicKeyLengths } from './public-key.ts'
import { unlockOf } from './unlock.ts'
import { keyTypes, type Wallet } from './wallet.ts'

const key = 'ab'.repeat(32)
const wallet: Wallet = { address: 'w', lock: `00${'11'.repeat(32)}`, isGroupless: false, isScript: false }

test('default: a key opens its wallet, a groupless wallet says only what it is', () => {
  expect(unlockOf(wallet, `02${key}`, 'default')).toBe(`0002${key}`)
  expect(unlockOf({ ...wallet, lock: '04', isGroupless: true }, `02${key}`, 'gl-secp256k1')).toBe('05')
})

test('behavior: a Schnorr wallet is opened by the script it is the hash of', () => {
  const script = `0101000000000458144020${key}8685`
  const lock = `02${bytesToHex(blake2b256(hexToBytes(script)))}`
  expect(unlockOf({ ...wallet, lock, isScript: true }, key, 'bip340-schnorr')).toBe(`02${script}00`)
  expect(() => unlockOf({ ...wallet, lock: `02${key}`, isScript: true }, key, 'bip340-schnorr')).toThrow(
    'a Schnorr wallet locks by the hash of its script',
  )
})

test('default: a public key has 33 bytes, and 32 where the sign is left out', () => {
  expect(keyTypes.map((type) => publicKeyLengths[type])).toEqual([33, 32, 33, 33, 32, 33])
})
