import { describe, expect, test } from 'vitest'
import { ann, bob, createFoldStage, marketAddress, NOW } from '../../../test/support/fold-stage.ts'
import type { VenueEvent } from '../../domain/index.ts'
import { createWorkspace } from '../workspace.ts'
import { foldEvent } from './fold-event.ts'
import { settleBooks } from './settle-books.ts'

const { fold, foldAt, openMarket } = createFoldStage({ createWorkspace, foldEvent, settleBooks })

describe('parlays', () => {
  const offered = (parlayId: number): VenueEvent => ({
    type: 'ParlayOffered',
    parlayId,
    maker: ann,
    amount: 10n,
    combinedOdds: 3000,
    takerAmount: 20n,
    expiresAtMs: NOW + 1,
    legs: [],
    terms: '00',
  })
  test('default: an offer is open, then taken, then settled with what each side got', () => {
    const rows = openMarket()
    fold(rows, offered(1))
    expect(rows.parlays.get('1')).toMatchObject({ status: 'open', taker: null, result: null })
    fold(rows, { type: 'ParlayTaken', parlayId: 1, taker: bob })
    expect(rows.parlays.get('1')).toMatchObject({ status: 'taken', taker: bob, takenAtMs: NOW })
    fold(rows, { type: 'ParlaySettled', parlayId: 1, result: 'taker', makerPayout: 0n, takerPayout: 30n })
    expect(rows.parlays.get('1')).toMatchObject({
      status: 'settled',
      result: 'taker',
      makerPayout: 0n,
      takerPayout: 30n,
      endedAtMs: NOW,
    })
  })
  test('default: an offer is kept with its terms, and every step with its time', () => {
    const rows = openMarket()
    const legs = [{ marketAddress, outcome: 'yes' }] as const
    fold(rows, { ...offered(4), legs } as VenueEvent)
    const open = {
      id: 4,
      maker: ann,
      taker: null,
      amount: 10n,
      combinedOdds: 3000,
      takerAmount: 20n,
      legs,
      expiresAtMs: NOW + 1,
      status: 'open',
      result: null,
      makerPayout: null,
      takerPayout: null,
      txId: 'tx',
      createdAtMs: NOW,
      takenAtMs: null,
      endedAtMs: null,
      updatedAtMs: NOW,
    }
    expect(rows.parlays.get('4')).toEqual(open)
    foldAt(rows, { height: 2, timestampMs: NOW + 5 }, { type: 'ParlayTaken', parlayId: 4, taker: bob })
    const taken = { ...open, status: 'taken', taker: bob, takenAtMs: NOW + 5, updatedAtMs: NOW + 5 }
    expect(rows.parlays.get('4')).toEqual(taken)
    const payouts = { result: 'void', makerPayout: 10n, takerPayout: 20n } as const
    foldAt(rows, { height: 3, timestampMs: NOW + 9 }, { type: 'ParlaySettled', parlayId: 4, ...payouts })
    const ended = { status: 'settled', ...payouts, endedAtMs: NOW + 9, updatedAtMs: NOW + 9 }
    expect(rows.parlays.get('4')).toEqual({ ...taken, ...ended })
  })
  test('behavior: an offer that came back was cancelled or has expired', () => {
    const rows = openMarket()
    fold(
      rows,
      offered(1),
      offered(2),
      { type: 'ParlayRefunded', parlayId: 1, maker: ann, expired: false },
      { type: 'ParlayRefunded', parlayId: 2, maker: ann, expired: true },
    )
    expect(rows.parlays.get('1')).toMatchObject({ status: 'cancelled', endedAtMs: NOW })
    expect(rows.parlays.get('2')).toMatchObject({ status: 'expired', endedAtMs: NOW })
  })
})
