import { codec } from '@alephium/web3'
import { describe, expect, test } from 'vitest'
import { ONE } from '../domain/index.ts'
import { Bug, hexToBytes } from '../kit/index.ts'
import { callScript } from './call-script.ts'
import { cancelOrders } from './calls/cancel-orders.ts'
import { placeOrder } from './calls/place-order.ts'
import { settlePosition } from './calls/settle-position.ts'
import { readCallArgs } from './read-call.ts'

const marketId = `${'11'.repeat(31)}00`
const collateralId = `${'22'.repeat(31)}00`
const wallet = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'

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
    })
    expect(instrs(call.script).map((instr) => instr.name)).toEqual([
      'CallerAddress',
      'U256Const',
      'ApproveAlph',
      'U256Const3', // sell no
      'U256Const', // price
      'U256Const', // quantity
      'U256Const3', // post-only
      'ConstFalse',
      'U256Const5', // maxFills
      'AddressConst',
      'U256Const', // seven arguments
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
    const { script, attoAlph } = settlePosition({ marketId, trader: wallet })
    expect(instrs(script)[0]?.name).toBe('AddressConst')
    expect(attoAlph).toBe(0n)
  })

  test('error: a private method and a wrong argument are bugs', () => {
    expect(() =>
      callScript({ contract: 'Market', contractId: marketId, method: 'bestLevel', args: { side: 0n } }),
    ).toThrow(Bug)
    const args = { orderId: '1' as unknown as bigint }
    expect(() => callScript({ contract: 'Market', contractId: marketId, method: 'release', args })).toThrow()
  })
})

describe('cancelOrders', () => {
  test('default: four bytes for each id', () =>
    expect(cancelOrders({ marketId, orderIds: [1, 0xffff_ffff] }).script).toContain('00000001ffffffff'))
  test('error: none, or more than a call takes', () => {
    expect(() => cancelOrders({ marketId, orderIds: [] })).toThrow(Bug)
    expect(() => cancelOrders({ marketId, orderIds: Array.from({ length: 101 }, () => 1) })).toThrow(Bug)
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
  } as const
  test('default: what the call was made with', () => {
    expect(readCallArgs('Market', 'place', placeOrder(order).script)).toEqual({
      kind: 0n,
      price: 400n,
      quantity: 7n * ONE,
      timeInForce: 2n,
      isMarketOrder: true,
      maxFills: 17n,
      referer: wallet,
    })
  })
  test('behavior: another method, no script and half a script are null', () => {
    const { script } = placeOrder(order)
    expect(readCallArgs('Market', 'cancel', script)).toBeNull()
    expect(readCallArgs('Market', 'place', '')).toBeNull()
    expect(readCallArgs('Market', 'place', script.slice(0, 60))).toBeNull()
  })
})
