import { describe, expect, test } from 'vitest'
import { artifacts } from '../bindings/index.ts'
import { conflictReasons } from '../domain/index.ts'
import { fromFailure, refusalRows, UNEXPLAINED } from './contract-refusal.ts'

const failed = (errorCode: number | null) =>
  fromFailure({ text: 'Assertion Failed', errorCode, contractAddress: null }, { proposalId: 1 })

describe('fromFailure', () => {
  test('default: the contract’s name becomes a public reason', () => {
    const refusal = failed(artifacts.Vault.errors.AlreadyVoted)
    expect([refusal.code, refusal.details]).toEqual([
      'STATE_CONFLICT',
      { reason: 'already_voted', proposalId: 1 },
    ])
  })
  test('behavior: some refusals have a code of their own', () => {
    expect(failed(artifacts.Market.errors.TradingEnded).code).toBe('MARKET_CLOSED')
    expect(failed(artifacts.Market.errors.NotTheOwner).code).toBe('NOT_FOUND')
  })
  test('behavior: every refusal of every contract has a code and, when it conflicts, a reason that is documented', () => {
    for (const { errors } of Object.values(artifacts))
      for (const code of Object.values(errors)) {
        const refusal = failed(code)
        if (refusal.code === 'STATE_CONFLICT')
          expect(conflictReasons).toHaveProperty([String(refusal.details.reason)])
        else expect(['MARKET_CLOSED', 'NOT_FOUND']).toContain(refusal.code)
      }
  })
  test('behavior: every refusal that is listed has a reason of its own', () => {
    const codes = new Map<string, number>(
      Object.entries(artifacts).flatMap(([contract, { errors }]) =>
        Object.entries(errors).map(([name, code]) => [`${contract}.${name}`, code] as const),
      ),
    )
    const unexplained = Object.keys(refusalRows).filter(
      (name) => failed(codes.get(name) ?? null).details.reason === UNEXPLAINED,
    )
    expect(unexplained).toEqual([])
  })
  test('behavior: what is none of ours is still a conflict, not a fault', () => {
    for (const code of [null, 99_999])
      expect(failed(code)).toMatchObject({ code: 'STATE_CONFLICT', details: { reason: 'contract_refused' } })
  })
})
