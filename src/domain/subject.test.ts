import { addressFromContractId } from '@alephium/web3'
import { expect, test } from 'vitest'
import { blake2b256, bytesToHex, hexToBytes } from '../kit/index.ts'
import { subjectOf, subjectOfLegs, termsOf } from './subject.ts'

const hashOf = (hex: string): string => bytesToHex(blake2b256(hexToBytes(hex)))
const [A, B] = ['aa', 'bb'].map((byte) => byte.repeat(32)) as [string, string]

test('default: a subject is the hash of text, one byte of leg and eight of time', () => {
  expect(subjectOf({ textHash: A, leg: 0, endsAtMs: 0x0102_0304 })).toBe(hashOf(`${A}000000000001020304`))
  expect(subjectOf({ textHash: A, leg: 19, endsAtMs: 255 })).toBe(hashOf(`${A}1300000000000000ff`))
  expect(subjectOfLegs([A, B])).toBe(hashOf(A + B))
})

test('default: an offer’s terms are the hash of maker, amount, odds, end and each leg', () => {
  const maker = addressFromContractId(A)
  const legs = [
    { subject: A, outcome: 'yes' },
    { subject: B, outcome: 'no' },
  ] as const
  const terms = termsOf({ maker, amount: 0xabcn, combinedOdds: 7n, expiresAtMs: 0x10, legs })
  const [amount, odds] = [`${'0'.repeat(61)}abc`, `${'0'.repeat(63)}7`]
  expect(terms).toBe(hashOf(`03${A}${amount}${odds}0000000000000010${A}01${B}02`))
})
