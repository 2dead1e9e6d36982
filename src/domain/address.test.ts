import {
  addressFromContractId,
  addressFromLockupScript,
  addressFromPublicKey,
  groupOfAddress,
} from '@alephium/web3'
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasAddressForm, parseWalletAddress, toRowAddress, venueAddress } from './address.ts'

const privateKey = '9b0a3a4ec2e9d0a3b3b0e1c0f0aa11bb22cc33dd44ee55ff66778899aabbccdd'
const grouped = new PrivateKeyWallet({ privateKey })
const schnorr = new PrivateKeyWallet({ privateKey, keyType: 'bip340-schnorr' })
const groupless = new PrivateKeyWallet({ privateKey, keyType: 'gl-secp256k1' })
const contract = addressFromContractId(`${'ab'.repeat(31)}00`)
// One key of one: with two or more the address has more than 80 characters.
const multisig = addressFromLockupScript({
  kind: 'P2MPKH',
  value: { publicKeyHashes: [new Uint8Array(32).fill(7)], m: 1 },
})
/** Keys of any number behind one hash. */
const grouplessMultisig = 'AmpPZ8bZQXVH7ku8KgWZhjuVfGMP9pPC6YoBBUG4xHjaPioKac'

describe('hasAddressForm', () => {
  test.each([
    grouped.address,
    `${groupless.address}:0`,
    'z'.repeat(30),
    'z'.repeat(80),
    `${'z'.repeat(78)}:3`,
  ])('default: %s', (text) => expect(hasAddressForm(text)).toBe(true))
  test.each([
    'z'.repeat(29),
    'z'.repeat(81),
    `${'z'.repeat(79)}:1`,
    ':'.repeat(30),
    `${'z'.repeat(40)}:4`,
    `${'z'.repeat(40)}:9`,
    `${'z'.repeat(40)}:1:2`,
    `${'z'.repeat(40)}:`,
    ...['0', 'O', 'I', 'l', ' ', '\0', '/', '\n'].map((letter) => 'z'.repeat(40) + letter),
  ])('error: %j', (text) => expect(hasAddressForm(text)).toBe(false))
})

describe('parseWalletAddress', () => {
  test('default: a grouped wallet knows its group', () => {
    const group = groupOfAddress(grouped.address)
    const wallet = { base: grouped.address, isGroupless: false, group, keyType: 'default' }
    expect(parseWalletAddress(grouped.address)).toEqual({ wallet })
    expect(parseWalletAddress(`${grouped.address}:${group}`)).toEqual({ wallet })
  })
  test('default: a script address may be a BIP-340 wallet', () => {
    expect(parseWalletAddress(schnorr.address)).toMatchObject({
      wallet: { keyType: 'bip340-schnorr', isGroupless: false },
    })
  })
  test.each(['gl-secp256k1', 'gl-secp256r1', 'gl-ed25519', 'gl-webauthn'] as const)(
    'default: a groupless address says its key type, %s',
    (keyType) => {
      const publicKey = keyType === 'gl-ed25519' ? groupless.publicKey.slice(2) : groupless.publicKey
      const base = addressFromPublicKey(publicKey, keyType)
      expect(parseWalletAddress(base)).toEqual({ wallet: { base, isGroupless: true, group: null, keyType } })
      expect(parseWalletAddress(`${base}:2`)).toEqual({
        wallet: { base, isGroupless: true, group: 2, keyType },
      })
    },
  )
  test('error: another group after a grouped address', () => {
    const group = groupOfAddress(grouped.address)
    const other = (group + 1) % 4
    expect(parseWalletAddress(`${grouped.address}:${other}`)).toEqual({
      problem: `the address is in group ${group}, not ${other}`,
    })
  })
  test('error: a contract', () =>
    expect(parseWalletAddress(contract)).toEqual({ problem: 'a contract address, where a wallet is needed' }))
  test.each([multisig, grouplessMultisig])('error: a multisig', (address) =>
    expect(parseWalletAddress(address)).toEqual({
      problem: 'a multisig address, which one key cannot sign for',
    }),
  )
  test.each([
    'z'.repeat(45),
    `${grouped.address}2`,
    groupless.address.slice(0, -1),
    `${groupless.address}zz`,
  ])('error: %s decodes to nothing', (text) =>
    expect(parseWalletAddress(text)).toEqual({ problem: 'not an address of this chain' }),
  )
  test('behavior: never throws', () => {
    const letter = fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')
    const text = fc.string({ unit: letter, minLength: 30, maxLength: 78 })
    fc.assert(
      fc.property(text, fc.constantFrom('', ':0', ':3'), (base, suffix) => {
        parseWalletAddress(base + suffix)
        toRowAddress(base + suffix, 0)
      }),
    )
  })
})

describe('toRowAddress', () => {
  test('default: X and X:g are one wallet, another suffix matches nothing', () => {
    expect(toRowAddress(groupless.address, 1)).toBe(`${groupless.address}:1`)
    expect(toRowAddress(`${groupless.address}:1`, 1)).toBe(`${groupless.address}:1`)
    expect(toRowAddress(`${groupless.address}:0`, 1)).toBeNull()
  })
  test('behavior: a grouped address may carry its own group', () => {
    const group = groupOfAddress(grouped.address)
    expect(toRowAddress(grouped.address, 0)).toBe(grouped.address)
    expect(toRowAddress(`${grouped.address}:${group}`, 0)).toBe(grouped.address)
    expect(toRowAddress(`${grouped.address}:${(group + 1) % 4}`, 0)).toBeNull()
    expect(toRowAddress(`${contract}:0`, 0)).toBe(contract)
    expect(toRowAddress(`${contract}:1`, 0)).toBeNull()
  })
  test('behavior: what decodes to nothing matches nothing', () =>
    expect(toRowAddress('z'.repeat(45), 0)).toBeNull())
})

describe('venueAddress', () => {
  test('default', () => {
    const parsed = parseWalletAddress(`${groupless.address}:3`)
    expect('wallet' in parsed && venueAddress(parsed.wallet, 0)).toBe(`${groupless.address}:0`)
  })
})
