import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Deployment, parseDeploymentFile } from '../../src/bindings/index.ts'
import { type Builder, createBuilder } from '../../src/builder/index.ts'
import { type Chain, connectNode } from '../../src/chain/index.ts'
import { readConfig } from '../../src/config/index.ts'
import { beatMs, demoWallet, makeDemo, startTrickle, type Trickle } from '../../src/demo/index.ts'
import { type Devnet, startDevnet } from '../../src/devnet/index.ts'
import { ONE } from '../../src/domain/index.ts'
import { createIndexer, type Indexer } from '../../src/indexer/index.ts'
import { createKeeper, createSaltBox, keeperAccount } from '../../src/keeper/index.ts'
import { createManualClock, systemClock, systemRandom } from '../../src/kit/index.ts'
import type { Database } from '../../src/store/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { createDataDir } from '../support/service.ts'
import { patientNode } from '../support/venue/host.ts'

const START_MS = Date.UTC(2030, 0, 1)
const DAY_MS = 24 * 60 * 60_000
const keeperKey = '4e'.repeat(32)
const nothing = () => undefined

describe('the demo’s chain', () => {
  const [first, second] = [createDataDir(), createDataDir()]
  const configOf = (dataDir: string) =>
    readConfig({ DATA_DIR: dataDir, DEVNET_SEED: 'demo test', DEVNET_START_MS: String(START_MS) })
  const logOf = (dataDir: string) => readFileSync(join(dataDir, 'devnet', 'chain.log'), 'utf8')
  let devnet: Devnet
  let chain: Chain
  let venue: Deployment
  let template: TestDatabase
  let database: Database
  let indexer: Indexer
  let builder: Builder

  beforeAll(async () => {
    expect(await makeDemo(configOf(first.path), nothing)).not.toBeNull()
    // Only the tests move the time.
    devnet = await startDevnet({ dataDir: first.path, clock: createManualClock(systemClock.nowMs()) })
    chain = connectNode({
      url: devnet.url,
      group: 0,
      clock: systemClock,
      fetch: devnet.fetch,
      limits: patientNode,
    })
    const file = parseDeploymentFile(readFileSync(join(first.path, 'deployment.json'), 'utf8'))
    if (typeof file === 'string' || file.deployment === null) throw new Error('no deployment')
    venue = file.deployment
    template = await createTestDatabase('embedded')
    database = await template.open()
    const { vault, voting, oracle, parlays, desk } = venue.contracts
    indexer = createIndexer({
      chain,
      database,
      venue: {
        vault: vault.address,
        voting: voting.address,
        oracle: oracle.address,
        parlays: parlays.address,
        desk: desk.address,
      },
      clock: devnet.clock,
      networkId: venue.networkId,
      startHeight: 0,
      name: 'demo',
      isNodeAuthority: true,
    })
    builder = createBuilder({
      database,
      chain,
      clock: devnet.clock,
      venue,
      confirmations: 1,
      observe: nothing,
    })
    await index()
  }, 300_000)
  afterAll(async () => {
    await devnet?.stop()
    await database?.close()
    await template?.drop()
    first.remove()
    second.remove()
  })

  const index = async (): Promise<void> => {
    const height = await chain.getHeight()
    while ((indexer.status().checkpoint?.height ?? -1) < height) await indexer.step()
  }
  const rows = <R extends object>(sql: string, values: readonly string[] = []) =>
    database.query<R & Record<string, unknown>>({ label: 'test', sql, values: [...values] })

  test('default: a dozen markets of several categories in every state, with depth and all kinds of fills', async () => {
    const markets = await rows<{ id: number; state: string; category: string; event_id: number | null }>(
      'select id, state, category, event_id from markets order by id',
    )
    expect(markets.length).toBeGreaterThanOrEqual(12)
    const count = (state: string) => markets.filter((market) => market.state === state).length
    expect({ disputed: count('disputed'), resolved: count('resolved') }).toEqual({ disputed: 1, resolved: 2 })
    const decided = await rows<{ result: number; reveals: number; final_outcome: number }>(
      `select r.result, r.reveal_count as reveals, m.final_outcome from rounds r
       join markets m on m.id = r.market_id where r.finalized_at_ms is not null`,
    )
    expect(decided).toEqual([{ result: 1, reveals: 4, final_outcome: 1 }])
    expect(markets.filter(({ event_id }) => event_id === 1)).toHaveLength(3)
    expect(new Set(markets.map(({ category }) => category)).size).toBeGreaterThanOrEqual(6)

    const [soon] = await rows<{ count: number }>(
      'select count(*)::int as count from markets where ends_at_ms between $1 and $2',
      [String(START_MS + 3 * DAY_MS), String(START_MS + 3 * DAY_MS + 3_600_000)],
    )
    expect(soon?.count).toBe(1)

    const levels = await rows<{ levels: number }>(
      `select count(*)::int as levels from price_levels l join markets m on m.id = l.market_id
       where m.state = 'open' group by m.id, l.side`,
    )
    expect(Math.min(...levels.map((row) => row.levels))).toBeGreaterThanOrEqual(2)
    const fills = await rows<{ fill_type: string }>('select distinct fill_type from trades order by 1')
    expect(fills.map((row) => row.fill_type)).toEqual(['merge', 'mint', 'transfer'])
    const proposals = await rows<{ status: string; count: number }>(
      'select status, count(*)::int as count from proposals group by 1 order by 1',
    )
    expect(proposals).toEqual([
      { status: 'accepted', count: 16 },
      { status: 'pending', count: 3 },
      { status: 'rejected', count: 1 },
    ])
    const parlays = await rows<{ status: string }>('select status from parlays order by id')
    expect(parlays.map((row) => row.status)).toEqual(['taken', 'open', 'open'])
    const [own] = await rows<{ orders: number; positions: number }>(
      `select (select count(*)::int from orders where trader = $1) as orders,
              (select count(*)::int from positions where user_address = $1) as positions`,
      [demoWallet('demo').address],
    )
    expect([own!.orders > 0, own!.positions > 0]).toEqual([true, true])
  })
  test('behavior: it ends where its time leads, and a chain that is there is left alone', async () => {
    const [tip] = await rows<{ ms: number }>('select max(timestamp_ms) as ms from blocks')
    expect(tip!.ms).toBeLessThanOrEqual(START_MS + 3 * DAY_MS)
    expect(tip!.ms).toBeGreaterThan(START_MS + 3 * DAY_MS - 60_000)
    const before = logOf(first.path)
    expect(await makeDemo(configOf(first.path), nothing)).toBeNull()
    expect(logOf(first.path)).toBe(before)
  })
  test('behavior: cut off in the middle it begins afresh, and the same seed gives the same chain', {
    timeout: 300_000,
  }, async () => {
    class CutOff extends Error {}
    await expect(
      makeDemo(configOf(second.path), ({ done }) => {
        if (done === 60) throw new CutOff()
      }),
    ).rejects.toThrow(CutOff)
    expect(existsSync(join(second.path, 'devnet'))).toBe(false)
    expect(existsSync(join(second.path, 'deployment.json'))).toBe(false)
    const steps: number[] = []
    let turns = 0
    const counting = setInterval(() => {
      turns += 1
    }, 1)
    await makeDemo(configOf(second.path), ({ done, total }) => steps.push(done / total))
    clearInterval(counting)
    expect(steps.at(-1)).toBe(1)
    // Every scene leaves room for others: a signal to stop, for one.
    expect(turns).toBeGreaterThan(steps.length / 2)
    expect(existsSync(join(second.path, 'demo.new'))).toBe(false)
    const hashes = (dataDir: string) =>
      [...logOf(dataDir).matchAll(/"hash":"([0-9a-f]{64})"/g)].map((match) => match[1])
    const made = hashes(second.path)
    expect(made.length).toBeGreaterThan(300)
    expect(hashes(first.path).slice(0, made.length)).toEqual(made)
  })
  test('behavior: the trickle trades, spares the visitor, opens questions, always has a dispute, and stops', {
    timeout: 1_800_000,
  }, async () => {
    const visitor = demoWallet('demo')
    const trickle: Trickle = startTrickle({
      database,
      chain,
      builder,
      venue,
      clock: devnet.clock,
      timers: { after: () => nothing, every: () => nothing },
    })
    // The visitor's orders at the best price of both sides of every open market.
    const open = await rows<{ market_address: string; best_bid_yes: number; best_ask_yes: number }>(
      `select market_address, best_bid_yes, best_ask_yes from markets
       where state = 'open' and ends_at_ms > $1 order by id`,
      [String(devnet.clock.nowMs())],
    )
    for (const { market_address, best_bid_yes } of open) {
      const answer = await builder.placeOrder({
        signerAddress: visitor.address,
        signerPublicKey: visitor.publicKey,
        marketAddress: market_address,
        side: 'buy',
        outcome: 'yes',
        price: best_bid_yes + 1,
        quantity: '7000000000000000000',
      })
      const { unsignedTx, txId } = JSON.parse(answer)
      await chain.submit({ unsignedTx, signature: visitor.sign(txId) })
    }
    await index()
    const mine = () =>
      rows('select market_id, order_id, filled, status from orders where trader = $1 order by id', [
        visitor.address,
      ])
    const before = await mine()
    const sent: string[] = []
    for (let beat = 0; beat < 40; beat++) {
      const txId = await trickle.beat()
      if (txId !== null) sent.push(txId)
      else devnet.controls.mine() // another block, another choice
      await index()
    }
    expect(sent.length).toBeGreaterThan(10)
    const [trades] = await rows<{ count: number }>(
      'select count(*)::int as count from trades where tx_id = any($1::text[])',
      [`{${sent.join(',')}}`],
    )
    expect(trades!.count).toBeGreaterThan(0)
    expect(await mine()).toEqual(before)

    // A venue of its own questions: a period after the last, votes, markets, an outcome, a dispute.
    const keeper = createKeeper({
      database,
      chain,
      clock: devnet.clock,
      venue,
      privateKey: keeperKey,
      saltBox: createSaltBox(['a secret for tests, long enough to be one'], systemRandom),
      revealAttempts: 3,
      revealGasPriceMax: 10n ** 12n,
    })
    devnet.controls.fund({
      lock: keeperAccount(keeperKey, 0).wallet.lock,
      attoAlph: 100n * ONE,
      coins: 3,
    })
    const seen = async () => {
      const [row] = await rows<{
        periods: number
        traded: number
        resolved: number
        disputed: number
        judged: number
      }>(
        `select (select max(id) from periods) as periods,
                (select count(*) from rounds where result is not null and reveal_count = 4) as judged,
                count(*) filter (where trade_count > 0) as traded,
                count(*) filter (where resolved) as resolved,
                count(*) filter (where state = 'disputed') as disputed
         from markets where metadata->>'demo' = 'trickle'`,
      )
      return row!
    }
    const isAlive = ({ periods, traded, resolved, disputed, judged }: Awaited<ReturnType<typeof seen>>) =>
      periods >= 5 && traded > 0 && resolved > 0 && disputed > 0 && judged > 1
    const undisputed: number[] = []
    const look = async (): Promise<void> => {
      await index()
      const [disputed] = await rows("select 1 from markets where state = 'disputed' limit 1")
      if (disputed === undefined) undisputed.push(devnet.clock.nowMs())
    }
    const goOn = async (forMs: number): Promise<void> => {
      for (let beat = 0; beat < forMs / beatMs; beat++) {
        await trickle.beat()
        await look()
        devnet.controls.setTime({ advanceMs: beatMs })
        devnet.controls.mine()
        await look()
        while ((await keeper.step()) > 0) await look()
      }
    }
    // Long enough that the history's own markets are used up.
    await goOn(30 * 60_000)
    expect(undisputed).toEqual([])
    expect({ ...(await seen()), isAlive: isAlive(await seen()) }).toMatchObject({ isAlive: true })

    // The machine sleeps while votes are sealed: the jurors lose stake for it, put it back, and decide again.
    const staked = () => rows('select wallet, staked from stakes order by wallet')
    const sealed = () =>
      rows(`select 1 from commits c join rounds r on r.market_id = c.market_id and r.round = c.round
            where r.finalized_at_ms is null and c.vote = 0`)
    const slashed = async () => (await rows('select 1 from commits where slashed > 0')).length
    const [whole, slashedBefore, { judged }] = [await staked(), await slashed(), await seen()]
    while ((await sealed()).length < 4) await goOn(beatMs)
    devnet.controls.setTime({ advanceMs: 10 * 60_000 })
    await goOn(15 * 60_000)
    expect((await slashed()) - slashedBefore).toBe(4)
    expect(await staked()).toEqual(whole)
    expect((await seen()).judged).toBeGreaterThan(judged)

    // Nobody mines: one transaction waits, no others join it.
    devnet.controls.setMining({ mode: 'manual' })
    let waiting: string | null = null
    for (let beat = 0; beat < 20; beat++) {
      waiting = await trickle.beat()
      if (waiting !== null) break
      devnet.controls.mine()
      await index()
    }
    expect(waiting).not.toBeNull()
    expect([await trickle.beat(), await trickle.beat()]).toEqual([null, null])
    await trickle.stop()
  })
})
