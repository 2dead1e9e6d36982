import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { emptyTables, putRows } from '../../../test/support/rows.ts'
import { openBuildStage, signerOf } from '../../../test/support/venue/build-stage.ts'
import { absentNode, paperDeployment } from '../../../test/support/venue/paper-venue.ts'
import {
  clearOrders as callClearOrders,
  payFees as callPayFees,
  contractAddressOf,
  deployMarket,
  finalizeMarket,
  findContractId,
  freezePeriod,
  marketIdOf,
  refundParlay,
  refundProposal,
  releaseOrder,
  settleParlay,
  settlePosition,
  sweepChunk,
  voidMarket,
  workOffCommit,
} from '../../bindings/index.ts'
import { ONE } from '../../domain/index.ts'
import {
  commits,
  markets,
  orders,
  periods,
  positions,
  proposals,
  rounds,
  submissions,
} from '../../store/index.ts'
import type { Duty } from '../duty.ts'
import { endParlays } from './end-parlays.ts'
import { clearOrders, payFees, releaseOrders, settlePositions } from './markets.ts'
import { finalizeMarkets, voidMarkets, workOffCommits } from './oracle.ts'
import { createSweepChunks } from './sweep-chunks.ts'
import { deployMarkets, freezePeriods, refundProposals } from './voting.ts'

const DAY = 24 * 3_600_000

describeOnBothDatabases('duties', (context) => {
  test('behavior: each task is the call that its rows ask for, in parts that a block can take', async () => {
    const stage = await openBuildStage(context.database, 'duties')
    const { builder, deployment, devnet, chain, database } = stage
    const deadlineMs = devnet.clock.nowMs() + 90 * DAY
    const look = (limit: number) => ({
      database,
      chain,
      venue: deployment,
      nowMs: devnet.clock.nowMs(),
      deadlineMs,
      limit,
    })
    const [a = '', b = ''] = await stage.openMarkets({ legs: 2 })
    const [idOfA = '', idOfB = ''] = [findContractId(a) ?? '', findContractId(b) ?? '']
    const maker = stage.wallet({ alph: 100n * ONE, collateral: 1_000n * ONE })
    const taker = stage.wallet({ collateral: 1_000n * ONE })
    const at = (marketAddress: string) => ({ ...signerOf(maker), marketAddress })

    // The first and the last chunk of one book, one chunk of the other.
    const terms = { side: 'buy', quantity: String(ONE), isMarketOrder: false } as const
    for (const [market, outcome, price] of [
      [a, 'yes', 990],
      [a, 'no', 5],
      [b, 'yes', 990],
    ] as const)
      await stage.send(maker, builder.placeOrder({ ...at(market), ...terms, outcome, price }))

    const expiresAt = new Date(devnet.clock.nowMs() + DAY).toISOString()
    const parlay = { amount: String(ONE), combinedOdds: '3000', expiresAt }
    const legs = [a, b].map((marketAddress) => ({ marketAddress, outcome: 'yes' as const }))
    for (let i = 0; i < 2; i++)
      await stage.send(maker, builder.offerParlay({ ...signerOf(maker), ...parlay, legs }))
    await stage.send(taker, builder.takeParlay({ ...signerOf(taker), parlayId: 1 }))
    await stage.index()
    expect(await endParlays.list(look(5))).toEqual([])

    // Twenty-one orders that end.
    for (const count of [10, 10, 1]) {
      const orders = Array.from({ length: count }, () => ({
        side: 'buy' as const,
        outcome: 'yes' as const,
        price: 100,
        quantity: String(ONE),
        expiresAt,
      }))
      await stage.send(maker, builder.quote({ ...at(b), cancel: [], orders }))
    }
    devnet.controls.setTime({ advanceMs: DAY })
    await stage.send(taker, builder.split({ ...signerOf(taker), marketAddress: a, quantity: String(ONE) }))
    await stage.index()
    const dead = Array.from({ length: 20 }, (_, i) => i + 2)
    expect(await clearOrders.list(look(5))).toEqual([
      { key: `clear ${b} 2`, call: callClearOrders({ marketId: idOfB, orderIds: dead }) },
    ])

    devnet.controls.setTime({ advanceMs: 30 * DAY })
    for (const market of [a, b])
      await stage.send(maker, builder.oracleSubmit({ ...at(market), outcome: 'no' }))
    devnet.controls.setTime({ advanceMs: deployment.periods.disputeMs })
    for (const marketNumber of [1, 2])
      await stage.call(finalizeMarket({ oracleId: deployment.contracts.oracle.id, marketNumber }))
    await stage.index()
    const parlaysId = deployment.contracts.parlays.id
    expect(await endParlays.list(look(5))).toEqual([
      { key: 'settle-parlay 1', call: settleParlay({ parlaysId, parlayId: 1 }) },
      { key: 'refund-parlay 2', call: refundParlay({ parlaysId, parlayId: 2, deadlineMs }) },
    ])

    const ofA = [0, 31].map((chunk) => ({
      key: `sweep ${a} ${chunk}`,
      call: sweepChunk({ marketId: idOfA, chunk }),
    }))
    const ofB = [0, 14].map((chunk) => ({
      key: `sweep ${b} ${chunk}`,
      call: sweepChunk({ marketId: idOfB, chunk }),
    }))
    // One market after the other, and round again; a market more only while there is room.
    const sweepChunks = createSweepChunks()
    expect(await sweepChunks.list(look(2))).toEqual(ofA)
    expect(await sweepChunks.list(look(2))).toEqual(ofB)
    expect(await sweepChunks.list(look(2))).toEqual([])
    expect(await sweepChunks.list(look(3))).toEqual([...ofA, ...ofB])
    await stage.close()
  })
})

describeOnBothDatabases('what is due', (context) => {
  const tables = [markets, periods, proposals, orders, positions, submissions, rounds, commits]
  beforeEach(() => emptyTables(context.database, ...tables))

  const venue = paperDeployment
  const contractId = (number: number) => marketIdOf(venue.contracts.voting.id, number)
  const market = (id: number, given: object) => ({
    id,
    marketAddress: contractAddressOf(contractId(id)),
    ...given,
  })
  const look = (given: Partial<Parameters<Duty['list']>[0]> = {}) => ({
    database: context.database,
    chain: absentNode(),
    venue,
    nowMs: 0,
    deadlineMs: 0,
    limit: 10,
    ...given,
  })

  test('behavior: fees are paid from one unit of the collateral on', async () => {
    await putRows(context.database, markets, [
      market(1, { unpaidCreatorFees: ONE - 1n }),
      market(2, { unpaidCreatorFees: ONE / 2n, unpaidTreasuryFees: ONE / 2n }),
      market(3, { unpaidTreasuryFees: 10n ** 6n }),
    ])
    const pay = (number: number) => ({
      key: `pay-fees ${market(number, {}).marketAddress}`,
      call: callPayFees({ marketId: contractId(number) }),
    })
    expect(await payFees.list(look())).toEqual([pay(2)])
    const collateral = { ...venue.tokens.collateral, decimals: 6 }
    const small = { ...venue, tokens: { ...venue.tokens, collateral } }
    expect(await payFees.list(look({ venue: small }))).toEqual([pay(2), pay(1), pay(3)])
  })
  test('behavior: a market is void from the millisecond on that the contract voids it', async () => {
    const endsAtMs = 1_700_000_000_000
    await putRows(context.database, markets, [market(1, { state: 'open', endsAtMs })])
    const dueMs = endsAtMs + venue.periods.voidAfterMs
    expect(await voidMarkets.list(look({ nowMs: dueMs - 1 }))).toEqual([])
    expect(await voidMarkets.list(look({ nowMs: dueMs }))).toEqual([
      { key: 'void 1', call: voidMarket({ oracleId: venue.contracts.oracle.id, marketNumber: 1 }) },
    ])
  })
  test('default: what is due at the venue is asked of the contract that decides it', async () => {
    const [votingId, oracleId] = [venue.contracts.voting.id, venue.contracts.oracle.id]
    await putRows(context.database, periods, [{ id: 3, endsAtMs: 1_000 }])
    await putRows(context.database, proposals, [
      { id: 4, status: 'accepted' },
      { id: 5, status: 'rejected' },
    ])
    await putRows(context.database, submissions, [
      { marketId: 6, submission: 1, disputeEndsAtMs: 1_000 },
      { marketId: 7, submission: 2, disputeEndsAtMs: 1, disputer: 'somebody', closedAtMs: 9 },
    ])
    const heard = { revealEndsAtMs: 1, finalizedAtMs: 2, submission: 2 }
    await putRows(context.database, rounds, [{ marketId: 7, round: 8, ...heard }])
    const voter = venue.treasury
    await putRows(context.database, commits, [{ id: 1, marketId: 7, round: 8, voter }])
    const due = look({ nowMs: 1_000 })
    expect(await freezePeriods.list(due)).toEqual([
      { key: 'freeze 3', call: freezePeriod({ votingId, periodId: 3 }) },
    ])
    expect(await deployMarkets.list(due)).toEqual([
      { key: 'deploy 4', call: deployMarket({ votingId, proposalId: 4 }) },
    ])
    expect(await refundProposals.list(due)).toEqual([
      { key: 'refund 5', call: refundProposal({ votingId, proposalId: 5 }) },
    ])
    expect(await finalizeMarkets.list(due)).toEqual([
      { key: 'finalize 6', call: finalizeMarket({ oracleId, marketNumber: 6 }) },
    ])
    expect(await workOffCommits.list(due)).toEqual([
      { key: `work-off 7 8 ${voter}`, call: workOffCommit({ oracleId, marketNumber: 7, round: 8, voter }) },
    ])
  })
  test('default: orders and positions of a resolved market are asked of that market', async () => {
    await putRows(context.database, markets, [market(2, { resolved: true })])
    const trader = venue.treasury
    const at = contractAddressOf(contractId(2))
    const order = { id: 1, marketId: 2, orderId: 7, lockedCollateral: 1n }
    await putRows(context.database, orders, [{ ...order, side: 'buy', outcome: 'yes', trader }])
    await putRows(context.database, positions, [
      { id: 1, marketId: 2, userAddress: trader, positionType: 'no' },
    ])
    const marketId = contractId(2)
    expect(await releaseOrders.list(look())).toEqual([
      { key: `release ${at} 7`, call: releaseOrder({ marketId, orderId: 7 }) },
    ])
    expect(await settlePositions.list(look({ deadlineMs: 99 }))).toEqual([
      { key: `settle ${at} ${trader}`, call: settlePosition({ marketId, trader, deadlineMs: 99 }) },
    ])
  })
  test('behavior: the node is asked about twenty markets in a round, or as many as there may be tasks', async () => {
    const ids = Array.from({ length: 22 }, (_, i) => i + 1)
    const all = ids.map((id) => market(id, { resolved: true, orderCount: 1 }))
    await putRows(context.database, markets, all)
    const asked: string[] = []
    const chain = {
      ...absentNode(),
      findContractState: async (address: string) => {
        asked.push(address)
        return null
      },
    }
    const addresses = (from: number, to: number) => all.slice(from, to).map((each) => each.marketAddress)
    const sweepChunks = createSweepChunks()
    const round = async (limit: number) => {
      asked.length = 0
      expect(await sweepChunks.list(look({ chain, limit }))).toEqual([])
      return [...asked]
    }
    expect(await round(100)).toEqual(addresses(0, 20))
    expect(await round(100)).toEqual(addresses(20, 22))
    expect(await round(100)).toEqual([])
    expect(await round(3)).toEqual(addresses(0, 3))
    expect(await round(100)).toEqual(addresses(3, 22))
  })
})
