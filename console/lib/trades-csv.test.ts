import type { Trade } from 'sibyl/client'
import { describe, expect, test } from 'vitest'
import { tradesAsCsv } from './trades-csv.ts'

describe('trades for a spreadsheet', () => {
  const trade = {
    createdAt: '2026-01-01T00:00:00.000Z',
    marketAddress: 'm',
    takerAddress: 'me:0',
    side: 'buy',
    outcome: 'yes',
    price: 400,
    quantity: '5',
    amountUsd: '2',
    txId: 'ab',
  } as Trade
  test('default: a line each', () => {
    expect(tradesAsCsv([trade, { ...trade, takerAddress: 'you' }], 'me').split('\r\n')).toEqual([
      'time,market,part,side,outcome,price,shares,collateral,transaction',
      '2026-01-01T00:00:00.000Z,m,taker,buy,yes,400,5,2,ab',
      '2026-01-01T00:00:00.000Z,m,maker,buy,yes,400,5,2,ab',
    ])
  })
  test('error: a formula or a comma stays a text', () => {
    expect(tradesAsCsv([{ ...trade, marketAddress: '=1+1,"x"' }], 'me')).toContain(`,"'=1+1,""x""",taker`)
  })
})
