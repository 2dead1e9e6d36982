import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { absentNode, paperDeployment } from '../../test/support/venue/paper-venue.ts'
import type { Chain } from '../chain/index.ts'
import { type Coin, ONE } from '../domain/index.ts'
import { afterThisTurn, Bug, createManualClock, Fault, systemRandom } from '../kit/index.ts'
import type { Database, Row } from '../store/index.ts'
import { createKeeper } from './create-keeper.ts'
import type { KeeperObservation } from './observation.ts'
import { createSaltBox } from './salt-box.ts'

/** One of the wallet's coins, open since long. */
const coin = (attoAlph: bigint): Coin => ({
  ref: { hint: 1, key: '11'.repeat(32) },
  attoAlph,
  tokens: [],
  lockTimeMs: 0n,
})

describe('createKeeper', () => {
  let own: TestDatabase
  let real: Database
  beforeAll(async () => {
    own = await createTestDatabase('embedded')
    real = await own.open()
  })
  afterAll(async () => {
    await real.close()
    await own.drop()
  })

  const saltBox = createSaltBox(['a secret for tests, long enough to be one'], systemRandom)

  const rich = coin(6n * ONE)
  const idleNode: Chain = { ...absentNode(), getHeight: async () => 7, listCoins: async () => [rich] }

  /** A keeper over an empty venue; one of its lists answers as told. */
  function open(
    name: string,
    answers: Readonly<Record<string, (values: readonly unknown[]) => Promise<Row[]>>>,
    chain = idleNode,
    clock = createManualClock(1_763_164_800_000),
  ) {
    const seen: KeeperObservation[] = []
    const listed: string[] = []
    const database: Database = {
      ...real,
      async query<R extends object>(statement: Parameters<Database['query']>[0]) {
        if (statement.label.startsWith('list-')) listed.push(statement.label)
        // As the statement's own row type promises it.
        return (await (answers[statement.label]?.(statement.values ?? []) ?? real.query(statement))) as R[]
      },
      // As long as it takes to reach a server.
      async execute(statement) {
        await new Promise<void>(afterThisTurn)
        return real.execute(statement)
      },
    }
    const keeper = createKeeper({
      database,
      chain,
      clock,
      venue: paperDeployment,
      privateKey: '4e'.repeat(32),
      saltBox,
      revealAttempts: 3,
      revealGasPriceMax: 10n ** 12n,
      name,
      monotonic: () => clock.nowMs(),
      observe: (observation) => void seen.push(observation),
    })
    const round = async (): Promise<string[]> => {
      listed.length = 0
      expect(await keeper.step()).toBe(0)
      return [...listed]
    }
    const { address } = keeper
    const balance: KeeperObservation = { kind: 'balance', address, attoAlph: 6n * ONE }
    return { clock, seen, listed, round, address, balance, stop: () => keeper.stop() }
  }

  test('behavior: a bug is told, the other duties go on, and its own waits before it is tried again', async () => {
    const bug = new Bug('a period has an end')
    const kept = open('duty', { 'list-ended-periods': () => Promise.reject(bug) })
    const first = await kept.round()
    const others = first.filter((label) => label !== 'list-ended-periods')
    expect([first.length, others.length]).toEqual([13, 12])
    expect(await kept.round()).toEqual(others)
    kept.clock.advance(1_000)
    expect(await kept.round()).toEqual(first)
    kept.clock.advance(1_999)
    expect(await kept.round()).toEqual(others)
    const broken = { kind: 'broken', duty: 'freeze-periods', task: null, cause: bug }
    expect(kept.seen).toEqual([
      { kind: 'lead-taken' },
      { ...broken, pauseMs: 1_000 },
      kept.balance,
      { ...broken, pauseMs: 2_000 },
    ])
    await kept.stop()
  })
  test('behavior: within a round that takes long, reveals come first again', async () => {
    const kept = open(
      'reveals',
      { 'list-ended-periods': async () => [1, 2, 3].map((id): Row => ({ id })) },
      {
        ...idleNode,
        dryRunScript: async () => {
          listedBy.push('dry run')
          kept.clock.advance(600)
          return { ok: false, failure: { text: 'not now', errorCode: null, contractAddress: null } }
        },
      },
    )
    const listedBy = kept.listed
    const first = await kept.round()
    const ours = ['list-due-reveals', 'list-ended-periods', 'dry run']
    expect(first.filter((label) => ours.includes(label))).toEqual([
      'list-due-reveals',
      'list-ended-periods',
      'dry run',
      'dry run',
      'list-due-reveals',
      'dry run',
    ])
    await kept.stop()
  })
  test('behavior: the last coins are kept for reveals', async () => {
    const poor: Chain = {
      ...idleNode,
      listCoins: async () => [coin(ONE - 1n)],
      dryRunScript: async () => ({ ok: true, gasUsed: 30_000 }) as Awaited<ReturnType<Chain['dryRunScript']>>,
      submit: async () => {
        throw new Error('nothing is sent')
      },
    }
    const kept = open('reserve', { 'list-ended-periods': async () => [{ id: 1 }] }, poor)
    await kept.round()
    expect(kept.seen).toContainEqual({
      kind: 'trouble',
      duty: 'freeze-periods',
      cause: expect.objectContaining({ message: 'what is left in the wallet is kept for reveals' }),
    })
    await kept.stop()
  })
  test('behavior: twenty tasks that fail for ever let the one behind them have its turn', async () => {
    const asked: string[] = []
    const chain: Chain = {
      ...idleNode,
      dryRunScript: async ({ bytecode }) => {
        if (!asked.includes(bytecode)) asked.push(bytecode)
        throw new Fault('upstream_timeout', 'this script takes the node too long')
      },
    }
    const limits: unknown[] = []
    const list = async (values: readonly unknown[]) => {
      const limit = Number(values.at(-1))
      limits.push(limit)
      return Array.from({ length: 21 }, (_, i): Row => ({ id: i + 1 })).slice(0, limit)
    }
    const kept = open('turns', { 'list-ended-periods': list }, chain)
    // Three troubles end a duty's round.
    for (let rounds = 0; rounds < 7; rounds++) await kept.round()
    expect(asked).toHaveLength(21)
    expect(limits).toEqual([20, 23, 26, 29, 32, 35, 38])
    await kept.stop()
  })
  const refused = { ok: false, failure: { text: 'no', errorCode: null, contractAddress: null } } as const
  const dueReveal = (id: number, box = saltBox): Row => ({
    id,
    market_id: 1,
    voter: paperDeployment.treasury,
    round: 1,
    vote: 1,
    sealed_salt: box.seal('ab'.repeat(32), `reveal ${id}`),
    attempt_count: 0,
    last_attempt_height: 0,
    reveal_ends_at_ms: 1_763_168_400_000,
    reveal_tx_id: null,
  })
  const tenReveals = async () => Array.from({ length: 10 }, (_, i) => dueReveal(i + 1))

  test.each([
    ['reveals', { 'list-due-reveals': tenReveals }],
    ['chores', { 'list-ended-periods': async () => Array.from({ length: 10 }, (_, id): Row => ({ id })) }],
  ])('behavior: %s at a slow node renew the lease, and end when another leads', async (_what, lists) => {
    const asked: string[] = []
    const clock = createManualClock(1_763_164_800_000)
    const slowNode = (name: string, ms: number): Chain => ({
      ...idleNode,
      dryRunScript: async () => {
        asked.push(name)
        if (asked.length === 5) {
          expect(await second.round()).toEqual([])
          clock.advance(15_000)
          await second.round()
        }
        clock.advance(ms)
        return refused
      },
    })
    const second = open('second', lists, slowNode('second', 0), clock)
    const first = open('first', lists, slowNode('first', 4_000), clock)
    await first.round()
    expect(asked).toEqual([...Array(5).fill('first'), ...Array(10).fill('second')])
    await second.stop()
    await first.stop()
  })
  test('behavior: who is told to stop begins no further reveal', async () => {
    let asked = 0
    const chain: Chain = {
      ...idleNode,
      dryRunScript: async () => {
        asked += 1
        await kept.stop()
        return refused
      },
    }
    const kept = open('stopped', { 'list-due-reveals': tenReveals }, chain)
    await kept.round()
    expect(asked).toBe(1)
  })
  test('behavior: who has stopped has given its lease back', async () => {
    const kept = open('leaving', {})
    const held = async () => real.query({ label: 'held', sql: 'select holder from leader_leases' })
    await kept.round()
    expect(await held()).toEqual([{ holder: 'leaving' }])
    await kept.stop()
    expect(await held()).toEqual([{ holder: '' }])
  })
  test('behavior: a vote whose salt does not open keeps no other from being tried, and loses no attempt', async () => {
    const foreign = createSaltBox(['a secret that was taken out of SECRET_KEYS'], systemRandom)
    const chain: Chain = { ...idleNode, dryRunScript: async () => refused }
    const list = async () => [dueReveal(1, foreign), dueReveal(2)]
    const kept = open('reveals', { 'list-due-reveals': list }, chain)
    await kept.round()
    expect(kept.seen).toEqual([
      { kind: 'lead-taken' },
      {
        kind: 'broken',
        duty: 'relay-reveals',
        task: 'reveal 1',
        pauseMs: 1_000,
        cause: new Bug(
          'a stored salt opens under none of SECRET_KEYS; was the key it was sealed with removed?',
        ),
      },
      { kind: 'reveal-failed', id: 2, attempt: 0, reason: 'the contract refused the reveal' },
      kept.balance,
    ])
    await kept.stop()
  })
  test('behavior: its wallet is looked at once a minute though nothing was sent, and told once each time it gets low', async () => {
    let attoAlph = 5n * ONE
    const chain: Chain = { ...idleNode, listCoins: async () => [coin(attoAlph)] }
    const kept = open('wallet', {}, chain)
    const balance = (of: bigint) => ({ kind: 'balance', address: kept.address, attoAlph: of })
    // The lease ends and is taken again while the clock jumps.
    const told = () => kept.seen.filter(({ kind }) => !kind.startsWith('lead-'))
    await kept.round()
    attoAlph -= 1n
    kept.clock.advance(59_999)
    await kept.round()
    expect(told()).toEqual([balance(5n * ONE)])
    kept.clock.advance(1)
    await kept.round()
    kept.clock.advance(60_000)
    await kept.round()
    expect(told().slice(1)).toEqual([
      balance(attoAlph),
      { ...balance(attoAlph), kind: 'balance-low' },
      balance(attoAlph),
    ])
    for (const next of [5n * ONE, ONE]) {
      attoAlph = next
      kept.clock.advance(60_000)
      await kept.round()
    }
    expect(told().slice(4)).toEqual([
      balance(5n * ONE),
      balance(ONE),
      { ...balance(ONE), kind: 'balance-low' },
    ])
    await kept.stop()
  })
  test('behavior: a wallet that cannot be looked at is told and ends no round', async () => {
    const cause = new Fault('upstream_timeout', 'no coins today')
    const kept = open('blind', {}, { ...idleNode, listCoins: () => Promise.reject(cause) })
    await kept.round()
    expect(kept.seen).toEqual([{ kind: 'lead-taken' }, { kind: 'trouble', duty: 'look-at-wallet', cause }])
    await kept.stop()
  })
})
