import { describe, expect, test } from 'vitest'
import { hexToBytes } from '../kit/index.ts'
import { baseGasOf, scriptGasOf, unlockGasOf } from './gas.ts'
import { djb2, groupOfHint, groupOfLock, hintOfLock, isGrouplessLock, isLock, lockInGroup } from './hint.ts'
import * as limits from './limits.ts'

const key = '02'.repeat(33)
const payer = (unlock: string, lock = '') => ({ lock, unlock })

describe('gas', () => {
  test.each([
    ['a signature', payer(`00${key}`), 2_060],
    ['two of several keys', payer(`0102${key}00${key}01`), 4_120],
    ['the same as before', payer('03'), 0],
    ['an unlock without a key', payer('04'), 2_060],
    ['a groupless secp256k1 key', payer('05', `0400${key}0102030401`), 2_060],
    ['a groupless secp256r1 key', payer('05', `0401${key}0102030401`), 2_060],
    ['a groupless ed25519 key', payer('05', `0402${key}0102030401`), 2_054],
    ['a passkey', payer('05', `0403${key}0102030401`), 2_432],
  ])('default: %s', (_name, given, gas) => {
    expect(unlockGasOf(given)).toBe(gas)
  })
  test('behavior: of a groupless multisig only the keys that sign', () => {
    const keys = `03${`00${key}`}${`02${'07'.repeat(32)}`}${`03${key}`}`
    expect(unlockGasOf(payer(`06${keys}020102`))).toBe(2_054 + 2_432)
    expect(unlockGasOf(payer(`06${keys}0100`))).toBe(2_060)
  })
  test('error: a script lock needs somebody who knows its gas, and junk is no unlock', () => {
    expect(unlockGasOf(payer('02ab'), (unlock) => unlock.length)).toBe(4)
    expect(() => unlockGasOf(payer('02ab'))).toThrow('estimator')
    expect(() => unlockGasOf(payer('07'))).toThrow('not an unlock script')
  })
  test('behavior: the base is by inputs and outputs, and never below what any transaction pays', () => {
    expect(baseGasOf(1, 1, 2_060)).toBe(20_000)
    expect(baseGasOf(5, 3, 2_060)).toBe(26_560)
    expect(baseGasOf(0, 5, 2_060)).toBe(23_500)
    expect(scriptGasOf('0011', 100)).toBe(302)
  })
})

describe('hints and groups', () => {
  const [one, two] = ['5a'.repeat(32), 'c3'.repeat(32)]
  test('default: djb2', () => {
    expect([djb2(new Uint8Array()), djb2(new Uint8Array([1])), djb2(new Uint8Array([1, 2]))]).toEqual([
      5_381, 177_574, 5_859_944,
    ])
    expect(djb2(new Uint8Array(20).fill(255))).toBe(djb2(new Uint8Array(20).fill(255)) | 0)
  })
  test('behavior: a hint’s group is its four bytes xored', () => {
    expect([0x01_00_00_00, 0x00_02_00_00, 0x00_00_03_00, 0x07, 0x01_02_04_08, -1].map(groupOfHint)).toEqual([
      1, 2, 3, 3, 3, 0,
    ])
  })
  test('behavior: bit 0 is set for assets and not for contracts; a multisig goes by its first key', () => {
    expect([`00${one}`, `02${one}`, `03${one}`].map((lock) => hintOfLock(lock) & 1)).toEqual([1, 1, 0])
    expect(hintOfLock(`00${one}`)).toBe(hintOfLock(`02${one}`))
    expect(hintOfLock(`0102${one}${two}02`)).toBe(hintOfLock(`00${one}`))
    expect(hintOfLock(`0102${two}${one}02`)).toBe(hintOfLock(`00${two}`))
    expect(() => hintOfLock('06')).toThrow('not a lock script')
  })
  test('behavior: a groupless wallet has the group it chose, by its lock and by its hint', () => {
    for (const lock of [`0400${key}0000000000`, `05${one}0000000000`])
      for (let group = 0; group < 4; group++) {
        const chosen = lockInGroup(lock, group)
        expect(chosen).toBe(`${lock.slice(0, -2)}0${group}`)
        expect([groupOfLock(chosen), groupOfHint(hintOfLock(chosen)), hintOfLock(chosen) & 1]).toEqual([
          group,
          group,
          1,
        ])
      }
    expect(['00', '03', '04', '05'].map((kind) => isGrouplessLock(`${kind}00`))).toEqual([
      false,
      false,
      true,
      true,
    ])
  })
  test('behavior: but for the top byte a groupless wallet’s hint is that of its key or hash', () => {
    for (const [content, lock] of [
      [key, `0400${key}0102030402`],
      [one, `05${one}0102030402`],
    ] as const)
      expect(hintOfLock(lock) & 0xff_ff_ff).toBe((djb2(hexToBytes(content)) | 1) & 0xff_ff_ff)
    expect([groupOfLock(`05${one}0000000012`), groupOfHint(hintOfLock(`05${one}0000000012`))]).toEqual([2, 2])
  })
  test('behavior: a contract’s group is its last byte, a key’s that of its hint', () => {
    expect([0, 1, 2, 3, 4].map((last) => groupOfLock(`03${'00'.repeat(31)}0${last}`))).toEqual([
      0, 1, 2, 3, 0,
    ])
    expect(['10', '12', 'ab'].map((last) => groupOfLock(`03${'5a'.repeat(31)}${last}`))).toEqual([0, 2, 3])
    expect(groupOfLock(`00${one}`)).toBe(groupOfHint(hintOfLock(`00${one}`)))
  })
  test('behavior: isLock takes a lock and nothing but one', () => {
    expect([`00${one}`, `00${one}00`, `00${one.slice(2)}`, 'zz', ''].map(isLock)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

test('behavior: what the chain bounds', () => {
  const { COINBASE_GAS_PRICE, ALPH_MAX, INPUTS_MAX, OUTPUTS_MAX, ADDITIONAL_DATA_MAX_BYTES } = limits
  expect([INPUTS_MAX, OUTPUTS_MAX, ADDITIONAL_DATA_MAX_BYTES]).toEqual([256, 256, 256])
  expect([COINBASE_GAS_PRICE, ALPH_MAX]).toEqual([1_000_000_000n, 1_000_000_000n * 10n ** 18n])
  expect(limits.U256_MAX.toString(16)).toBe('f'.repeat(64))
  expect([limits.ALPH_TOKEN_ID, limits.ALPH_TOKEN_ID.length]).toEqual(['0'.repeat(64), 64])
})
