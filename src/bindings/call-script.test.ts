import { codec } from '@alephium/web3'
import { describe, expect, test } from 'vitest'
import { ONE } from '../domain/index.ts'
import { Bug, hexToBytes } from '../kit/index.ts'
import { callScript } from './call-script.ts'
import { cancelOrders, placeOrder, settlePosition } from './calls/market.ts'
import { readCallArgs, readSwapArgs } from './read-call.ts'
import { swapFirst } from './swap-first.ts'

const marketId = `${'11'.repeat(31)}00`
const collateralId = `${'22'.repeat(31)}00`
const wallet = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'
const deadlineMs = 1_800_000_000_000
const meant = { subject: '33'.repeat(32), deadlineMs, expiresAtMs: null } as const

const instrs = (script: string) => codec.script.scriptCodec.decode(hexToBytes(script)).methods[0]!.instrs

describe('callScript', () => {
  test('default: approvals, arguments, counts, contract, call', () => {
    const call = placeOrder({
      marketId,
      collateralId,
      side: 'sell',
      outcome: 'no',
      price: 400,
      quantity: ONE,
      timeInForce: 'post-only',
      isMarketOrder: false,
      maxFills: 5,
      referer: wallet,
      ...meant,
    })
    expect(instrs(call.script).map((instr) => instr.name)).toEqual([
      'CallerAddress',
      'U256Const',
      'ApproveAlph',
      'BytesConst', // subject
      'U256Const', // deadline
      'U256Const3', // sell no
      'U256Const', // price
      'U256Const', // quantity
      'U256Const3', // post-only
      'U256Const0', // does not end by itself
      'ConstFalse',
      'U256Const5', // maxFills
      'AddressConst',
      'U256Const', // ten arguments
      'U256Const0', // nothing comes back
      'BytesConst',
      'CallExternal',
    ])
    expect(call.tokens).toEqual([])
    expect(call.attoAlph).toBe(3n * 10n ** 17n + 4n * 10n ** 15n)
  })

  test('behavior: a buy brings C + ceil(C × 25 / 1000) and lets the market take exactly that', () => {
    const call = placeOrder({
      marketId,
      collateralId,
      side: 'buy',
      outcome: 'yes',
      price: 333,
      quantity: ONE + 1n,
      timeInForce: 'gtc',
      isMarketOrder: false,
      maxFills: 5,
      referer: null,
      ...meant,
    })
    expect(call.tokens).toEqual([{ id: collateralId, amount: 341_325_000_000_000_002n }])
    const [, , , caller, token, amount, approve] = instrs(call.script)
    expect([caller?.name, token?.name, approve?.name]).toEqual([
      'CallerAddress',
      'BytesConst',
      'ApproveToken',
    ])
    expect(amount).toMatchObject({ name: 'U256Const', value: 341_325_000_000_000_002n })
  })

  test('behavior: a method that takes nothing is given nothing', () => {
    const { script, attoAlph } = settlePosition({ marketId, trader: wallet, deadlineMs })
    expect(instrs(script)[0]?.name).toBe('AddressConst')
    expect(attoAlph).toBe(0n)
  })

  test('error: a private method and a wrong argument are bugs', () => {
    expect(() =>
      callScript({
        contract: 'Market',
        contractId: marketId,
        method: 'levelFrom',
        args: { side: 0n, from: 0n },
      }),
    ).toThrow(Bug)
    const args = { orderId: '1' as unknown as bigint }
    expect(() => callScript({ contract: 'Market', contractId: marketId, method: 'release', args })).toThrow()
  })
})

describe('cancelOrders', () => {
  test('default: four bytes for each id', () =>
    expect(cancelOrders({ marketId, orderIds: [1, 0xffff_ffff], deadlineMs }).script).toContain(
      '00000001ffffffff',
    ))
  test('error: none, or more than a call takes', () => {
    expect(() => cancelOrders({ marketId, orderIds: [], deadlineMs })).toThrow(Bug)
    expect(() =>
      cancelOrders({ marketId, orderIds: Array.from({ length: 101 }, () => 1), deadlineMs }),
    ).toThrow(Bug)
  })
})

describe('readCallArgs', () => {
  const order = {
    marketId,
    collateralId,
    side: 'buy',
    outcome: 'yes',
    price: 400,
    quantity: 7n * ONE,
    timeInForce: 'fok',
    isMarketOrder: true,
    maxFills: 17,
    referer: wallet,
    ...meant,
  } as const
  test('default: what the call was made with', () => {
    expect(readCallArgs('Market', 'place', placeOrder(order).script)).toEqual({
      said: meant.subject,
      deadline: BigInt(deadlineMs),
      kind: 0n,
      price: 400n,
      quantity: 7n * ONE,
      timeInForce: 2n,
      expiresAt: 0n,
      isMarketOrder: true,
      maxFills: 17n,
      referer: wallet,
    })
  })
  test('behavior: behind a swap the call is read all the same, and the swap for itself', () => {
    const swap = { deskId: marketId, collateralId, maxIn: 9n, deadlineMs }
    const { script, attoAlph, tokens } = swapFirst(placeOrder(order), swap)
    expect(readCallArgs('Market', 'place', script)).toMatchObject({ price: 400n, referer: wallet })
    const amount = 344000000000000000n
    expect(readSwapArgs(script)).toEqual({ amount, maxIn: 9n, deadline: BigInt(deadlineMs) })
    expect(readSwapArgs(placeOrder(order).script)).toBeNull()
    expect(attoAlph).toBe(10n ** 15n)
    expect(tokens).toEqual([{ id: collateralId, amount: 2_870_000_000_000_000_000n + 9n }])
  })
  test('behavior: another method, no script and half a script are null', () => {
    const { script } = placeOrder(order)
    expect(readCallArgs('Market', 'cancel', script)).toBeNull()
    expect(readCallArgs('Market', 'place', '')).toBeNull()
    expect(readCallArgs('Market', 'place', script.slice(0, 60))).toBeNull()
  })
})
