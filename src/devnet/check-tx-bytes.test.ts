import { describe, expect, test } from 'vitest'
import { attempt } from '../bytecode/index.ts'
import { hexToBytes } from '../kit/index.ts'
import { checkTxBytes } from './check-tx-bytes.ts'

const parts = {
  head: '0004',
  script: '00',
  gas: '80004e20',
  price: 'c1174876e800',
  inputs: '01',
  hint: 'b82b2243',
  key: 'aa'.repeat(32),
  unlock: `00${'02'.repeat(33)}`,
  outputs: '01',
  amount: 'c40de0b6b3a7640000',
  lock: `00${'bb'.repeat(32)}`,
  time: '0000000000000000',
  tokens: `01${'cc'.repeat(32)}05`,
  data: '0101',
  behind: '',
}

const bytesWith = (changed: Partial<typeof parts>): Uint8Array =>
  hexToBytes(Object.values({ ...parts, ...changed }).join(''))

function wordsFor(bytes: Uint8Array): string {
  const read = attempt(() => checkTxBytes(bytes))
  return read.ok ? 'accepted' : read.error.message
}

/** The words are those of a full node 4.6.0 for the same bytes. */
describe('checkTxBytes', () => {
  const key = '02'.repeat(33)
  test.each([
    ['a transfer', {}],
    ['a script', { script: '01010103000000010a' }],
    ['keys with places', { unlock: `0101${key}00` }],
    ['a script that unlocks', { unlock: '02010100000000010300' }],
    ['the same as before', { unlock: '03' }],
    ['its own key', { unlock: '05' }],
    ['one of two keys', { unlock: `060200${key}00${key}0101` }],
  ] as const)('default: %s', (_, changed) => {
    expect(wordsFor(bytesWith(changed))).toBe('accepted')
  })
  test.each([
    ['no such option', { script: '04' }, 'expect 0 or 1 for option flag'],
    ['no script', { script: '0100' }, 'Invalid TxScript'],
    ['no such truth', { script: '0101b403000000010a' }, 'Invalid bool from byte -76'],
    ['no such assets', { script: '010101ff000000010a' }, 'Invalid assets modifier'],
    ['gas below nothing', { gas: '3f' }, 'Negative gas -1'],
    ['gas of eight bytes', { gas: `c4${'00'.repeat(8)}` }, 'Expect 4 bytes int, but get 8 bytes int'],
    ['fewer inputs than none', { inputs: '3f' }, 'Negative array size: -1'],
    ['more inputs than bytes', { inputs: '5fff' }, 'Malicious array size: 8191'],
    ['the coin of a contract', { hint: 'b82b2242' }, 'Expect AssetOutputRef, got ContractOutputRef'],
    ['no such unlock', { unlock: 'e6' }, 'Invalid unlock script prefix -26'],
    ['no keys', { unlock: '060000' }, 'Public keys can not be empty'],
    ['no places', { unlock: `060100${key}00` }, 'Public key indexes can not be empty'],
    [
      'more places than keys',
      { unlock: `060100${key}020001` },
      'Public key indexes length can not be greater than public keys length',
    ],
    [
      'places out of order',
      { unlock: `060200${key}00${key}020100` },
      'Public key indexes should be sorted in ascending order, each index should be in range [0, publicKeys.length)',
    ],
    [
      'a place beyond the keys',
      { unlock: `060100${key}0101` },
      'Public key indexes should be sorted in ascending order, each index should be in range [0, publicKeys.length)',
    ],
    ['no such lock', { lock: 'c6' }, 'Invalid lockupScript prefix -58'],
    [
      "a contract's lock",
      { lock: `03${'bb'.repeat(32)}` },
      'Expect LockupScript.Asset, but was LockupScript.P2C',
    ],
    ['a time before all', { time: '8000000000000000' }, 'Negative timestamp'],
    ['data shorter than none', { data: '3f' }, 'Negative byte string length: -1'],
    ['data cut off', { data: '0501' }, 'Too few bytes: expected 5, got 1'],
    [
      'an amount cut off',
      { amount: 'c4', lock: '', time: '', tokens: '', data: '' },
      'Too few bytes: expected 9, got 1',
    ],
    ['something behind', { behind: '00' }, 'Too many bytes: expected 171, got 172'],
  ] as const)('error: %s', (_, changed, words) => {
    expect(wordsFor(bytesWith(changed))).toBe(words)
  })
  test('error: nothing at all', () => {
    expect(wordsFor(new Uint8Array())).toBe('Too few bytes: expected 1, got 0')
  })
})
