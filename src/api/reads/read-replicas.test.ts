import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, describeOnServer, type TestDatabase } from '../../../test/support/database.ts'
import { Fault, Refusal, type Timers } from '../../kit/index.ts'
import { type Database, findFeedHead, type ReadReplica } from '../../store/index.ts'
import { putCheckpoint } from '../../store/writes/indexer.ts'
import type { ApiObservation } from '../observation.ts'
import { createReadReplicas, type ReadReplicas } from './read-replicas.ts'

const checkpoint = {
  networkId: 4,
  genesisHash: '00'.repeat(32),
  startHeight: 0,
  height: 7,
  hash: '11'.repeat(32),
  timestampMs: 1_700_000_000_000,
  finalHeight: 0,
}
const isStandby = async (): Promise<boolean> => true
const answerOf = (text: string, revision: number) => ({ text, view: { height: 7, revision } })

describeOnServer('read replicas', () => {
  let own: TestDatabase
  let stranger: TestDatabase
  let lagging: TestDatabase
  let primary: Database
  let replica: ReadReplica
  let epoch: string
  const opened: Database[] = []
  beforeAll(async () => {
    own = await createTestDatabase('server')
    stranger = await createTestDatabase('server')
    lagging = await createTestDatabase('server')
    primary = await own.open()
    await putCheckpoint(primary, { ...checkpoint, revision: 5 })
    epoch = (await findFeedHead(primary)).epoch
    // Another way to the same rows: what a standby has when it lags by nothing.
    replica = { name: 'replica', database: await own.open(), isStandby }
    opened.push(primary, replica.database)
  })
  afterAll(async () => {
    for (const database of opened) await database.close()
    await own.drop()
    await stranger.drop()
    await lagging.drop()
  })

  /** The timer is fired by hand. */
  function start(replicas: readonly ReadReplica[]) {
    const seen: ApiObservation[] = []
    let tick = (): void => undefined
    const timers: Timers = {
      after: () => () => undefined,
      every(_ms, work) {
        tick = work
        return () => undefined
      },
    }
    const made = createReadReplicas({ primary, replicas, timers, observe: (one) => void seen.push(one) })
    const until = async (holds: () => boolean): Promise<void> => {
      while (!holds()) {
        tick()
        await primary.query({ label: 'one', sql: 'select 1' })
      }
    }
    const isCurrent = (): boolean => made.figures().every(({ lagMs }) => lagMs === 0)
    const outcomes = (): string[] => seen.flatMap((one) => (one.kind === 'replica-read' ? [one.outcome] : []))
    return { made, seen, until, isCurrent, outcomes }
  }
  /** Who is asked, and with which revision each answers. */
  const ask = async (made: ReadReplicas, wanted: number, onReplica: () => number): Promise<string> => {
    const { text } = await made.answer({ epoch, revision: wanted }, async (database) =>
      database === primary ? answerOf('primary', 6) : answerOf('replica', onReplica()),
    )
    return text
  }

  test('default: one that is as far as the primary answers', async () => {
    const { made, until, isCurrent, outcomes } = start([replica])
    await until(isCurrent)
    expect(await ask(made, 5, () => 5)).toBe('replica')
    expect(outcomes()).toEqual(['answered'])
  })
  test('behavior: several take turns', async () => {
    const other = { name: 'other', database: await own.open(), isStandby }
    opened.push(other.database)
    const { made, until, isCurrent } = start([replica, other])
    await until(isCurrent)
    const asked: (Database | undefined)[] = []
    for (let i = 0; i < 4; i++)
      await made.answer({ epoch, revision: 5 }, async (database) => {
        asked.push(database)
        return answerOf('', 5)
      })
    expect(new Set(asked.slice(0, 2))).toEqual(new Set([replica.database, other.database]))
    expect(asked.slice(2)).toEqual(asked.slice(0, 2))
  })
  test('behavior: one that was not seen so far is not asked', async () => {
    const { made, until, isCurrent, outcomes } = start([replica])
    await until(isCurrent)
    expect(await ask(made, 6, () => 6)).toBe('primary')
    expect(outcomes()).toEqual(['none'])
  })
  test('behavior: one that was seen with another index is not asked, however far it was', async () => {
    const { made, until, isCurrent, outcomes } = start([replica])
    await until(isCurrent)
    const { text } = await made.answer({ epoch: 'ffffffff', revision: 0 }, async (database) =>
      answerOf(database === primary ? 'primary' : 'replica', 5),
    )
    expect([text, outcomes()]).toEqual(['primary', ['none']])
  })
  test('behavior: an answer of a revision before the known one is not given', async () => {
    const { made, until, isCurrent, outcomes } = start([replica])
    await until(isCurrent)
    expect(await ask(made, 5, () => 4)).toBe('primary')
    expect(await ask(made, 5, () => 5)).toBe('primary')
    expect(outcomes()).toEqual(['behind', 'none'])
  })
  test('behavior: what fails there is asked of the primary, and it is used again when it answers', async () => {
    const { made, until, isCurrent, outcomes } = start([replica])
    await until(isCurrent)
    const failing = (): number => {
      throw new Fault('database', 'the database did not answer')
    }
    expect(await ask(made, 5, failing)).toBe('primary')
    let text = ''
    while (text !== 'replica') {
      await primary.query({ label: 'one', sql: 'select 1' })
      text = await ask(made, 5, () => 5)
    }
    expect(outcomes()[0]).toBe('failed')
    expect(outcomes().at(-1)).toBe('answered')
  })
  test('behavior: a no is the primary’s', async () => {
    const { made, until, isCurrent, outcomes } = start([replica])
    await until(isCurrent)
    const refusing = (): number => {
      throw new Refusal('MARKET_NOT_FOUND', {}, 'there is no such market')
    }
    expect(await ask(made, 5, refusing)).toBe('primary')
    expect(await ask(made, 5, () => 5)).toBe('replica')
    expect(outcomes()).toEqual(['refused', 'answered'])
  })
  test('behavior: one that holds another index is never asked, and told once', async () => {
    const database = await stranger.open()
    opened.push(database)
    await putCheckpoint(database, { ...checkpoint, revision: 1_000 })
    const { made, seen, until } = start([{ name: 'stranger', database, isStandby }])
    await until(() => seen.length > 0)
    expect(await ask(made, 5, () => 1_000)).toBe('primary')
    await until(() => made.figures()[0]!.lagMs > 0)
    expect(seen.filter(({ kind }) => kind === 'replica-away')).toEqual([
      { kind: 'replica-away', replica: 'stranger', reason: 'it holds another index' },
    ])
  })
  test('behavior: one that is no standby any more is not asked, however far it is, and told once', async () => {
    let follows = true
    const promoted = { ...replica, isStandby: async () => follows }
    const { made, seen, until, isCurrent } = start([promoted])
    await until(isCurrent)
    expect(await ask(made, 5, () => 5)).toBe('replica')
    follows = false
    const away = () => seen.filter(({ kind }) => kind === 'replica-away')
    await until(() => away().length > 0)
    expect(await ask(made, 5, () => 1_000)).toBe('primary')
    await until(() => made.figures()[0]!.lagMs > 0)
    expect(away()).toEqual([
      {
        kind: 'replica-away',
        replica: 'replica',
        reason: 'it is no standby: it was promoted, or is the primary itself',
      },
    ])
    follows = true
    await until(isCurrent)
    expect(seen.at(-1)).toEqual({ kind: 'replica-back', replica: 'replica' })
  })
  test('behavior: one that is there and behind has a lag, is not away, and answers what it has', async () => {
    const database = await lagging.open()
    opened.push(database)
    await database.query({ label: 'same-index', sql: 'update feed_head set epoch = $1', values: [epoch] })
    await putCheckpoint(database, { ...checkpoint, revision: 4 })
    const { made, seen, until } = start([{ name: 'lagging', database, isStandby }])
    let text = ''
    await until(() => {
      void ask(made, 4, () => 4).then((answer) => {
        text = answer
      })
      return text === 'replica'
    })
    expect(made.figures()[0]!.lagMs).toBeGreaterThan(0)
    expect(await ask(made, 5, () => 5)).toBe('primary')
    expect(seen.filter(({ kind }) => kind !== 'replica-read')).toEqual([])
  })
  test('behavior: one that lags has a lag, and none when it has caught up', async () => {
    const { made, seen, until, isCurrent } = start([replica])
    await until(isCurrent)
    const gone = { name: 'gone', database: await own.open(), isStandby }
    await gone.database.close()
    const absent = start([gone])
    await absent.until(() => absent.seen.length > 0)
    expect(absent.seen).toEqual([{ kind: 'replica-away', replica: 'gone', reason: 'the database is closed' }])
    expect(absent.made.figures()).toEqual([{ name: 'gone', lagMs: expect.any(Number) }])
    expect(absent.isCurrent()).toBe(false)
    expect([made.figures(), seen]).toEqual([[{ name: 'replica', lagMs: 0 }], []])
  })
})
