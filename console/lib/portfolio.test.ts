import type { Market, Position, Trade } from 'sibyl/client'
import { describe, expect, test } from 'vitest'
import { toListed } from './listed-market.ts'
import { holdingsOf, tradesAsCsv } from './portfolio.ts'

const market = (finalOutcome: number | null, bestBidYes: number | null = 400) =>
  toListed({ id: 1, finalOutcome, bestBidYes, bestAskYes: 411 } as Market)
const position = (positionType: 'yes' | 'no', shares = '1000') =>
  ({ marketId: 1, positionType, shares, entryPrice: 300, isSettled: false }) as Position
const worthOf = (...args: Parameters<typeof market>) =>
  holdingsOf([position('yes'), position('no')], new Map([[1, market(...args)]])).map(({ value }) => value)

describe('what a wallet holds', () => {
  test('default: cost by what was paid, value by the middle of the book', () => {
    const [held] = holdingsOf([position('yes')], new Map([[1, market(null)]]))
    expect([held?.cost, held?.value]).toEqual([300n, 405n])
    expect(worthOf(null)).toEqual([405n, 594n])
  })
  test.each([
    [1, [1000n, 0n]],
    [2, [0n, 1000n]],
    [3, [500n, 500n]],
  ])('behavior: resolved as %i it is worth what it pays', (outcome, values) => {
    expect(worthOf(outcome)).toEqual(values)
  })
  test('behavior: where nothing is known nothing is said', () => {
    const unknown = { market: null, value: null }
    expect(holdingsOf([position('yes')], new Map())).toMatchObject([unknown])
  })
  test('behavior: what is gone or paid is not listed', () => {
    expect(holdingsOf([position('yes', '0'), { ...position('yes'), isSettled: true }], new Map())).toEqual([])
  })
})

describe('trades for a spreadsheet', () => {
  const trade = {
    createdAt: '2026-01-01T00:00:00.000Z',
    marketAddress: 'm',
    takerAddress: 'me',
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
