import { describe, expect, test } from 'vitest'
import { CONTRACT_LIMIT, ONE } from './amount.ts'
import { createMarketModel, type MarketModel, type ModelAnswer, type ModelOrder } from './market-model.ts'

const ENDS_AT_MS = 1_000
/** A market at a time that may be moved, and what is asked of it most. */
function market(creatorShare = 10) {
  const clock = { nowMs: 0 }
  const model = createMarketModel({
    ...{ marketAddress: 'm', creator: 'creator', treasury: 'treasury', creatorShare },
    ...{ unit: ONE, endsAtMs: ENDS_AT_MS, closingMs: 100, nowMs: () => clock.nowMs },
  })
  return {
    model,
    clock,
    place: (trader: string, changes?: Partial<ModelOrder>) => put(model, trader, changes),
  }
}
const put = (model: MarketModel, trader: string, changes: Partial<ModelOrder> = {}): ModelAnswer =>
  model.place({
    ...{ trader, side: 'buy', outcome: 'yes', price: 500, quantity: ONE, timeInForce: 'gtc' },
    ...{ isMarketOrder: false, maxFills: 100, referer: null, expiresAtMs: null, ...changes },
  })
const eventsOf = (answer: ModelAnswer) => {
  if (!answer.ok) throw new Error(answer.refusal)
  return answer.events
}
const refusalOf = (answer: ModelAnswer) => (answer.ok ? 'accepted' : answer.refusal)
const endOf = (answer: ModelAnswer) => eventsOf(answer).at(-1)
const idsOf = (model: MarketModel) =>
  [...model.book.list('bid'), ...model.book.list('ask')].map((o) => o.orderId)

describe('which orders are taken', () => {
  const said = (changes: Partial<ModelOrder>) => refusalOf(market().place('a', changes))

  test('default: prices from 1 to 999, quantities from 1 to below 2^128', () => {
    expect([0, 1, 999, 1_000].map((price) => said({ price }))).toEqual([
      ...['BadPrice', 'accepted', 'accepted', 'BadPrice'],
    ])
    expect([0n, 1n, CONTRACT_LIMIT - 1n, CONTRACT_LIMIT].map((quantity) => said({ quantity }))).toEqual([
      ...['BadQuantity', 'accepted', 'accepted', 'BadQuantity'],
    ])
  })
  test('behavior: gtd has an end that is to come, post-only may have one, no other has', () => {
    expect([null, 0, 1].map((expiresAtMs) => said({ timeInForce: 'gtd', expiresAtMs }))).toEqual([
      ...['BadExpiry', 'BadExpiry', 'accepted'],
    ])
    expect([null, 0, 1].map((expiresAtMs) => said({ timeInForce: 'post-only', expiresAtMs }))).toEqual([
      ...['accepted', 'BadExpiry', 'accepted'],
    ])
    for (const timeInForce of ['gtc', 'ioc', 'fok'] as const)
      expect(said({ timeInForce, expiresAtMs: 1 })).toBe('BadExpiry')
  })
  test('behavior: a market order is filled now or not at all', () => {
    const market = (timeInForce: ModelOrder['timeInForce']) => said({ timeInForce, isMarketOrder: true })
    expect(['ioc', 'fok', 'gtc', 'post-only'].map((each) => market(each as 'ioc'))).toEqual([
      ...['accepted', 'CannotFill', 'BadTimeInForce', 'BadTimeInForce'],
    ])
  })
  test('behavior: nobody refers itself, and nobody sells what it has not', () => {
    expect(said({ referer: 'a' })).toBe('RefererIsTrader')
    expect(said({ referer: 'b' })).toBe('accepted')
    expect(said({ side: 'sell', quantity: 1n })).toBe('NotEnoughShares')
    const { model, place } = market()
    eventsOf(model.split('a', 2n * ONE))
    expect(refusalOf(place('a', { side: 'sell', quantity: 2n * ONE + 1n }))).toBe('NotEnoughShares')
    expect(refusalOf(place('a', { side: 'sell', quantity: 2n * ONE }))).toBe('accepted')
    expect(model.position('a')).toEqual({ yes: 0n, no: 2n * ONE })
    expect(model.position('b')).toBeNull()
  })
  test('behavior: none from the end on', () => {
    const { clock, place } = market()
    clock.nowMs = ENDS_AT_MS - 1
    expect(refusalOf(place('a'))).toBe('accepted')
    clock.nowMs = ENDS_AT_MS
    expect(refusalOf(place('a'))).toBe('TradingEnded')
  })
})

describe('an order', () => {
  test('default: says what it is and when it ends, and holds its lock while it rests', () => {
    const { model, place } = market()
    const placed = { type: 'OrderPlaced', marketAddress: 'm', orderId: 1, trader: 'a', side: 'buy' }
    expect(
      eventsOf(place('a', { timeInForce: 'gtd', expiresAtMs: 7, price: 333, quantity: ONE + 1n })),
    ).toEqual([
      {
        ...{ ...placed, outcome: 'yes', price: 333, quantity: ONE + 1n },
        ...{ timeInForce: 'gtd', isMarketOrder: false, referer: null },
      },
      { type: 'OrderExpires', marketAddress: 'm', orderId: 1, expiresAtMs: 7 },
    ])
    const lock = (333n * ONE) / 1_000n + 1n
    expect([model.gained('a'), model.held(), model.owed()]).toEqual([-lock, lock, lock])
    expect(model.book.list('bid')).toMatchObject([{ orderId: 1, remaining: ONE + 1n, expiresAtMs: 7 }])
  })
  test('behavior: immediate rests nothing, post-only crosses nothing, and what is left below a share goes back', () => {
    const { model, place } = market()
    const cancelled = { type: 'OrderCancelled', collateral: 0n }
    expect(endOf(place('a', { timeInForce: 'ioc' }))).toMatchObject({ ...cancelled, reason: 'immediate' })
    expect(endOf(place('a', { quantity: ONE - 1n }))).toMatchObject({ ...cancelled, reason: 'dust' })
    eventsOf(place('b', { outcome: 'no' }))
    expect(endOf(place('a', { timeInForce: 'post-only' }))).toMatchObject({
      reason: 'post-only',
      remaining: ONE,
    })
    expect(eventsOf(place('a', { timeInForce: 'post-only', price: 499 }))).toHaveLength(1)
    expect([model.gained('a'), model.gained('b'), model.pairs()]).toEqual([
      ...[(-499n * ONE) / 1_000n, -ONE / 2n, 0n],
    ])
    eventsOf(model.split('c', ONE))
    expect(endOf(place('c', { side: 'sell', timeInForce: 'ioc', price: 600 }))).toMatchObject({
      remaining: ONE,
    })
    expect(model.position('c')).toEqual({ yes: ONE, no: ONE })
  })
  test('behavior: fill or kill counts only what lives, is another’s, crosses and is within its fills', () => {
    const { model, clock, place } = market()
    const no = { outcome: 'no' } as const
    eventsOf(place('b', no))
    eventsOf(place('b', { ...no, timeInForce: 'gtd', expiresAtMs: 5 }))
    eventsOf(place('a', no))
    eventsOf(place('b', { ...no, price: 499 }))
    const kill = (quantity: bigint, changes: Partial<ModelOrder> = {}) =>
      refusalOf(place('a', { timeInForce: 'fok', quantity, ...changes }))
    clock.nowMs = 5
    expect(kill(ONE + 1n)).toBe('CannotFill')
    expect(kill(2n * ONE, { price: 501, maxFills: 3 })).toBe('CannotFill')
    expect(kill(2n * ONE + 1n, { price: 501 })).toBe('CannotFill')
    expect(idsOf(model)).toEqual([1, 2, 3, 4])
    expect(kill(2n * ONE, { price: 501, maxFills: 4 })).toBe('accepted')
    expect([idsOf(model), model.position('a')]).toEqual([[], { yes: 2n * ONE, no: 0n }])
  })
  test('behavior: it meets a hundred others at most, whatever it asks for', () => {
    const { model, place } = market()
    for (let i = 0; i < 101; i += 1) eventsOf(place('b', { outcome: 'no' }))
    const events = eventsOf(place('a', { quantity: 101n * ONE, maxFills: 1_000 }))
    expect(events.filter(({ type }) => type === 'OrderFilled')).toHaveLength(100)
    expect([idsOf(model), model.pairs()]).toEqual([[101], 100n * ONE])
    expect(model.held()).toBe(model.owed())
  })
  test('behavior: a fill below a share sets no price', () => {
    const closingAfter = (quantity: bigint) => {
      const { model, clock, place } = market()
      eventsOf(place('a', { price: 300, quantity: 2n * ONE }))
      eventsOf(place('b', { outcome: 'no', price: 700, quantity }))
      clock.nowMs = ENDS_AT_MS
      return eventsOf(model.resolve(3, null))[0]
    }
    expect(closingAfter(ONE)).toMatchObject({ type: 'MarketStateChanged', finalOutcome: 3, closing: 300 })
    expect(closingAfter(ONE - 1n)).toMatchObject({ closing: 500 })
  })
})

describe('taking orders back', () => {
  test('default: the owner gets its lock or its shares', () => {
    const { model, place } = market()
    eventsOf(model.split('a', ONE))
    eventsOf(place('a', { price: 333 }))
    eventsOf(place('a', { side: 'sell', price: 700 }))
    const cancelled = {
      type: 'OrderCancelled',
      marketAddress: 'm',
      trader: 'a',
      reason: 'owner',
      remaining: ONE,
    }
    expect(eventsOf(model.cancel('a', [1, 2, 1, 9]))).toEqual([
      { ...cancelled, orderId: 1, collateral: (333n * ONE) / 1_000n },
      { ...cancelled, orderId: 2, collateral: 0n },
    ])
    expect([model.gained('a'), model.position('a'), idsOf(model)]).toEqual([-ONE, { yes: ONE, no: ONE }, []])
  })
  test('error: no list, too long a list, another’s order, and one that is gone', () => {
    const { model, clock, place } = market()
    eventsOf(place('a'))
    const ids = Array.from({ length: 101 }, (_, i) => i + 2)
    expect(
      [[], ids, [1], [2], [1, 2], ids.slice(1)].map((each) => refusalOf(model.cancel('b', each))),
    ).toEqual([...['BadOrderList', 'BadOrderList', 'NotTheOwner', 'NoSuchOrder', 'NotTheOwner', 'accepted']])
    clock.nowMs = ENDS_AT_MS
    expect(refusalOf(model.cancel('a', [1]))).toBe('accepted')
    eventsOf(model.resolve(1, null))
    expect(refusalOf(model.cancel('a', [1]))).toBe('AlreadyResolved')
  })
  test('behavior: anybody clears what has ended, and nothing else', () => {
    const { model, clock, place } = market()
    eventsOf(place('a', { timeInForce: 'gtd', expiresAtMs: 5 }))
    eventsOf(place('a'))
    clock.nowMs = 4
    expect(refusalOf(model.clear([1]))).toBe('NotExpired')
    clock.nowMs = 5
    const ids = Array.from({ length: 101 }, (_, i) => i + 3)
    expect([[], ids, [9], [2], ids.slice(1)].map((each) => refusalOf(model.clear(each)))).toEqual([
      ...['BadOrderList', 'BadOrderList', 'NoSuchOrder', 'NotExpired', 'accepted'],
    ])
    expect(eventsOf(model.clear([2, 1, 1, 9]))).toMatchObject([
      { orderId: 1, trader: 'a', reason: 'expired', collateral: ONE / 2n },
    ])
    expect(idsOf(model)).toEqual([2])
    clock.nowMs = ENDS_AT_MS
    eventsOf(model.resolve(1, null))
    expect(refusalOf(model.clear([2]))).toBe('AlreadyResolved')
  })
})

describe('pairs', () => {
  test('default: one unit of collateral for one of each, and back', () => {
    const { model } = market()
    const pair = { marketAddress: 'm', trader: 'a' }
    expect(eventsOf(model.split('a', 5n))).toEqual([{ type: 'PairsSplit', ...pair, quantity: 5n }])
    expect([model.position('a'), model.pairs(), model.gained('a')]).toEqual([{ yes: 5n, no: 5n }, 5n, -5n])
    expect(eventsOf(model.merge('a', 2n))).toEqual([{ type: 'PairsMerged', ...pair, quantity: 2n }])
    expect([model.position('a'), model.pairs(), model.gained('a')]).toEqual([{ yes: 3n, no: 3n }, 3n, -3n])
    expect([model.held(), model.owed()]).toEqual([3n, 3n])
  })
  test('error: split within the bounds while it trades, merged what is held until it is resolved', () => {
    const { model, clock, place } = market()
    expect([0n, 1n, CONTRACT_LIMIT - 1n, CONTRACT_LIMIT].map((q) => refusalOf(model.split('z', q)))).toEqual([
      ...['BadQuantity', 'accepted', 'accepted', 'BadQuantity'],
    ])
    expect(refusalOf(model.merge('a', 1n))).toBe('NoPosition')
    eventsOf(model.split('a', 3n * ONE))
    eventsOf(place('a', { side: 'sell', price: 900 }))
    expect([0n, 2n * ONE + 1n].map((q) => refusalOf(model.merge('a', q)))).toEqual([
      'BadQuantity',
      'NotEnoughShares',
    ])
    eventsOf(place('a', { side: 'sell', outcome: 'no', price: 900, quantity: 2n * ONE }))
    expect(refusalOf(model.merge('a', ONE + 1n))).toBe('NotEnoughShares')
    clock.nowMs = ENDS_AT_MS
    expect(refusalOf(model.split('a', 1n))).toBe('TradingEnded')
    expect(refusalOf(model.merge('a', ONE))).toBe('accepted')
    eventsOf(model.resolve(2, null))
    expect(refusalOf(model.merge('a', 1n))).toBe('AlreadyResolved')
  })
})

describe('fees and the end', () => {
  /** a and b make so many pairs at a half; b takes, and pays 2.5 % of half of it. */
  function traded(quantity: bigint, referer: string | null, creatorShare?: number) {
    const all = market(creatorShare)
    eventsOf(all.place('a', { quantity }))
    return { ...all, events: eventsOf(all.place('b', { outcome: 'no', quantity, referer })) }
  }

  test('default: the referrer is paid at once, the creator and the treasury when somebody asks; a tenth is kept', () => {
    const { model, events } = traded(1_000n * ONE, 'friend')
    const [fee, tenth] = [(125n * ONE) / 10n, (125n * ONE) / 100n]
    expect(events.at(-1)).toEqual({
      ...{ type: 'FeeCharged', marketAddress: 'm', orderId: 2, notional: 500n * ONE, fee },
      ...{ refererFee: tenth, creatorFee: tenth, treasuryFee: 10n * ONE },
    })
    expect([model.gained('friend'), model.gained('b')]).toEqual([tenth, -500n * ONE - fee])
    expect(eventsOf(model.payFees())).toEqual([
      { type: 'FeesPaid', marketAddress: 'm', creatorAmount: tenth, treasuryAmount: 9n * ONE },
    ])
    expect([model.gained('creator'), model.gained('treasury')]).toEqual([tenth, 9n * ONE])
    expect(refusalOf(model.payFees())).toBe('NoFees')
    expect([model.held(), model.owed()]).toEqual([1_001n * ONE, 1_001n * ONE])
  })
  test('behavior: creator and treasury are paid also when both get the same', () => {
    const { model, clock } = traded(1_000n * ONE, null, 50)
    clock.nowMs = ENDS_AT_MS
    eventsOf(model.resolve(2, null))
    const half = (625n * ONE) / 100n
    expect(endOf(model.payFees())).toMatchObject({ creatorAmount: half, treasuryAmount: half })
  })
  test('behavior: a taker fills to its last unit, which is no dust to it', () => {
    const { model, place } = market()
    for (const quantity of [ONE, ONE]) eventsOf(place('a', { quantity }))
    const filled = eventsOf(place('b', { outcome: 'no', quantity: ONE + 1n, timeInForce: 'ioc' }))
    expect(filled.filter(({ type }) => type === 'OrderFilled')).toHaveLength(2)
    expect(model.pairs()).toBe(ONE + 1n)
  })
  test('behavior: who submitted what is final gets what was kept, twenty units at most', () => {
    const { model, clock } = traded(1_000n * ONE, null)
    clock.nowMs = ENDS_AT_MS - 1
    expect(refusalOf(model.resolve(1, 'sam'))).toBe('BadTransition')
    clock.nowMs = ENDS_AT_MS
    // Of a fee of 12.5 the treasury's 11.25.
    const kept = (1_125n * ONE) / 1_000n
    expect(eventsOf(model.resolve(1, 'sam'))).toEqual([
      { type: 'MarketStateChanged', marketAddress: 'm', state: 'resolved', finalOutcome: 1, closing: null },
      { type: 'SubmitterPaid', marketAddress: 'm', submitter: 'sam', amount: kept },
    ])
    expect(model.gained('sam')).toBe(kept)
    expect(refusalOf(model.resolve(1, 'sam'))).toBe('BadTransition')
    expect(endOf(model.payFees())).toMatchObject({ treasuryAmount: 9n * kept })
    const large = traded(40_000n * ONE, null)
    eventsOf(large.model.payFees())
    large.clock.nowMs = ENDS_AT_MS
    expect(endOf(large.model.resolve(1, 'sam'))).toMatchObject({ type: 'SubmitterPaid', amount: 20n * ONE })
    expect(endOf(large.model.payFees())).toMatchObject({ creatorAmount: 0n, treasuryAmount: 25n * ONE })
    expect([large.model.held(), large.model.owed()]).toEqual([40_000n * ONE, 40_000n * ONE])
  })
  test('behavior: nobody submitted, or no fee was made: nobody is paid', () => {
    for (const { model, clock } of [traded(1_000n * ONE, null), market()]) {
      clock.nowMs = ENDS_AT_MS
      expect(eventsOf(model.resolve(2, model.pairs() === 0n ? 'sam' : null))).toHaveLength(1)
    }
    const { model, clock } = traded(1_000n * ONE, null)
    clock.nowMs = ENDS_AT_MS
    eventsOf(model.resolve(2, null))
    expect(endOf(model.payFees())).toMatchObject({ treasuryAmount: (1_125n * ONE) / 100n })
  })
  test.each([
    [1, 10n, 0n, 3n],
    [2, 0n, 10n, 0n],
  ] as const)('behavior: what is final as %s pays its shares one unit each', (final, yes, no, sold) => {
    const { model, clock, place } = market()
    eventsOf(model.split('a', 10n * ONE))
    eventsOf(model.split('b', 3n * ONE))
    eventsOf(place('b', { side: 'sell', price: 900, quantity: 3n * ONE }))
    eventsOf(place('c', { price: 100 }))
    expect([refusalOf(model.settle('a')), refusalOf(model.release(1))]).toEqual([
      'NotResolved',
      'NotResolved',
    ])
    clock.nowMs = ENDS_AT_MS
    eventsOf(model.resolve(final, null))
    expect(model.held()).toBe(model.owed())
    const position = { type: 'PositionSettled', marketAddress: 'm', trader: 'a' }
    expect(eventsOf(model.settle('a'))).toEqual([
      { ...position, yes: 10n * ONE, no: 10n * ONE, payout: (yes + no) * ONE },
    ])
    expect(endOf(model.settle('b'))).toMatchObject({ yes: 0n, payout: final === 1 ? 0n : 3n * ONE })
    const released = { type: 'OrderReleased', marketAddress: 'm' }
    expect(eventsOf(model.release(1))).toEqual([
      { ...released, orderId: 1, trader: 'b', remaining: 3n * ONE, payout: sold * ONE },
    ])
    expect(eventsOf(model.release(2))).toEqual([
      { ...released, orderId: 2, trader: 'c', remaining: ONE, payout: ONE / 10n },
    ])
    expect([refusalOf(model.release(2)), refusalOf(model.settle('a'))]).toEqual(['NoSuchOrder', 'NoPosition'])
    expect([model.gained('a'), model.gained('b'), model.gained('c'), model.held()]).toEqual([0n, 0n, 0n, 0n])
  })
})
