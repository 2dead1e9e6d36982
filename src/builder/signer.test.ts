import { describe, expect, test } from 'vitest'
import { Refusal } from '../kit/index.ts'
import { canonicalSigner, readSigner, type SignerFields } from './signer.ts'

const key = '0381818e63bd9e35a5489b52a430accefc608fd60aa2c7c0d1b393b5239aedf6b0'
const grouped = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'
const groupless = '3cUsVjr6tKj65VDYcbJVNJRWXPEuFsWPvPg2CSxzALKkoYNXQVFGv'
const schnorr = 'kQEkmRM15Gw2HMX67USWu7B2MPmnNaYs1SGiGXAZejXw'
const contract = '22sTaM5xer7h81LzaGA2JiajRwHwECpAv9bBuFUH5rrnr'

function refusalOf(fields: SignerFields, group = 0): Refusal {
  try {
    readSigner(fields, group)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('was accepted')
}

describe('readSigner', () => {
  test('default: a grouped wallet unlocks with its key', () => {
    const { payer } = readSigner({ signerAddress: grouped, signerPublicKey: `0x${key.toUpperCase()}` }, 0)
    expect(payer.unlock).toBe(`00${key}`)
  })
  test('behavior: a groupless wallet acts in the venue group and needs no key in its unlock', () => {
    const signer = readSigner({ signerAddress: groupless, signerPublicKey: key }, 1)
    expect(signer.wallet.address).toBe(`${groupless}:1`)
    expect(signer.payer).toEqual({ lock: signer.wallet.lock, unlock: '05' })
  })
  test('behavior: a Schnorr wallet unlocks with the script of its key', () => {
    const { payer } = readSigner({ signerAddress: schnorr, signerPublicKey: key.slice(2) }, 2)
    expect(payer.unlock).toBe(`020101000000000458144020${key.slice(2)}868500`)
  })
  test('behavior: spelling of key and suffix does not change the canonical body', () => {
    const spellings = [
      { signerAddress: groupless, signerPublicKey: key },
      { signerAddress: `${groupless}:1`, signerPublicKey: `0x${key.toUpperCase()}` },
      { signerAddress: groupless, signerPublicKey: key, signerKeyType: 'gl-secp256k1' as const },
    ]
    const canonical = spellings.map((fields) => canonicalSigner(fields, readSigner(fields, 1)))
    expect(canonical[1]).toEqual(canonical[0])
    expect(canonical[2]).toEqual(canonical[0])
  })
  test('error: a wallet of another group is told what would work', () => {
    const refusal = refusalOf({ signerAddress: grouped, signerPublicKey: key }, 1)
    expect(refusal.code).toBe('INVALID_REQUEST')
    expect(refusal.details).toEqual({ field: 'signerAddress', received: grouped })
    expect(refusal.message).toBe(
      'signerAddress is in group 0, this venue is in group 1; a groupless address works',
    )
  })
  test('error: contracts, nonsense, foreign keys, a wrong key type', () => {
    const cases: [SignerFields, string][] = [
      [{ signerAddress: contract, signerPublicKey: key }, 'signerAddress'],
      [{ signerAddress: 'z'.repeat(60), signerPublicKey: key }, 'signerAddress'],
      [{ signerAddress: `${grouped}:3`, signerPublicKey: key }, 'signerAddress'],
      [{ signerAddress: grouped, signerPublicKey: `02${'11'.repeat(32)}` }, 'signerPublicKey'],
      [{ signerAddress: grouped, signerPublicKey: 'ab' }, 'signerPublicKey'],
      [{ signerAddress: grouped, signerPublicKey: key, signerKeyType: 'gl-secp256k1' }, 'signerPublicKey'],
    ]
    for (const [fields, field] of cases) expect(refusalOf(fields).details.field).toBe(field)
  })
})
