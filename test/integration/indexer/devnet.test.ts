import { addressFromContractId } from '@alephium/web3'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  addLiquidity,
  cancelOrders,
  deployMarket,
  depositStake,
  findContractId,
  freezePeriod,
  placeOrder,
  proposeLinked,
  proposeSingle,
} from '../../../src/bindings/index.ts'
import { ONE, type Outcome, type Side } from '../../../src/domain/index.ts'
import { createIndexer, type Indexer } from '../../../src/indexer/index.ts'
import { type Database, findCheckpoint } from '../../../src/store/index.ts'
import { dumpIndex, emptyIndex } from '../../simulation/indexer/dump.ts'
import { catchUp } from '../../simulation/indexer/scenario.ts'
import { describeOnBothDatabases } from '../../support/database.ts'
import { type Host, openHost } from '../../support/venue/host.ts'
import { openVenue, type Venue } from '../../support/venue/venue.ts'
import type { Wallet } from '../../support/venue/wallet.ts'

const minute = 60_000
const periods = {
  closingMs: minute,
  appealMs: minute,
  votingMs: 4 * minute,
  minTradingMs: minute,
  disputeMs: minute,
  commitMs: minute,
  revealMs: minute,
  unlockMs: 20 * minute,
  voidAfterMs: 100 * minute,
}

describeOnBothDatabases('indexing a real chain', (context) => {
  let host: Host
  let venue: Venue
  let trader: Wallet
  let other: Wallet
  let marketIds: string[]
  const database = (): Database => context.database

  beforeAll(async () => {
    host = await openHost(periods)
    venue = await openVenue(host, 'indexer')
    trader = await venue.wallet({ collateral: 10_000n * ONE, stake: 1_000_000n * ONE })
    other = await venue.wallet({ collateral: 10_000n * ONE, keyType: 'gl-secp256k1' })
    marketIds = await openMarkets()
  })
  beforeEach(() => emptyIndex(database()))

  /** A single market and an event of two legs, through proposal, vote and freeze. */
  async function openMarkets(): Promise<string[]> {
    const { contracts, tokens } = venue.deployment
    const votingId = contracts.voting.id
    const deadlineMs = Number.MAX_SAFE_INTEGER
    const stake = { vaultId: contracts.vault.id, stakeTokenId: tokens.stake.id, amount: 1_000_000n * ONE }
    await venue.send(trader, depositStake({ ...stake, deadlineMs }))
    const endsAtMs = host.nowMs() + 60 * minute
    const common = {
      deadlineMs,
      votingId,
      category: 'Sport',
      endsAtMs,
      rules: null,
      resolutionSources: 'BBC',
      tags: ['cup'],
    }
    await venue.send(
      trader,
      proposeSingle({ ...common, question: 'Will it rain?', imageUrl: null, metadata: { place: 'Bern' } }),
    )
    const legs = ['Reds', 'Blues'].map((question) => ({ question, imageUrl: null, metadata: null }))
    await venue.send(
      trader,
      proposeLinked({ ...common, masterQuestion: 'Who wins?', masterImageUrl: null, legs }),
    )
    for (const proposalId of [1, 2]) await venue.send(trader, venue.calls.vote(proposalId))
    host.controls.setTime({ advanceMs: periods.votingMs })
    await venue.send(trader, freezePeriod({ votingId, periodId: 1 }))
    const deployed = []
    for (const proposalId of [1, 2, 2])
      deployed.push(await venue.send(other, deployMarket({ votingId, proposalId })))
    return deployed
      .flatMap(({ events }) => events)
      .flatMap((event) =>
        event.type === 'MarketDeployed' ? [findContractId(event.marketAddress) ?? ''] : [],
      )
  }

  const order = (
    wallet: Wallet,
    market: number,
    side: Side,
    outcome: Outcome,
    price: number,
    shares: bigint,
  ) =>
    venue.send(
      wallet,
      placeOrder({
        marketId: marketIds[market] ?? '',
        collateralId: venue.deployment.tokens.collateral.id,
        side,
        outcome,
        price,
        quantity: shares * ONE,
        ...venue.meaning(market + 1),
        expiresAtMs: null,
        timeInForce: 'gtc',
        isMarketOrder: false,
        maxFills: 10,
        referer: null,
      }),
    )

  function makeIndexer(name = 'a'): Indexer {
    const { vault, voting, oracle, parlays, desk } = venue.deployment.contracts
    return createIndexer({
      chain: host.chain,
      database: database(),
      venue: {
        vault: vault.address,
        voting: voting.address,
        oracle: oracle.address,
        parlays: parlays.address,
        desk: desk.address,
      },
      clock: { nowMs: host.nowMs },
      networkId: 4,
      startHeight: 0,
      name,
      isNodeAuthority: true,
    })
  }

  async function expectRebuilt(): Promise<void> {
    const followed = await dumpIndex(database())
    await emptyIndex(database())
    await catchUp(makeIndexer())
    expect(await dumpIndex(database())).toEqual(followed)
  }

  const count = async (table: string): Promise<number> => {
    const [row] = await database().query<{ n: number }>({
      label: 'count',
      sql: `select count(*) as n from ${table}`,
    })
    return row?.n ?? -1
  }

  test('behavior: a transaction that caused an event of the desk is the venue’s', async () => {
    const { contracts, tokens } = venue.deployment
    const { txId } = await venue.send(
      other,
      addLiquidity({
        deskId: contracts.desk.id,
        collateralId: tokens.collateral.id,
        amount: 20n * ONE,
        minCollateral: 0n,
        maxCollateral: 20n * ONE,
        minShares: 1n,
        deadlineMs: Number.MAX_SAFE_INTEGER,
      }),
    )
    await catchUp(makeIndexer())
    const values = [txId]
    const sql = 'select is_venue from transactions where tx_id = $1'
    expect(await database().query({ label: 'test-venue', sql, values })).toEqual([{ is_venue: true }])
  })
  test('default: markets, orders and trades of real contracts', async () => {
    await order(trader, 0, 'buy', 'yes', 600, 10n)
    await order(other, 0, 'buy', 'no', 450, 4n)
    await catchUp(makeIndexer())
    const [market] = await database().query({
      label: 'market',
      sql: `select m.question, m.category, m.tags, m.metadata, m.volume, m.best_bid_yes, m.best_ask_yes, m.open_interest, m.resolution_sources
            from markets m where id = 1`,
    })
    expect(market).toEqual({
      question: 'Will it rain?',
      category: 'Sport',
      tags: ['cup'],
      metadata: { place: 'Bern' },
      volume: String((4n * ONE * 400n) / 1000n),
      best_bid_yes: 600,
      best_ask_yes: 0,
      open_interest: String(4n * ONE),
      resolution_sources: 'BBC',
    })
    expect(
      await database().query({
        label: 'positions',
        sql: 'select user_address, position_type, shares, entry_price, locked_collateral from positions order by id',
      }),
    ).toEqual([
      {
        user_address: trader.address,
        position_type: 'yes',
        shares: String(4n * ONE),
        entry_price: 600,
        locked_collateral: String((6n * ONE * 600n) / 1000n),
      },
      {
        user_address: other.address,
        position_type: 'no',
        shares: String(4n * ONE),
        entry_price: 400,
        locked_collateral: '0',
      },
    ])
    expect(
      await database().query({
        label: 'legs',
        sql: `select e.question, e.leg_count, m.question as leg, m.master_question, m.market_address from events e join markets m on m.event_id = e.id order by m.leg`,
      }),
    ).toEqual([
      {
        question: 'Who wins?',
        leg_count: 2,
        leg: 'Reds',
        master_question: 'Who wins?',
        market_address: addressFromContractId(marketIds[1] ?? ''),
      },
      {
        question: 'Who wins?',
        leg_count: 2,
        leg: 'Blues',
        master_question: 'Who wins?',
        market_address: addressFromContractId(marketIds[2] ?? ''),
      },
    ])
    await expectRebuilt()
  })

  test('behavior: F1 the devnet drops blocks and mines others: index, fork away, index again', async () => {
    await catchUp(makeIndexer())
    const before = await dumpIndex(database())
    const { height } = (await findCheckpoint(database()))!
    await order(trader, 1, 'buy', 'yes', 500, 3n)
    await order(other, 1, 'buy', 'no', 500, 2n)
    await catchUp(makeIndexer())
    const tip = (await findCheckpoint(database()))!
    expect(await count('trades')).toBe(before.trades!.length + 1)

    host.controls.reorg({ depth: tip.height - height, fromGroup: 0, toGroup: 0, replay: false })
    await catchUp(makeIndexer())
    expect(await dumpIndex(database())).toEqual(before)

    await order(trader, 1, 'buy', 'no', 300, 1n)
    await catchUp(makeIndexer())
    expect(await count('trades')).toBe(before.trades!.length)
    expect(await count('orders')).toBe(before.orders!.length + 1)
    await expectRebuilt()

    host.controls.reorg({ to: tip.hash, replay: false })
    await catchUp(makeIndexer())
    expect((await findCheckpoint(database()))?.hash).toBe(tip.hash)
    expect(await count('trades')).toBe(before.trades!.length + 1)
    await expectRebuilt()
  })

  test('behavior: F4 a reorg on another chain changes no row', async () => {
    host.controls.mine({ blocks: 4, fromGroup: 1, toGroup: 2 })
    await catchUp(makeIndexer())
    const before = await dumpIndex(database())
    host.controls.reorg({ depth: 3, fromGroup: 1, toGroup: 2 })
    host.controls.mine({ blocks: 4, fromGroup: 1, toGroup: 2 })
    await catchUp(makeIndexer())
    expect(await dumpIndex(database())).toEqual(before)
  })

  test('behavior: a snapshot of the devnet reverted is a reorg like any other', async () => {
    await catchUp(makeIndexer())
    const before = await dumpIndex(database())
    const { id } = host.controls.snapshot()
    const { events } = await order(trader, 2, 'buy', 'yes', 200, 5n)
    host.controls.setTime({ advanceMs: 1_000 })
    const placed = events.find((event) => event.type === 'OrderPlaced')
    await venue.send(
      trader,
      cancelOrders({
        marketId: marketIds[2] ?? '',
        orderIds: [placed?.type === 'OrderPlaced' ? placed.orderId : 0],
        deadlineMs: Number.MAX_SAFE_INTEGER,
      }),
    )
    await catchUp(makeIndexer())
    host.controls.revert(id)
    await catchUp(makeIndexer())
    expect(await dumpIndex(database())).toEqual(before)
  })

  test('error: F17, F18 the devnet drops, garbles and delays answers; nothing is lost', async () => {
    await order(other, 2, 'buy', 'no', 100, 2n)
    const indexer = makeIndexer()
    for (const kind of ['drop', 'garbage', 'status'] as const)
      host.controls.fault({ route: 'GET /blockflow/chain-info', kind, count: 1, status: 503 })
    for (let i = 0; i < 3; i++) await expect(indexer.step()).rejects.toThrow(/node/)
    await catchUp(indexer)
    await expectRebuilt()
  })
})
