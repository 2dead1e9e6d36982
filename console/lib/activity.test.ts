import { describe, expect, test } from 'vitest'
import { type Activity, activityAsCsv, phraseOf } from './activity.ts'

const entry = {
  at: '2026-01-01T00:00:00.000Z',
  type: 'order-filled',
  marketAddress: 'm',
  orderId: 3,
  side: 'buy',
  outcome: 'yes',
  price: 400,
  quantity: '5',
  collateral: '-2',
  fee: '0',
  native: null,
  stake: null,
  note: 'taker',
  txId: 'ab',
} as Activity

describe('what a wallet did, in words', () => {
  test('default: an order says its terms, a fill what was done', () => {
    expect(phraseOf({ ...entry, type: 'order-placed' })).toBe('ordered: buy yes')
    expect(phraseOf(entry)).toBe('bought yes')
    expect(phraseOf({ ...entry, side: 'sell' })).toBe('sold yes')
    expect(phraseOf({ ...entry, type: 'settled', side: null, outcome: null })).toBe('were paid for shares')
  })
})

describe('for a spreadsheet', () => {
  test('default: a line each, empty where nothing is said', () => {
    expect(activityAsCsv([entry]).split('\r\n')).toEqual([
      'at,type,marketAddress,orderId,side,outcome,price,quantity,collateral,fee,native,stake,note,txId',
      '2026-01-01T00:00:00.000Z,order-filled,m,3,buy,yes,400,5,-2,0,,,taker,ab',
    ])
  })
  test('error: a formula or a comma stays a text', () => {
    expect(activityAsCsv([{ ...entry, note: '=1+1,"x"' }])).toContain(`,"'=1+1,""x""",ab`)
  })
})
