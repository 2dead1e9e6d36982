import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { emptyTables, putRows } from '../../../test/support/rows.ts'
import { periods, proposals } from '../chain/governance-tables.ts'
import { markets, orders, parlays, positions } from '../chain/market-tables.ts'
import { commits, rounds, submissions } from '../chain/oracle-tables.ts'
import { listDeadOrders } from './list-dead-orders.ts'
import { listEndedPeriods } from './list-ended-periods.ts'
import { listFinalizableMarkets } from './list-finalizable-markets.ts'
import { listFinishedParlays } from './list-finished-parlays.ts'
import { listRefundableProposals } from './list-refundable-proposals.ts'
import { listSweepableMarkets } from './list-sweepable-markets.ts'
import { listUndeployedProposals } from './list-undeployed-proposals.ts'
import { listUnpaidFees } from './list-unpaid-fees.ts'
import { listUnreleasedOrders } from './list-unreleased-orders.ts'
import { listUnsettledPositions } from './list-unsettled-positions.ts'
import { listUnworkedCommits } from './list-unworked-commits.ts'
import { listVoidableMarkets } from './list-voidable-markets.ts'

/** Each list with rows before, at and after every boundary of it. */
describeOnBothDatabases('duties', (context) => {
  const db = () => context.database
  beforeEach(() =>
    emptyTables(db(), periods, proposals, markets, orders, parlays, positions, commits, rounds, submissions),
  )

  /** Markets by number, each with an address of its own. */
  const market = (id: number, given: object) => ({ id, marketAddress: `market ${id}`, ...given })

  test('behavior: listEndedPeriods: over and not frozen, oldest first, no more than asked for', async () => {
    await putRows(db(), periods, [
      { id: 4, endsAtMs: 1_000 },
      { id: 3, endsAtMs: 999 },
      { id: 2, endsAtMs: 1_001 },
      { id: 1, endsAtMs: 500, frozenAtMs: 600 },
    ])
    expect(await listEndedPeriods(db(), 1_000, 10)).toEqual([3, 4])
    expect(await listEndedPeriods(db(), 1_001, 10)).toEqual([2, 3, 4])
    expect(await listEndedPeriods(db(), 1_001, 2)).toEqual([2, 3])
  })

  test('behavior: listFinalizableMarkets: dispute windows, rounds and appeal windows that ran their time, longest overdue first', async () => {
    await putRows(db(), submissions, [
      { marketId: 1, submission: 1, disputeEndsAtMs: 1_000 },
      { marketId: 2, submission: 1, disputeEndsAtMs: 1_001 },
      { marketId: 3, submission: 1, disputeEndsAtMs: 10, disputer: 'somebody' },
      { marketId: 4, submission: 1, disputeEndsAtMs: 10, closedAtMs: 20 },
      { marketId: 9, submission: 1, disputeEndsAtMs: 700 },
      { marketId: 8, submission: 1, disputeEndsAtMs: 700 },
      { marketId: 10, submission: 1, disputeEndsAtMs: 10, disputer: 'somebody' },
      { marketId: 11, submission: 1, disputeEndsAtMs: 10, disputer: 'somebody' },
      { marketId: 12, submission: 1, disputeEndsAtMs: 10, disputer: 'somebody', closedAtMs: 20 },
      { marketId: 13, submission: 2, disputeEndsAtMs: 1_002 }, // the first one's appeal window is long over
    ])
    const heard = { revealEndsAtMs: 10, finalizedAtMs: 20 }
    await putRows(db(), rounds, [
      { marketId: 5, round: 1, revealEndsAtMs: 1_000 },
      { marketId: 6, round: 1, revealEndsAtMs: 1_001 },
      { marketId: 7, round: 1, ...heard },
      { marketId: 3, round: 1, revealEndsAtMs: 600 },
      { marketId: 10, round: 1, ...heard, appealEndsAtMs: 1_000 },
      { marketId: 11, round: 1, ...heard, appealEndsAtMs: 10 }, // appealed, and the round of the appeal runs
      { marketId: 11, round: 2, revealEndsAtMs: 1_001 },
      { marketId: 12, round: 1, ...heard, appealEndsAtMs: 10 },
      { marketId: 13, round: 1, ...heard, appealEndsAtMs: 10 },
    ])
    expect(await listFinalizableMarkets(db(), 1_000, 10)).toEqual([3, 8, 9, 1, 5, 10])
    expect(await listFinalizableMarkets(db(), 999, 10)).toEqual([3, 8, 9])
    expect(await listFinalizableMarkets(db(), 1_001, 10)).toEqual([3, 8, 9, 1, 5, 10, 2, 6, 11])
    expect(await listFinalizableMarkets(db(), 1_000, 2)).toEqual([3, 8])
  })

  test('behavior: listFinishedParlays: open ones that expired go back, taken ones are settled when a leg is lost or all are known', async () => {
    await putRows(db(), markets, [
      market(1, { resolved: true, finalOutcome: 1 }),
      market(2, { resolved: true, finalOutcome: 2 }),
      market(3, { resolved: true, finalOutcome: 3 }),
      market(4, { resolved: false }),
    ])
    const leg = (id: number, outcome: 'yes' | 'no') => ({ marketAddress: `market ${id}`, outcome })
    const legs = (...bets: ReturnType<typeof leg>[]) => ({ legs: bets })
    const taken = { status: 'taken', expiresAtMs: 1, taker: 'somebody' } as const
    await putRows(db(), parlays, [
      { id: 1, status: 'open', expiresAtMs: 1_000, ...legs(leg(4, 'yes')) },
      { id: 2, status: 'open', expiresAtMs: 1_001, ...legs(leg(1, 'no')) },
      { id: 3, ...taken, ...legs(leg(1, 'yes'), leg(4, 'yes')) }, // not lost, not all known
      { id: 4, ...taken, ...legs(leg(1, 'no'), leg(4, 'yes')) }, // lost
      { id: 5, ...taken, ...legs(leg(2, 'yes'), leg(4, 'yes')) }, // lost
      { id: 6, ...taken, ...legs(leg(2, 'no'), leg(4, 'yes')) },
      { id: 7, ...taken, ...legs(leg(3, 'no'), leg(4, 'yes')) }, // void is not lost
      { id: 8, ...taken, ...legs(leg(1, 'yes'), leg(2, 'no'), leg(3, 'yes')) }, // all known
      { id: 9, status: 'settled', expiresAtMs: 1, ...legs(leg(1, 'no')) },
      { id: 10, status: 'cancelled', expiresAtMs: 1, ...legs(leg(1, 'no')) },
    ])
    expect(await listFinishedParlays(db(), 1_000, 10)).toEqual([
      { id: 1, action: 'refund' },
      { id: 4, action: 'settle' },
      { id: 5, action: 'settle' },
      { id: 8, action: 'settle' },
    ])
    expect((await listFinishedParlays(db(), 1_001, 3)).map(({ id }) => id)).toEqual([1, 2, 4])
  })

  test('behavior: listRefundableProposals: rejected, or accepted and wholly deployed; each once', async () => {
    await putRows(db(), proposals, [
      { id: 5, status: 'rejected' },
      { id: 1, status: 'rejected', refundedAtMs: 9 },
      { id: 2, status: 'pending' },
      { id: 3, status: 'accepted', legCount: 3, deployedCount: 2 },
      { id: 4, status: 'accepted', legCount: 3, deployedCount: 3 },
      { id: 6, status: 'accepted', legCount: 0, deployedCount: 0 },
      { id: 7, status: 'accepted', legCount: 0, deployedCount: 1 },
      { id: 8, status: 'accepted', legCount: 0, deployedCount: 1, refundedAtMs: 9 },
    ])
    expect(await listRefundableProposals(db(), 10)).toEqual([4, 5, 7])
    expect(await listRefundableProposals(db(), 2)).toEqual([4, 5])
  })

  test('behavior: listUndeployedProposals: accepted with markets to come, a single one counts as one', async () => {
    await putRows(db(), proposals, [
      { id: 6, status: 'accepted', legCount: 0, deployedCount: 0 },
      { id: 1, status: 'accepted', legCount: 0, deployedCount: 1 },
      { id: 2, status: 'accepted', legCount: 3, deployedCount: 2 },
      { id: 3, status: 'accepted', legCount: 3, deployedCount: 3 },
      { id: 4, status: 'pending', legCount: 0, deployedCount: 0 },
      { id: 5, status: 'accepted', legCount: 0, deployedCount: 0, refundedAtMs: 9 },
    ])
    expect(await listUndeployedProposals(db(), 10)).toEqual([2, 6])
    expect(await listUndeployedProposals(db(), 1)).toEqual([2])
  })

  test('behavior: listSweepableMarkets: resolved ones that had orders, after an id', async () => {
    await putRows(db(), markets, [
      market(1, { resolved: true, orderCount: 1 }),
      market(2, { resolved: true, orderCount: 0 }),
      market(3, { resolved: false, orderCount: 5 }),
      market(5, { resolved: true, orderCount: 2 }),
      market(4, { resolved: true, orderCount: 1 }),
    ])
    expect(await listSweepableMarkets(db(), 0, 10)).toEqual([
      { id: 1, marketAddress: 'market 1' },
      { id: 4, marketAddress: 'market 4' },
      { id: 5, marketAddress: 'market 5' },
    ])
    expect((await listSweepableMarkets(db(), 1, 10)).map(({ id }) => id)).toEqual([4, 5])
    expect((await listSweepableMarkets(db(), 0, 2)).map(({ id }) => id)).toEqual([1, 4])
  })

  test('behavior: listUnpaidFees: what gathered for creator and treasury together, the most first', async () => {
    const fees = (unpaidCreatorFees: bigint, unpaidTreasuryFees: bigint) => ({
      unpaidCreatorFees,
      unpaidTreasuryFees,
    })
    await putRows(db(), markets, [
      market(1, fees(40n, 60n)),
      market(2, fees(99n, 0n)),
      market(3, fees(0n, 2n ** 100n)),
      market(4, fees(100n, 0n)),
      market(5, fees(0n, 101n)),
    ])
    const address = (id: number) => `market ${id}`
    expect(await listUnpaidFees(db(), 100n, 10)).toEqual([3, 5, 1, 4].map(address))
    expect(await listUnpaidFees(db(), 99n, 10)).toEqual([3, 5, 1, 4, 2].map(address))
    expect(await listUnpaidFees(db(), 100n, 3)).toEqual([3, 5, 1].map(address))
  })

  test('behavior: listUnpaidFees: what is kept counts for nothing until the resolution, of a resolved market all that is left', async () => {
    const open = (unpaidTreasuryFees: bigint, keptFees: bigint) => ({ unpaidTreasuryFees, keptFees })
    const resolved = (unpaidCreatorFees: bigint, unpaidTreasuryFees: bigint) => ({
      resolved: true,
      unpaidCreatorFees,
      unpaidTreasuryFees,
    })
    await putRows(db(), markets, [
      market(1, open(150n, 50n)),
      market(2, open(150n, 51n)),
      market(3, resolved(0n, 0n)),
      market(4, resolved(0n, 1n)),
      market(5, resolved(1n, 0n)),
      market(6, resolved(7n, 7n)), // as much for the one as for the other
      market(7, { ...resolved(2n, 3n), keptFees: 3n }),
    ])
    const found = [1, 6, 7, 4, 5].map((id) => `market ${id}`)
    expect(await listUnpaidFees(db(), 100n, 10)).toEqual(found)
  })

  test('behavior: listDeadOrders: ended by their time and still holding, of unresolved markets, by market', async () => {
    await putRows(db(), markets, [
      market(1, { resolved: false }),
      market(2, { resolved: true }),
      market(3, { resolved: false }),
    ])
    const dead = { status: 'cancelled', lockedCollateral: 1n } as const
    await putRows(db(), orders, [
      { id: 1, marketId: 3, orderId: 1, ...dead, expiresAtMs: 5 },
      { id: 2, marketId: 1, orderId: 9, ...dead, expiresAtMs: 7 },
      { id: 3, marketId: 1, orderId: 8, ...dead, expiresAtMs: 8 },
      { id: 4, marketId: 1, orderId: 7, status: 'cancelled', lockedShares: 1n, expiresAtMs: 8 },
      { id: 5, marketId: 1, orderId: 6, ...dead, expiresAtMs: 1, released: true },
      { id: 6, marketId: 1, orderId: 5, status: 'cancelled', expiresAtMs: 1 },
      { id: 7, marketId: 1, orderId: 4, ...dead, expiresAtMs: null },
      { id: 8, marketId: 1, orderId: 3, ...dead, status: 'open', expiresAtMs: 1 },
      { id: 9, marketId: 2, orderId: 2, ...dead, expiresAtMs: 1 },
    ])
    const of1 = (...orderIds: number[]) => ({ marketAddress: 'market 1', orderIds })
    const of3 = { marketAddress: 'market 3', orderIds: [1] }
    expect(await listDeadOrders(db(), { marketsMax: 10, ordersMax: 20 })).toEqual([of1(9, 7, 8), of3])
    // However many one market has, the next one is there.
    expect(await listDeadOrders(db(), { marketsMax: 10, ordersMax: 2 })).toEqual([of1(9, 7), of3])
    expect(await listDeadOrders(db(), { marketsMax: 1, ordersMax: 2 })).toEqual([of1(9, 7)])
    expect(await listDeadOrders(db(), { marketsMax: 2, ordersMax: 1 })).toEqual([of1(9), of3])
  })

  test('behavior: listUnreleasedOrders: of resolved markets, holding something, markets in turn', async () => {
    await putRows(db(), markets, [
      market(1, { resolved: true }),
      market(2, { resolved: false }),
      market(3, { resolved: true }),
    ])
    const order = (id: number, marketId: number, orderId: number, given: object) => ({
      id,
      marketId,
      orderId,
      ...given,
    })
    await putRows(db(), orders, [
      order(1, 3, 1, { lockedCollateral: 1n }),
      order(2, 1, 9, { lockedShares: 1n }),
      order(3, 1, 8, { lockedCollateral: 1n, lockedShares: 1n }),
      order(4, 1, 7, {}),
      order(5, 1, 6, { lockedCollateral: 1n, released: true }),
      order(6, 2, 5, { lockedCollateral: 1n }),
      order(7, 1, 10, { lockedShares: 1n }),
    ])
    const found = [
      { marketAddress: 'market 1', orderId: 8 },
      { marketAddress: 'market 3', orderId: 1 },
      { marketAddress: 'market 1', orderId: 9 },
      { marketAddress: 'market 1', orderId: 10 },
    ]
    expect(await listUnreleasedOrders(db(), 10)).toEqual(found)
    expect(await listUnreleasedOrders(db(), 2)).toEqual(found.slice(0, 2))
  })

  test('behavior: listUnsettledPositions: each wallet of a resolved market once, markets in turn', async () => {
    await putRows(db(), markets, [
      market(2, { resolved: true }),
      market(1, { resolved: true }),
      market(3, { resolved: false }),
    ])
    const position = (id: number, marketId: number, userAddress: string, given: object = {}) => ({
      id,
      marketId,
      userAddress,
      positionType: 'yes' as const,
      ...given,
    })
    await putRows(db(), positions, [
      position(1, 2, 'b'),
      position(2, 2, 'a'),
      position(3, 2, 'a', { positionType: 'no' }),
      position(4, 1, 'z'),
      position(7, 1, 'y'),
      position(5, 1, 'c', { isSettled: true }),
      position(6, 3, 'a'),
      position(8, 2, 'c'),
    ])
    const found = [
      { marketAddress: 'market 1', trader: 'y' },
      { marketAddress: 'market 2', trader: 'a' },
      { marketAddress: 'market 1', trader: 'z' },
      { marketAddress: 'market 2', trader: 'b' },
      { marketAddress: 'market 2', trader: 'c' },
    ]
    expect(await listUnsettledPositions(db(), 10)).toEqual(found)
    expect(await listUnsettledPositions(db(), 2)).toEqual(found.slice(0, 2))
  })

  test('behavior: listUnworkedCommits: of submissions that are over, oldest first', async () => {
    await putRows(db(), submissions, [
      { marketId: 1, submission: 1, closedAtMs: 9 },
      { marketId: 1, submission: 2 },
      { marketId: 2, submission: 1, closedAtMs: 9 },
      { marketId: 3, submission: 1 },
    ])
    await putRows(db(), rounds, [
      { marketId: 1, round: 1, submission: 1, finalizedAtMs: 9 },
      { marketId: 1, round: 2, submission: 2, finalizedAtMs: 9 }, // may still be appealed
      { marketId: 2, round: 1, submission: 1, finalizedAtMs: 9 },
      { marketId: 3, round: 1, submission: 1, finalizedAtMs: 9 }, // so may this one
    ])
    const commit = (id: number, marketId: number, round: number, given: object = {}) => ({
      id,
      marketId,
      round,
      voter: `voter ${id}`,
      ...given,
    })
    await putRows(db(), commits, [
      commit(1, 1, 1, { committedAtMs: 5 }),
      commit(3, 2, 1, { committedAtMs: 4 }),
      commit(2, 2, 1, { committedAtMs: 5 }),
      commit(4, 1, 2, { committedAtMs: 1 }),
      commit(5, 1, 1, { committedAtMs: 1, workedOffAtMs: 7 }),
      commit(6, 3, 1, { committedAtMs: 1 }),
    ])
    const found = [
      { marketId: 2, round: 1, voter: 'voter 3' },
      { marketId: 1, round: 1, voter: 'voter 1' },
      { marketId: 2, round: 1, voter: 'voter 2' },
    ]
    expect(await listUnworkedCommits(db(), 10)).toEqual(found)
    expect(await listUnworkedCommits(db(), 2)).toEqual(found.slice(0, 2))
  })

  test('behavior: listVoidableMarkets: ended so long ago, open or closed, longest ago first', async () => {
    const state = (word: 'open' | 'closed' | 'submitted', endsAtMs: number, resolved = false) => ({
      state: word as 'open',
      endsAtMs,
      resolved,
    })
    await putRows(db(), markets, [
      market(1, state('open', 700)),
      market(2, state('closed', 699)),
      market(3, state('open', 701)),
      market(4, state('submitted', 1)),
      market(5, state('open', 1, true)),
      market(7, state('open', 600)),
      market(6, state('open', 600)),
    ])
    const at = (nowMs: number, limit = 10) => listVoidableMarkets(db(), { nowMs, voidAfterMs: 300, limit })
    expect(await at(1_000)).toEqual([6, 7, 2, 1])
    expect(await at(1_001)).toEqual([6, 7, 2, 1, 3])
    expect(await at(1_000, 2)).toEqual([6, 7])
  })
})
