import { addressFromContractId } from '@alephium/web3'
import { describe, expect, test } from 'vitest'
import type { ContractValue } from '../../domain/index.ts'
import { Bug } from '../../kit/index.ts'
import { decodeMarketEvent } from './market.ts'
import { decodeParlaysEvent } from './parlays.ts'

const marketId = `${'11'.repeat(31)}00`
const marketAddress = addressFromContractId(marketId)
const wallet = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'
const nobody = addressFromContractId('00'.repeat(32))

const u = (value: number | bigint): ContractValue => ({ type: 'U256', value: String(value) })
const address = (value: string): ContractValue => ({ type: 'Address', value })
const flag = (value: boolean): ContractValue => ({ type: 'Bool', value })
const bytes = (value: string): ContractValue => ({ type: 'ByteVec', value })
const raw = (eventIndex: number, ...fields: ContractValue[]) => ({
  txId: '',
  contractAddress: marketAddress,
  eventIndex,
  fields,
})

describe('decodeMarketEvent', () => {
  test.each([
    [
      raw(0, u(7), address(wallet), u(3), u(400), u(5), u(3), flag(true), address(nobody)),
      {
        type: 'OrderPlaced',
        orderId: 7,
        trader: wallet,
        side: 'sell',
        outcome: 'no',
        price: 400,
        quantity: 5n,
        timeInForce: 'post-only',
        isMarketOrder: true,
        referer: null,
      },
    ],
    [raw(1, u(7), u(99)), { type: 'OrderExpires', orderId: 7, expiresAtMs: 99 }],
    [
      raw(2, u(8), u(7), address(wallet), u(2), u(400), u(5), u(2), u(0)),
      {
        type: 'OrderFilled',
        orderId: 8,
        makerOrderId: 7,
        maker: wallet,
        fillType: 'merge',
        price: 400,
        quantity: 5n,
        makerCollateral: 2n,
        makerRemaining: 0n,
      },
    ],
    [
      raw(3, u(8), u(100), u(3), u(0), u(1), u(2)),
      {
        type: 'FeeCharged',
        orderId: 8,
        notional: 100n,
        fee: 3n,
        refererFee: 0n,
        creatorFee: 1n,
        treasuryFee: 2n,
      },
    ],
    [
      raw(4, u(8), address(wallet), u(5), u(9), u(4)),
      { type: 'OrderCancelled', orderId: 8, trader: wallet, reason: 'self', remaining: 9n, collateral: 4n },
    ],
    [
      raw(4, u(8), address(wallet), u(6), u(9), u(4)),
      {
        type: 'OrderCancelled',
        orderId: 8,
        trader: wallet,
        reason: 'expired',
        remaining: 9n,
        collateral: 4n,
      },
    ],
    [
      raw(4, u(8), address(wallet), u(7), u(9), u(0)),
      {
        type: 'OrderCancelled',
        orderId: 8,
        trader: wallet,
        reason: 'unfunded',
        remaining: 9n,
        collateral: 0n,
      },
    ],
    [raw(5, address(wallet), u(2)), { type: 'PairsSplit', trader: wallet, quantity: 2n }],
    [raw(6, address(wallet), u(2)), { type: 'PairsMerged', trader: wallet, quantity: 2n }],
    [
      raw(7, u(1), u(0), u(0)),
      { type: 'MarketStateChanged', state: 'closed', finalOutcome: null, closing: null },
    ],
    [
      raw(7, u(4), u(3), u(612)),
      { type: 'MarketStateChanged', state: 'resolved', finalOutcome: 3, closing: 612 },
    ],
    [raw(8, address(wallet), u(5)), { type: 'SubmitterPaid', submitter: wallet, amount: 5n }],
    [
      raw(9, address(wallet), u(1), u(2), u(3)),
      { type: 'PositionSettled', trader: wallet, yes: 1n, no: 2n, payout: 3n },
    ],
    [
      raw(10, u(8), address(wallet), u(2), u(3)),
      { type: 'OrderReleased', orderId: 8, trader: wallet, remaining: 2n, payout: 3n },
    ],
    [raw(11, u(1), u(2)), { type: 'FeesPaid', creatorAmount: 1n, treasuryAmount: 2n }],
    [raw(12, u(31), address(wallet)), { type: 'ChunkSwept', chunk: 31, payer: wallet }],
  ])('default: %#', (event, decoded) =>
    expect(decodeMarketEvent(event)).toEqual({ marketAddress, ...decoded }),
  )

  test('behavior: the chain’s own words about created entries are none of the market’s', () =>
    expect(decodeMarketEvent(raw(-1, address(wallet)))).toBeNull())

  test('error: fields that do not belong to the event are a bug', () => {
    expect(() => decodeMarketEvent(raw(11, u(1)))).toThrow(Bug)
    expect(() => decodeMarketEvent(raw(11, flag(true), u(1)))).toThrow(Bug)
  })
})

describe('decodeParlaysEvent', () => {
  test.each([
    [
      raw(
        0,
        u(1),
        address(wallet),
        u(10),
        u(5000),
        u(40),
        u(99),
        bytes(`${marketId}01${marketId}02`),
        bytes('ab'),
      ),
      {
        type: 'ParlayOffered',
        parlayId: 1,
        maker: wallet,
        amount: 10n,
        combinedOdds: 5000,
        takerAmount: 40n,
        expiresAtMs: 99,
        legs: [
          { marketAddress, outcome: 'yes' },
          { marketAddress, outcome: 'no' },
        ],
        terms: 'ab',
      },
    ],
    [raw(1, u(1), address(wallet)), { type: 'ParlayTaken', parlayId: 1, taker: wallet }],
    [
      raw(2, u(1), address(wallet), flag(true)),
      { type: 'ParlayRefunded', parlayId: 1, maker: wallet, expired: true },
    ],
    [
      raw(3, u(1), u(2), u(10), u(40)),
      { type: 'ParlaySettled', parlayId: 1, result: 'void', makerPayout: 10n, takerPayout: 40n },
    ],
  ])('default: %#', (event, decoded) => expect(decodeParlaysEvent(event)).toEqual(decoded))
})
