import {
  addLiquidity,
  buyNative,
  type ContractCall,
  cancelOrders,
  clearOrders,
  decodeParlaysEvent,
  mergePairs,
  offerParlay,
  payFees,
  quoteOrders,
  refundParlay,
  releaseOrder,
  settleParlay,
  settlePosition,
  splitPairs,
  swapFirst,
  sweepChunk,
  takeParlay,
} from '../../../src/bindings/index.ts'
import { ONE, subjectOfLegs } from '../../../src/domain/index.ts'
import type { GasRow } from '../venue/measure.ts'
import type { StageWallet } from './host.ts'
import { FAR_MS, type Stage, type StagedMarket } from './stage.ts'
import { named, tradeOn } from './traders.ts'

const GAS_PRICE = 10n ** 11n

/** Every call of markets and parlays in the situations that cost differently. */
export async function measureMarkets(stage: Stage): Promise<GasRow[]> {
  const rows: GasRow[] = []
  /** Sends a call and notes what it cost the caller. */
  const note = async (label: string, wallet: StageWallet, call: ContractCall) => {
    const before = await stage.alphOf(wallet)
    const receipt = await stage.send(wallet, call)
    const fee = BigInt(receipt.gasAmount) * GAS_PRICE
    const deposit = before - (await stage.alphOf(wallet)) - fee
    rows.push({ call: label, gas: receipt.gasAmount, deposit, fee })
    return receipt
  }
  const [a, b, c, d] = (await stage.wallets(4)) as [StageWallet, StageWallet, StageWallet, StageWallet]

  const market = await stage.openMarket({ lastsMs: stage.host.shortMs })
  const { order, place, mintPair } = tradeOn(stage, market)
  await note('place: rests; new trader, new chunk of levels', a, order({ price: 100 }))
  await note('place: rests; new trader, new level', b, order({ price: 101 }))
  await note('place: rests; known trader, new level', b, order({ price: 102 }))
  await note('place: rests; known trader, existing level', b, order({ price: 102 }))
  await note('place: immediate, nothing to meet; known trader', b, order({ price: 50, timeInForce: 'ioc' }))
  await mintPair(a, b, 50n * ONE)
  await mintPair(c, d, 50n * ONE)
  await place(a, { side: 'sell', price: 600, quantity: ONE })
  await note('place: one transfer fill of a resting sell, whole', c, order({ price: 600 }))
  await place(a, { side: 'sell', price: 600, quantity: 5n * ONE })
  await note('place: one transfer fill of a resting sell, in part', c, order({ price: 600 }))
  await note('place: the same with a referrer', c, order({ price: 600, referer: d.address }))
  await place(a, { price: 400 })
  await note('place: one transfer fill of a resting buy', c, order({ side: 'sell', price: 400 }))
  await place(a, { price: 400 })
  await note('place: one mint fill of a resting buy', b, order({ outcome: 'no', price: 600 }))
  await place(b, { side: 'sell', outcome: 'no', price: 450 })
  await note('place: one merge fill of a resting sell', a, order({ side: 'sell', price: 540 }))
  await place(a, { price: 300 })
  const self = await note(
    'place: meets the own resting order, then rests',
    a,
    order({ outcome: 'no', price: 700 }),
  )
  const [placed] = named(self.events)
  await note(
    'cancel: the only order of its level',
    a,
    cancelOrders({ marketId: market.id, orderIds: [idOf(placed)], deadlineMs: FAR_MS }),
  )
  const queue: number[] = []
  for (let i = 0; i < 14; i += 1) queue.push(idOf((await place(d, { price: 200 }))[0]))
  const cancel = (...orderIds: number[]) =>
    cancelOrders({ marketId: market.id, orderIds, deadlineMs: FAR_MS })
  await note('cancel: first or last of a queue', d, cancel(queue[0]!))
  await note('cancel: from the middle of a queue', d, cancel(queue[5]!))
  await note(
    'cancel: ten orders of one queue',
    d,
    cancel(...queue.filter((id) => id !== queue[5]).slice(1, 11)),
  )
  await note('payFees', d, payFees({ marketId: market.id }))
  await measureMakers(stage, note, [a, b])
  const sell = idOf((await place(a, { side: 'sell', price: 900, quantity: ONE }))[0])
  await stage.host.passTime(market.endsAtMs)
  await stage.resolve(market, 1)
  const bank = stage.host.bank
  await note(
    'settle: a winner',
    bank,
    settlePosition({ marketId: market.id, trader: c.address, deadlineMs: FAR_MS }),
  )
  await note(
    'settle: a loser',
    bank,
    settlePosition({ marketId: market.id, trader: d.address, deadlineMs: FAR_MS }),
  )
  await note('release: a resting buy', bank, releaseOrder({ marketId: market.id, orderId: 1 }))
  await note(
    'release: a resting sell of the winning outcome',
    bank,
    releaseOrder({ marketId: market.id, orderId: sell }),
  )
  await note('sweep: one chunk of levels', bank, sweepChunk({ marketId: market.id, chunk: 14 }))

  await measureParlays(stage, note, [a, b])
  return rows
}

/** Ten orders of one wallet in the levels that cost most: one by one, and in one quote. */
async function measureMakers(
  stage: Stage,
  note: Note,
  [maker, other]: [StageWallet, StageWallet],
): Promise<void> {
  const { collateralId, unit, host } = stage
  const market = await stage.openMarket({ closingMs: 3_600_000 })
  const quiet = await stage.openMarket()
  const meant = (at: StagedMarket) => ({
    marketId: at.id,
    collateralId,
    subject: at.subject,
    deadlineMs: FAR_MS,
  })
  const ten = Array.from({ length: 10 }, (_, i) => ({
    side: 'buy' as const,
    outcome: 'yes' as const,
    price: 200 + 4 * i,
    quantity: unit,
    expiresAtMs: null,
  }))
  const quote = (cancel: readonly number[]) =>
    quoteOrders({ ...meant(quiet), cancel, orders: ten, approved: 10n * unit })
  await tradeOn(stage, quiet).place(maker, { price: 199 })
  const first = await note('quote: ten orders, no cancels', maker, quote([]))
  const ids = named(first.events).map(idOf)
  await note('quote: ten orders for ten cancelled', maker, quote(ids))
  await note('split', maker, splitPairs({ ...meant(quiet), quantity: 10n * unit }))
  await note('merge', maker, mergePairs({ ...meant(quiet), quantity: unit }))
  const expiresAtMs = host.nowMs() + 2 * host.blockMs
  const { order, place, mintPair } = tradeOn(stage, market)
  await note(
    'place: gtd, rests; new trader, new chunk',
    other,
    order({ timeInForce: 'gtd', expiresAtMs, price: 300 }),
  )
  await host.passTime(expiresAtMs)
  await note('clear: one dead order', maker, clearOrders({ marketId: market.id, orderIds: [1] }))
  await mintPair(maker, other, unit)
  await place(maker, { price: 302 })
  await note('place: rests; known trader, new level, within the closing window', maker, order({ price: 301 }))
  const desk = { deskId: stage.deskId, collateralId, deadlineMs: FAR_MS }
  await note(
    'desk: first liquidity',
    maker,
    addLiquidity({
      ...desk,
      amount: 20n * ONE,
      minCollateral: 5n * unit,
      maxCollateral: 5n * unit,
      minShares: 1n,
    }),
  )
  await note('desk: buy native', other, buyNative({ ...desk, amount: ONE / 2n, maxIn: unit }))
  const { deskId } = stage
  const swap = { deskId, collateralId, maxIn: unit, deadlineMs: FAR_MS }
  await note('place: rests; native coin bought first', other, swapFirst(order({ price: 303 }), swap))
}

type Note = (label: string, wallet: StageWallet, call: ContractCall) => ReturnType<Stage['send']>

async function measureParlays(
  stage: Stage,
  note: Note,
  [maker, taker]: [StageWallet, StageWallet],
): Promise<void> {
  const legs: StagedMarket[] = []
  for (let i = 0; i < 5; i += 1) legs.push(await stage.openMarket({ lastsMs: stage.host.shortMs }))
  const { parlaysId, collateralId } = stage
  const offer = (count: number) =>
    offerParlay({
      parlaysId,
      collateralId,
      amount: ONE,
      combinedOdds: 2000,
      legs: legs.slice(0, count).map((leg) => ({ marketNumber: leg.number, outcome: 'yes' })),
      subject: subjectOfLegs(legs.slice(0, count).map((leg) => leg.subject)),
      expiresAtMs: null,
      deadlineMs: FAR_MS,
    })
  const first = parlayOf(await note('parlay offer: two legs', maker, offer(2)))
  const second = parlayOf(await note('parlay offer: five legs', maker, offer(5)))
  await note(
    'parlay cancel (refund)',
    maker,
    refundParlay({ parlaysId, parlayId: first.parlayId, deadlineMs: FAR_MS }),
  )
  await note(
    'parlay take',
    taker,
    takeParlay({ parlaysId, collateralId, ...second, takerAmount: ONE, deadlineMs: FAR_MS }),
  )
  await stage.host.passTime(Math.max(...legs.map((leg) => leg.endsAtMs)))
  for (const leg of legs) await stage.resolve(leg, 1)
  await note(
    'parlay settle: five legs',
    stage.host.bank,
    settleParlay({ parlaysId, parlayId: second.parlayId }),
  )
}

const idOf = (event: ReturnType<typeof named>[number] | undefined): number =>
  event?.type === 'OrderPlaced' ? event.orderId : 0

function parlayOf(receipt: Awaited<ReturnType<Stage['send']>>) {
  const offered = receipt.events.map(decodeParlaysEvent).find((event) => event?.type === 'ParlayOffered')
  if (offered?.type !== 'ParlayOffered') throw new Error('nothing was offered')
  return { parlayId: offered.parlayId, terms: offered.terms }
}
