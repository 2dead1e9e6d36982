import { describe, expect, test } from 'vitest'
import { ONE } from '../domain/index.ts'
import { DUST } from '../kit/index.ts'
import { attachedAtto, SPARE_DUST } from './attached-atto.ts'

const token = { id: '22'.repeat(32), amount: ONE }
const call = (attoAlph: bigint, tokens = [token]) => ({ script: '', attoAlph, tokens })

describe('attachedAtto', () => {
  test('default: the spare alone', () => expect(attachedAtto(call(0n, []))).toBe(SPARE_DUST))
  test('behavior: the dust of tokens is part of what is approved', () =>
    expect(attachedAtto(call(5n * DUST))).toBe(5n * DUST + SPARE_DUST))
  test('behavior: tokens without native coin bring their dust', () =>
    expect(attachedAtto(call(0n))).toBe(DUST + SPARE_DUST))
  test('behavior: a rest below dust is dust', () =>
    expect(attachedAtto(call(DUST + 1n))).toBe(2n * DUST + SPARE_DUST))
})
