import { expect, test } from 'vitest'
import {
  createMarketModel,
  type FinalOutcome,
  type MarketEvent,
  type ModelAnswer,
  ONE,
  outcomes,
  realisedOf,
  sides,
  type VenueEvent,
} from '../../domain/index.ts'
import { createSeededRandom, randomBelow } from '../../kit/index.ts'
import { createWorkspace, keys, type Workspace } from '../workspace.ts'
import { foldEvent } from './fold-event.ts'

/** As many lives as `npm run sim -- accounts` says. */
const lives = Number(process.env.SIBYL_SIM_LIVES ?? 60)
const steps = 60

const marketAddress = '25kE2CyHzKVP5m2CAYAvPYxemhFKdXtXkkwdcTTcGVLH5'
const traders = ['ann', 'bob', 'cyd', 'dan']
const creator = 'eve'
const NOW = 1_800_000_000_000
const ENDS = NOW + 3_600_000

/** A market that was just deployed. */
function openRows(): Workspace {
  const rows = createWorkspace()
  rows.enterBlock(1, true)
  const events: VenueEvent[] = [
    { type: 'PeriodOpened', periodId: 1, startsAtMs: NOW, endsAtMs: ENDS, opener: creator },
    {
      type: 'ProposalCreated',
      proposalId: 1,
      periodId: 1,
      proposer: creator,
      legCount: 0,
      endsAtMs: ENDS,
      creatorShare: 7,
      textHash: '00',
      deposit: ONE,
    },
    {
      type: 'ProposalTexts',
      proposalId: 1,
      question: 'Will it rain?',
      category: 'Weather',
      rules: null,
      resolutionSources: null,
      imageUrl: null,
      tags: [],
      metadata: null,
    },
    {
      type: 'MarketDeployed',
      marketId: 1,
      marketAddress,
      proposalId: 1,
      leg: 0,
      eventId: null,
      creator,
      creatorShare: 7,
      endsAtMs: ENDS,
    },
  ]
  for (const event of events)
    foldEvent({ event, place: { height: 1, timestampMs: NOW, txId: 'tx', eventIndex: 0 } }, rows)
  return rows
}

/** One random life of a market; after every step everybody's account is what the ledger says. */
function play(seed: string): { readonly fills: number; readonly payouts: number } {
  const random = createSeededRandom(seed)
  const pick = <T>(items: readonly T[]): T => items[randomBelow(random, items.length)]!
  let nowMs = NOW
  const model = createMarketModel({
    marketAddress,
    creator,
    treasury: 'treasury',
    creatorShare: 7,
    unit: ONE,
    endsAtMs: ENDS,
    closingMs: 60_000,
    nowMs: () => nowMs,
  })
  const rows = openRows()
  /** Collateral that is no trading: referrals. Nobody else is paid out of fees here. */
  const referred = new Map<string, bigint>()
  let [fills, payouts] = [0, 0]

  function happen(answer: ModelAnswer): void {
    if (!answer.ok) return
    for (const event of answer.events) note(event)
    for (const trader of traders) judge(trader)
  }
  function note(event: MarketEvent): void {
    foldEvent({ event, place: { height: 1, timestampMs: nowMs, txId: 'tx', eventIndex: 0 } }, rows)
    if (event.type === 'OrderFilled') fills += 1
    if (event.type === 'PositionSettled' || event.type === 'OrderReleased') payouts += 1
    if (event.type !== 'FeeCharged') return
    const { refererAddress, fee } = rows.orders.get(keys.order(1, event.orderId))
    expect(fee).toBe(event.fee)
    if (refererAddress !== null)
      referred.set(refererAddress, (referred.get(refererAddress) ?? 0n) + event.refererFee)
  }
  function judge(trader: string): void {
    let [balance, cost, realised] = [referred.get(trader) ?? 0n, 0n, 0n]
    for (const outcome of outcomes) {
      const position = rows.positions.find(keys.position(trader, 1, outcome))
      if (position === null) continue
      balance += position.received - position.spent - position.fees - position.lockedCollateral
      cost += position.cost
      realised += realisedOf(position) - position.lockedCollateral
      expect(position.cost).toBeGreaterThanOrEqual(0n)
      if (position.shares === position.paidShares) expect(position.cost).toBe(0n)
    }
    expect(balance).toBe(model.gained(trader))
    expect(realised - cost + (referred.get(trader) ?? 0n)).toBe(model.gained(trader))
  }

  for (let step = 0; step < steps; step++) {
    const trader = pick(traders)
    const noise = BigInt(randomBelow(random, 1_000_000_000))
    const quantity = pick([ONE, 3n * ONE, 5n * ONE + noise, ONE - 1n, noise + 1n])
    const kind = randomBelow(random, 10)
    if (kind === 0) happen(model.split(trader, quantity))
    else if (kind === 1) happen(model.merge(trader, quantity))
    else if (kind === 2) happen(model.cancel(trader, [1 + randomBelow(random, step + 1)]))
    else
      happen(
        model.place({
          trader,
          side: pick(sides),
          outcome: pick(outcomes),
          price: pick([1, 400, 490, 500, 501, 510, 600, 999, 1 + randomBelow(random, 999)]),
          quantity,
          timeInForce: pick(['gtc', 'gtc', 'gtc', 'ioc', 'post-only']),
          isMarketOrder: false,
          maxFills: 100,
          referer: pick([null, null, pick(traders.filter((other) => other !== trader))]),
          expiresAtMs: null,
        }),
      )
  }
  nowMs = ENDS
  happen(model.resolve((1 + randomBelow(random, 3)) as FinalOutcome, null))
  const resting = [...model.book.list('bid'), ...model.book.list('ask')].map(({ orderId }) => orderId)
  const errands = [
    ...traders.map((trader) => () => model.settle(trader)),
    ...resting.map((orderId) => () => model.release(orderId)),
  ]
  while (errands.length > 0) {
    const [errand] = errands.splice(randomBelow(random, errands.length), 1)
    happen(errand!())
  }
  return { fills, payouts }
}

test(`behavior: everybody’s account is the ledger’s, to the unit, in ${lives} lives`, () => {
  let [fills, payouts] = [0, 0]
  for (let life = 0; life < lives; life++) {
    const played = play(`accounts ${life}`)
    fills += played.fills
    payouts += played.payouts
  }
  expect(fills).toBeGreaterThan(lives * 5)
  expect(payouts).toBeGreaterThan(lives * 3)
})
