import { describe, expect, test } from 'vitest'
import { isWallet, keyTypeOf, parseWallet } from './wallet.ts'

const key = '0381818e63bd9e35a5489b52a430accefc608fd60aa2c7c0d1b393b5239aedf6b0'
const grouped = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'
const groupless = '3cUsVjr6tKj65VDYcbJVNJRWXPEuFsWPvPg2CSxzALKkoYNXQVFGv'
const schnorr = 'kQEkmRM15Gw2HMX67USWu7B2MPmnNaYs1SGiGXAZejXw'
const contract = '22sTaM5xer7h81LzaGA2JiajRwHwECpAv9bBuFUH5rrnr'

describe('parseWallet', () => {
  test('default: a grouped wallet of the venue', () => {
    expect(parseWallet(grouped, 0)).toEqual({
      address: grouped,
      lock: '00bee85f379545a2ed9f6cceb331288842f378cf0f04012ad4ac8824aae7d6f80a',
      isGroupless: false,
      isScript: false,
    })
  })
  test('behavior: a groupless wallet is written with the venue group, with and without its suffix', () => {
    const expected = {
      address: `${groupless}:2`,
      lock: '04000381818e63bd9e35a5489b52a430accefc608fd60aa2c7c0d1b393b5239aedf6b0065411e302',
      isGroupless: true,
      isScript: false,
    }
    expect(parseWallet(groupless, 2)).toEqual(expected)
    expect(parseWallet(`${groupless}:2`, 2)).toEqual(expected)
  })
  test('behavior: the own suffix of a grouped wallet is dropped', () => {
    expect(parseWallet(`${grouped}:0`, 0)).toEqual(parseWallet(grouped, 0))
  })
  test('behavior: a Schnorr wallet is a script', () => {
    expect(parseWallet(schnorr, 2)).toMatchObject({ address: schnorr, isScript: true })
  })
  test('error: another group, another suffix, a contract, nothing', () => {
    expect(parseWallet(grouped, 1)).toEqual({ reason: 'other_group', group: 0 })
    expect(parseWallet(`${groupless}:1`, 0)).toEqual({ reason: 'other_group', group: 1 })
    expect(parseWallet(`${grouped}:1`, 0)).toEqual({ reason: 'wrong_suffix', group: 0 })
    expect(parseWallet(contract, 0)).toEqual({ reason: 'not_a_wallet' })
    for (const text of [
      grouped.slice(0, -1),
      `${grouped}1`,
      '1'.repeat(30),
      'z'.repeat(80),
      `${groupless}:9`,
    ])
      expect(isWallet(parseWallet(text, 0))).toBe(false)
  })
})

describe('keyTypeOf', () => {
  test('default: the address says under which type the key is meant', () => {
    expect(keyTypeOf(key, grouped)).toBe('default')
    expect(keyTypeOf(key, `${groupless}:3`)).toBe('gl-secp256k1')
    expect(keyTypeOf(key.slice(2), schnorr)).toBe('bip340-schnorr')
  })
  test('error: not the key of the address, not under the claimed type, no key at all', () => {
    expect(keyTypeOf(key.replace('0381', '0281'), grouped)).toBeNull()
    expect(keyTypeOf(key, grouped, 'gl-secp256k1')).toBeNull()
    expect(keyTypeOf('00'.repeat(33), groupless)).toBeNull()
    expect(keyTypeOf('', grouped)).toBeNull()
  })
})
