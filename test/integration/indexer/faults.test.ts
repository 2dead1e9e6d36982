import { beforeEach, describe, expect, test } from 'vitest'
import { type Chain, NodeRefused } from '../../../src/chain/index.ts'
import { applyBlocks, createIndexer, UNDO_DEPTH_MAX } from '../../../src/indexer/index.ts'
import { createManualClock, Fault } from '../../../src/kit/index.ts'
import { type Database, findCheckpoint, findIndexStatus, type Writer } from '../../../src/store/index.ts'
import { auditIndex } from '../../simulation/indexer/audit.ts'
import { type Dump, dumpIndex, emptyIndex } from '../../simulation/indexer/dump.ts'
import { catchUp, makeIndexer } from '../../simulation/indexer/scenario.ts'
import type { ScriptedChain } from '../../simulation/indexer/scripted-chain.ts'
import { createStory, type Story } from '../../simulation/indexer/story.ts'
import { venue } from '../../simulation/indexer/world.ts'
import { describeOnBothDatabases } from '../../support/database.ts'

/** The oracle: the final chain indexed from nothing. */
async function rebuilt(database: Database, chain: ScriptedChain): Promise<Dump> {
  await emptyIndex(database)
  await catchUp(makeIndexer(chain, database))
  return dumpIndex(database)
}

const line = (chain: ScriptedChain) => ({
  networkId: 4,
  genesisHash: chain.main[0]!.hash,
  startHeight: 0,
})

describeOnBothDatabases('indexer under faults', (context) => {
  let story: Story
  const database = () => context.database
  const follow = () => catchUp(makeIndexer(story.chain, database()))
  beforeEach(async () => {
    await emptyIndex(database())
    story = createStory()
    story.mine(12)
  })

  async function expectOracle(): Promise<void> {
    const followed = await dumpIndex(database())
    expect(await auditIndex(database(), story.world)).toEqual([])
    expect(followed).toEqual(await rebuilt(database(), story.chain))
  }

  test.each([1, 2, 9])('behavior: F1, F2 a reorg of depth %d leaves only the new branch', async (depth) => {
    await follow()
    story.fork(depth, 'b')
    await follow()
    await expectOracle()
  })

  test('behavior: F2 the deepest reorg the chain allows', async () => {
    story.mine(230)
    await follow()
    story.fork(UNDO_DEPTH_MAX, 'b')
    await follow()
    await expectOracle()
  })

  test('behavior: blocks that leave nothing to undo them are final at once, others when it is dropped', async () => {
    const finalAfter = async (from: number, to: number, finalHeight: number) => {
      const options = { line: line(story.chain), venue, finalHeight }
      const { checkpoint } = await applyBlocks(database(), story.chain.main.slice(from, to), options)
      return checkpoint?.finalHeight
    }
    expect(await finalAfter(0, 4, 8)).toBe(3)
    expect(await finalAfter(4, 7, 8)).toBe(6)
    expect(await finalAfter(7, 11, 8)).toBe(8)
    expect(await finalAfter(11, 12, 10)).toBe(8)
  })

  test('behavior: who follows block by block keeps what undoes the newest blocks, and no more', async () => {
    const indexer = makeIndexer(story.chain, database())
    await catchUp(indexer)
    for (let mined = 0; mined < UNDO_DEPTH_MAX + 20; mined++) {
      story.mine(1)
      await catchUp(indexer)
    }
    const checkpoint = await findCheckpoint(database())
    const [images] = await database().query<{ lowest: number; highest: number }>({
      label: 'test-undo-span',
      sql: 'select min(height) as lowest, max(height) as highest from undo_log',
    })
    expect(checkpoint?.height).toBe(story.chain.main.length - 1)
    // Dropped four blocks at a time.
    expect(checkpoint?.finalHeight).toBeGreaterThan(checkpoint!.height - UNDO_DEPTH_MAX - 4)
    expect(checkpoint?.finalHeight).toBeLessThanOrEqual(checkpoint!.height - UNDO_DEPTH_MAX)
    expect(images).toEqual({ lowest: checkpoint!.finalHeight + 1, highest: checkpoint!.height })
    story.fork(UNDO_DEPTH_MAX, 'b')
    await follow()
    await expectOracle()
  })

  test('error: F3 a reorg that is too deep stops the indexer, touches nothing, and the status says why', async () => {
    story.mine(230)
    const indexer = makeIndexer(story.chain, database())
    await catchUp(indexer)
    const before = await dumpIndex(database())
    story.fork(UNDO_DEPTH_MAX + 1, 'b')
    expect((await indexer.step()).kind).toBe('too-deep')
    expect((await indexer.step()).kind).toBe('halted')
    expect(indexer.status().haltedReason).toContain('the chain reorganised below block 32')
    expect((await findIndexStatus(database()))?.haltedReason).toBe(indexer.status().haltedReason)
    expect(await dumpIndex(database())).toEqual(before)
  })

  test('behavior: a node of another network that answers for a while is trouble, and halts nothing', async () => {
    let isOther = false
    const other: Partial<Chain> = {
      getNodeFacts: async () => ({ ...(await story.chain.getNodeFacts()), networkId: 1 }),
      getHeight: async () => 900_000,
      listHashesAt: async (height) => [height.toString(16).padStart(64, '0')],
      getBlockStanding: async () => 'unknown',
    }
    const chain = new Proxy<Chain>(story.chain, {
      get: (target, name) => Reflect.get(isOther && name in other ? other : target, name),
    })
    const indexer = makeIndexer(chain as ScriptedChain, database())
    await catchUp(indexer)
    isOther = true
    await expect(indexer.step()).rejects.toThrow('network')
    expect(indexer.status().haltedReason).toBeNull()
    isOther = false
    story.mine(2)
    await catchUp(indexer)
    await expectOracle()
  })

  test('error: a reorg that is too deep, to a shorter chain, stops the indexer as well', async () => {
    story.mine(300)
    const indexer = makeIndexer(story.chain, database())
    await catchUp(indexer)
    const before = await dumpIndex(database())
    story.goTo(story.chain.main.at(-1 - UNDO_DEPTH_MAX - 1)!.hash)
    expect(await indexer.step()).toMatchObject({ kind: 'too-deep', nodeHeight: 101 })
    expect(indexer.status().haltedReason).toContain('the chain reorganised below block 102')
    expect(await dumpIndex(database())).toEqual(before)
    expect((await findIndexStatus(database()))?.haltedReason).toBe(indexer.status().haltedReason)
  })

  test('behavior: the deepest reorg that can be undone, to a shorter chain', async () => {
    story.mine(300)
    await follow()
    story.goTo(story.chain.main.at(-1 - UNDO_DEPTH_MAX)!.hash)
    story.mine(3, 'b')
    await follow()
    expect((await findCheckpoint(database()))?.height).toBe(105)
    await expectOracle()
  })

  test.each([400, 404, 500])(
    'behavior: a node that refuses with %d is asked again, and nothing halts',
    async (status) => {
      const refusal = new NodeRefused(status, 'Failed in IO: disk', { kind: 'other' })
      const troubles: string[] = []
      let refusals = 2
      const moody: Chain = {
        ...story.chain,
        findBlock: (...asked) => (refusals-- > 0 ? Promise.reject(refusal) : story.chain.findBlock(...asked)),
      }
      await new Promise<void>((resolve) => {
        const indexer = createIndexer({
          chain: moody,
          database: database(),
          venue,
          clock: createManualClock(0),
          networkId: 4,
          startHeight: 0,
          name: 'a',
          limits: { pollMs: 1, troubleMs: 1 },
          observe: (observation) => {
            if (observation.kind === 'trouble') troubles.push(observation.message)
            if (observation.kind === 'caught-up') void indexer.stop().then(resolve)
          },
        })
        indexer.start()
      })
      expect(troubles[0]).toContain('Failed in IO: disk')
      await expectOracle()
    },
  )

  test('behavior: while it catches up the lag is the age of the newest block it has', async () => {
    const clock = createManualClock(story.chain.main.at(-1)!.timestampMs + 5_000)
    const indexer = createIndexer({
      chain: story.chain,
      database: database(),
      venue,
      clock,
      networkId: 4,
      startHeight: 0,
      name: 'a',
      limits: { blocksMax: 4 },
    })
    expect(indexer.status()).toMatchObject({ checkpoint: null, lagMs: null })
    expect((await indexer.step()).kind).toBe('block')
    const lagMs = clock.nowMs() - story.chain.main[3]!.timestampMs
    expect(indexer.status().lagMs).toBe(lagMs)
    expect(await findIndexStatus(database())).toMatchObject({
      height: 3,
      caughtUpAtMs: clock.nowMs() - lagMs,
    })
    await catchUp(indexer)
    expect(indexer.status().lagMs).toBe(0)
  })

  test('behavior: F5 two reorgs between two looks, and back to the first branch', async () => {
    await follow()
    const first = story.chain.main.at(-1)!.hash
    story.fork(4, 'b')
    story.fork(2, 'c')
    await follow()
    await expectOracle()
    await follow()
    story.goTo(first)
    story.mine(4, 'd')
    await follow()
    await expectOracle()
  })

  test('behavior: F7 blocks twice, out of order and with a gap', async () => {
    const blocks = story.chain.main
    const options = { line: line(story.chain), venue, finalHeight: -1 }
    await applyBlocks(database(), [blocks[0]!, blocks[0]!, blocks[2]!, blocks[1]!], options)
    expect((await findCheckpoint(database()))?.height).toBe(1)
    await applyBlocks(database(), [blocks[4]!, blocks[5]!], options)
    expect((await findCheckpoint(database()))?.height).toBe(1)
    await applyBlocks(database(), blocks.slice(0, 7), options)
    expect((await findCheckpoint(database()))?.height).toBe(6)
    story.chain.misbehave({ kind: 'gap', height: 9 })
    await follow()
    expect((await findCheckpoint(database()))?.height).toBe(8)
    story.chain.misbehave({ kind: 'wrong-block', height: 10 })
    await follow()
    expect((await findCheckpoint(database()))?.height).toBe(9)
    story.chain.misbehave(null)
    await follow()
    await expectOracle()
  })

  test('behavior: F8 a crash before any statement of a commit leaves the block out, whole', async () => {
    await applyBlocks(database(), story.chain.main.slice(0, 8), {
      line: line(story.chain),
      venue,
      finalHeight: -1,
    })
    const before = await dumpIndex(database())
    const blocks = story.chain.main.slice(8)
    let crashes = 0
    for (let at = 1; ; at++) {
      const crashed = await applyBlocks(crashing(database(), at), blocks, {
        line: line(story.chain),
        venue,
        finalHeight: -1,
      }).then(
        () => false,
        (error: unknown) => error instanceof Error && (error.cause ?? error) === crash,
      )
      if (!crashed) break
      crashes += 1
      if (at % 8 === 1) expect(await dumpIndex(database()), `crash at statement ${at}`).toEqual(before)
    }
    expect(crashes).toBeGreaterThan(20)
    await expectOracle()
  })

  test('behavior: F9 applying again after the commit changes nothing, counters neither', async () => {
    const options = { line: line(story.chain), venue, finalHeight: -1 }
    await applyBlocks(database(), story.chain.main, options)
    const before = await dumpIndex(database())
    const { blockCount, checkpoint } = await applyBlocks(database(), story.chain.main, options)
    expect([blockCount, checkpoint?.revision]).toEqual([0, 13])
    expect(await dumpIndex(database())).toEqual(before)
  })

  test('behavior: F14 a database that refuses to write is tried again until it can', async () => {
    let refusals = 3
    const refusing: Database = {
      ...delegate(database()),
      transaction: (work, options) => {
        if (refusals === 0) return database().transaction(work, options)
        refusals -= 1
        return Promise.reject(new Fault('database', 'no space left'))
      },
    }
    const troubles: string[] = []
    await new Promise<void>((resolve) => {
      const indexer = createIndexer({
        chain: story.chain,
        database: refusing,
        venue,
        clock: createManualClock(0),
        networkId: 4,
        startHeight: 0,
        name: 'a',
        limits: { pollMs: 1, troubleMs: 2 },
        observe: (observation) => {
          if (observation.kind === 'trouble') troubles.push(observation.message)
          if (observation.kind === 'caught-up') void indexer.stop().then(resolve)
        },
      })
      indexer.start()
    })
    expect(troubles).toEqual(['no space left', 'no space left', 'no space left'])
    await expectOracle()
  })

  test('error: F17 a node that is down is a Fault, changes nothing, and is followed again when it is back', async () => {
    await follow()
    const before = await dumpIndex(database())
    story.mine(2)
    story.chain.misbehave({ kind: 'fault', share: 1, random: () => 0 })
    await expect(makeIndexer(story.chain, database()).step()).rejects.toThrow(Fault)
    expect(await dumpIndex(database())).toEqual(before)
    story.chain.misbehave(null)
    await follow()
    await expectOracle()
  })

  test.each([
    ['network', { kind: 'network', networkId: 0 } as const],
    ['genesis', { kind: 'genesis' } as const],
  ])('error: F19 a node of another %s is never followed', async (_, trouble) => {
    await follow()
    const before = await dumpIndex(database())
    story.mine(3)
    story.chain.misbehave(trouble)
    const indexer = makeIndexer(story.chain, database())
    await expect(indexer.step()).rejects.toThrow(Fault)
    await expect(indexer.step()).rejects.toThrow(Fault)
    expect(await dumpIndex(database())).toEqual(before)
  })

  test('behavior: F20 a node that falls back is lag, not a reorg', async () => {
    const clock = createManualClock(story.chain.main.at(-1)!.timestampMs + 1_000)
    const caughtUpAtMs = clock.nowMs()
    const indexer = createIndexer({
      chain: story.chain,
      database: database(),
      venue,
      clock,
      networkId: 4,
      startHeight: 0,
      name: 'a',
    })
    await catchUp(indexer)
    expect(indexer.status()).toMatchObject({ lagMs: 0, nodeHeight: 12 })
    const before = await dumpIndex(database())
    story.chain.misbehave({ kind: 'behind', blocks: 5 })
    clock.advance(7_000)
    expect(await indexer.step()).toEqual({ kind: 'idle', why: 'node-behind', nodeHeight: 7 })
    expect(indexer.status()).toMatchObject({ lagMs: 7_000, nodeHeight: 7 })
    expect(await dumpIndex(database())).toEqual(before)
    const status = await findIndexStatus(database())
    expect(status).toMatchObject({ height: 12, nodeHeight: 7, caughtUpAtMs })
  })

  test('behavior: a node that dropped blocks without new ones has left them, and says so', async () => {
    await follow()
    story.goTo(story.chain.main.at(-4)!.hash)
    await follow()
    expect((await findCheckpoint(database()))?.height).toBe(9)
    await expectOracle()
  })

  test('behavior: of two indexers one leads; the other takes over when the first stops or falls silent', async () => {
    const clock = createManualClock(0)
    const make = (name: string) =>
      createIndexer({
        chain: story.chain,
        database: database(),
        venue,
        clock,
        networkId: 4,
        startHeight: 0,
        name,
        monotonic: () => clock.nowMs(),
      })
    const [first, second] = [make('first'), make('second')]
    await catchUp(first)
    expect((await second.step()).kind).toBe('waiting')
    story.mine(1)
    clock.advance(14_999)
    expect((await second.step()).kind).toBe('waiting')
    clock.advance(1)
    expect((await second.step()).kind).toBe('block')
    expect((await first.step()).kind).toBe('waiting')
    await second.stop()
    expect((await first.step()).kind).toBe('idle')
    await expectOracle()
  })

  test('behavior: two indexers that both believe to lead do no harm', async () => {
    const options = { line: line(story.chain), venue, finalHeight: -1 }
    const results = await Promise.all([0, 1, 2].map(() => applyBlocks(database(), story.chain.main, options)))
    expect(results.map(({ blockCount }) => blockCount).sort((a, b) => a - b)).toEqual([0, 0, 13])
    await expectOracle()
  })

  describe('finalising', () => {
    test('behavior: images of final blocks go, and deep history leaves none', async () => {
      story.mine(300)
      await follow()
      const [row] = await database().query<{ lowest: number; final: number }>({
        label: 'lowest-image',
        sql: 'select min(u.height) as lowest, min(c.final_height) as final from undo_log u, checkpoint c',
      })
      expect(row?.lowest).toBeGreaterThan(row?.final ?? Number.POSITIVE_INFINITY)
      expect(row?.final).toBe(312 - UNDO_DEPTH_MAX)
    })
  })
})

function delegate(database: Database): Database {
  return {
    engine: database.engine,
    points: database.points,
    search: database.search,
    query: (statement) => database.query(statement),
    execute: (statement) => database.execute(statement),
    transaction: (work, options) => database.transaction(work, options),
    isOpen: () => database.isOpen(),
    together: (work) => database.together(work),
    caches: database.caches,
    close: () => database.close(),
  }
}

const crash = new Error('crash')

/** The database of a process that dies before the n-th statement of its transaction. */
function crashing(database: Database, n: number): Database {
  let count = 0
  const tick = () => {
    count += 1
    if (count === n) throw crash
  }
  const dying = (tx: Writer): Writer => ({
    query: async (statement) => {
      tick()
      return tx.query(statement)
    },
    execute: async (statement) => {
      tick()
      return tx.execute(statement)
    },
  })
  return {
    ...delegate(database),
    transaction: (work, options) => database.transaction((tx) => work(dying(tx)), options),
  }
}
