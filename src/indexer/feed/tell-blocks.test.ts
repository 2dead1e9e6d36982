import { expect, test } from 'vitest'
import { emptyIndex } from '../../../test/simulation/indexer/dump.ts'
import { contractOf, encodeEvent } from '../../../test/simulation/indexer/encode-event.ts'
import {
  createScriptedChain,
  hashOf,
  type ScriptedChain,
} from '../../../test/simulation/indexer/scripted-chain.ts'
import { createStory } from '../../../test/simulation/indexer/story.ts'
import { venue, walletOf } from '../../../test/simulation/indexer/world.ts'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { putRows } from '../../../test/support/rows.ts'
import type { VenueEvent } from '../../domain/index.ts'
import {
  commits,
  type Database,
  findFeedHead,
  listFeed,
  markets,
  positions,
  rounds,
  stakes,
  transactions,
} from '../../store/index.ts'
import { applyBlocks } from '../apply-blocks.ts'

interface Book {
  readonly marketId: number
  readonly prev: number
  readonly version: number
}

/** Every block of a chain, so many at once; genesis comes with the first. */
async function applyAll(database: Database, { main }: ScriptedChain, batch: number, confirmations = 10) {
  for (let from = 1; from < main.length; from += batch)
    await applyBlocks(database, main.slice(from === 1 ? 0 : from, from + batch), {
      line: { networkId: 4, genesisHash: main[0]!.hash, startHeight: 0 },
      venue,
      finalHeight: 0,
      feed: { sinceMs: 0, confirmations },
    })
}

describeOnBothDatabases('the books that are told', (context) => {
  const story = createStory()

  /** Mines so many blocks and applies them at once; those of the first ones are too old to be told. */
  async function tell(count: number, tooOld = 0): Promise<Book[]> {
    const { lastSeq } = await findFeedHead(context.database)
    const { chain } = story
    const from = chain.main.length
    story.mine(count, 'books')
    await applyBlocks(context.database, chain.main.slice(from === 1 ? 0 : from), {
      line: { networkId: 4, genesisHash: chain.main[0]!.hash, startHeight: 0 },
      venue,
      finalHeight: 0,
      feed: {
        sinceMs: chain.main[from + tooOld]?.timestampMs ?? Number.MAX_SAFE_INTEGER,
        confirmations: 10,
      },
    })
    const { rows } = await listFeed(context.database, lastSeq, { limit: 100_000, bytesMax: 2 ** 30 })
    return rows.filter(({ type }) => type === 'book').map(({ data }) => JSON.parse(data))
  }

  /** What a book's `prev` should be: the version told before it, or none. */
  function assertLinked(books: readonly Book[], last: Map<number, number>): void {
    expect(books.map(({ marketId, prev }) => ({ marketId, prev }))).toEqual(
      books.map(({ marketId, version }) => {
        const prev = last.get(marketId) ?? 0
        last.set(marketId, version)
        return { marketId, prev }
      }),
    )
  }

  test('behavior: each names the version before it, in its batch or an earlier one; after blocks that are not told none', async () => {
    const last = new Map<number, number>()
    const first = await tell(150)
    assertLinked(first, last)
    const known = new Set(last.keys())
    const second = await tell(10)
    expect(second.some(({ marketId }) => known.has(marketId))).toBe(true)
    assertLinked(second, last)
    const third = await tell(20, 5)
    expect(third.some(({ marketId }) => known.has(marketId))).toBe(true)
    last.clear()
    assertLinked(third, last)
  })
  test('behavior: blocks of which none is told leave a gap, for whoever follows', async () => {
    await tell(10)
    const { lastSeq } = await findFeedHead(context.database)
    expect(await tell(3, 3)).toEqual([])
    expect(await findFeedHead(context.database)).toMatchObject({
      firstSeq: lastSeq + 2,
      lastSeq: lastSeq + 1,
    })
  })
})

describeOnBothDatabases('what a wallet should do', (context) => {
  const ms = (second: number) => 1_700_000_000_000 + second * 1_000

  /** Blocks without events, a second each, in one batch or one by one. */
  test.each([1, 4])('behavior: told with the first block at or after its time, %s at once', async (batch) => {
    const { database } = context
    await emptyIndex(database)
    await putRows(database, markets, [{ id: 1, marketAddress: 'market' }])
    await putRows(database, rounds, [
      { marketId: 1, round: 1, commitEndsAtMs: ms(2), revealEndsAtMs: ms(9) },
      { marketId: 1, round: 2, commitEndsAtMs: ms(2) + 1, revealEndsAtMs: ms(9) },
    ])
    await putRows(database, commits, [
      { id: 1, marketId: 1, round: 1, voter: 'punctual' },
      { id: 2, marketId: 1, round: 2, voter: 'late' },
    ])
    await putRows(database, stakes, [
      { wallet: 'patient', unlocking: 1n, unlockAtMs: ms(3) },
      { wallet: 'delayed', unlocking: 1n, unlockAtMs: ms(3) + 1 },
    ])
    const chain = createScriptedChain()
    for (let second = 1; second <= 5; second++) chain.mine({ events: [], timestampMs: ms(second) })
    await applyAll(database, chain, batch)
    const { rows } = await listFeed(database, 0, { limit: 1_000, bytesMax: 2 ** 30 })
    const actions = rows.filter(({ type }) => type === 'action')
    expect(actions.map(({ height, channel, data }) => [height, channel, JSON.parse(data).action])).toEqual([
      [2, 'wallet:punctual', 'reveal'],
      [3, 'wallet:late', 'reveal'],
      [3, 'wallet:patient', 'withdraw'],
      [4, 'wallet:delayed', 'withdraw'],
    ])
  })
})

describeOnBothDatabases('a stake that can be withdrawn', (context) => {
  const ms = (second: number) => 1_700_000_000_000 + second * 1_000

  test.each([1, 5])('behavior: told when the last commit is worked off, %s at once', async (batch) => {
    const { database } = context
    const voter = walletOf('voter')
    await emptyIndex(database)
    await putRows(database, markets, [{ id: 1, marketAddress: venue.desk }])
    await putRows(database, rounds, [{ marketId: 1, round: 1, commitEndsAtMs: 1, revealEndsAtMs: 2 }])
    await putRows(database, commits, [
      { id: 1, marketId: 1, round: 1, voter, vote: 1 },
      { id: 2, marketId: 1, round: 1, voter: 'never', vote: 1 },
    ])
    await putRows(database, stakes, [
      { wallet: voter, unlocking: 1n, unlockAtMs: ms(2) },
      { wallet: 'never', unlocking: 1n, unlockAtMs: ms(2) },
    ])
    const chain = createScriptedChain()
    const place = { type: 'CommitWorkedOff', marketId: 1, round: 1, voter } as const
    const event = { ...place, slashed: 0n, stakeReward: 0n, bondReward: 0n }
    const emitted = { contractAddress: venue.oracle, txId: hashOf('worked off') }
    for (let second = 1; second <= 5; second++)
      chain.mine({
        events: second === 4 ? [encodeEvent(event, emitted)] : [],
        timestampMs: ms(second),
      })
    await applyAll(database, chain, batch)
    const { rows } = await listFeed(database, 0, { limit: 1_000, bytesMax: 2 ** 30 })
    const actions = rows.filter(({ type }) => type === 'action')
    expect(actions.map(({ height, channel }) => [height, channel])).toEqual([[4, `wallet:${voter}`]])
  })
})

describeOnBothDatabases('what a wallet should do because of the blocks themselves', (context) => {
  const ms = (second: number) => 1_700_000_000_000 + second * 1_000
  const [voter, patient, hasty, liar] = ['voter', 'patient', 'hasty', 'liar'].map(walletOf) as [
    string,
    string,
    string,
    string,
  ]
  const unlock = (who: string) =>
    ({
      type: 'UnlockStarted',
      wallet: who,
      amount: 1n,
      unlockAtMs: ms(4),
      staked: 0n,
      wholeWeight: 0,
    }) as const
  const round = { marketId: 1, round: 1 }
  const happened: Record<number, VenueEvent[]> = {
    1: [
      {
        type: 'RoundOpened',
        ...round,
        submission: 1,
        attempt: 1,
        commitEndsAtMs: ms(3),
        revealEndsAtMs: ms(9),
        appeal: 0,
        quorum: 60,
      },
      unlock(patient),
      unlock(hasty),
      unlock(liar),
    ],
    2: [
      {
        type: 'VoteCommitted',
        ...round,
        voter,
        commitHash: hashOf('vote'),
        weight: 1,
        stake: 1n,
        slash: 0n,
      },
    ],
    3: [{ type: 'Slashed', wallet: liar, amount: 1n, staked: 0n, unlocking: 0n, wholeWeight: 0 }],
    4: [{ type: 'Withdrawn', wallet: hasty, amount: 1n }],
  }

  test.each([1, 2, 5])(
    'behavior: told with the first block at or after its time, %s at once',
    async (batch) => {
      const { database } = context
      await emptyIndex(database)
      await putRows(database, markets, [{ id: 1, marketAddress: venue.desk }])
      const chain = createScriptedChain()
      for (let second = 1; second <= 5; second++)
        chain.mine({
          events: (happened[second] ?? []).map((event) =>
            encodeEvent(event, {
              contractAddress: contractOf(event) === 'Vault' ? venue.vault : venue.oracle,
              txId: hashOf(`${second} ${event.type}`),
            }),
          ),
          timestampMs: ms(second),
        })
      await applyAll(database, chain, batch)
      const { rows } = await listFeed(database, 0, { limit: 1_000, bytesMax: 2 ** 30 })
      const actions = rows.filter(({ type }) => type === 'action')
      expect(actions.map(({ height, channel, data }) => [height, channel, JSON.parse(data).action])).toEqual([
        [3, `wallet:${voter}`, 'reveal'],
        [4, `wallet:${patient}`, 'withdraw'],
      ])
    },
  )
})

describeOnBothDatabases('a resolution that is told', (context) => {
  test('behavior: to every holder of what is not settled, also to one who has no order', async () => {
    const { database } = context
    await emptyIndex(database)
    await putRows(database, markets, [
      { id: 1, marketAddress: 'market 1', state: 'proposed' },
      { id: 2, marketAddress: 'market 2', state: 'proposed' },
    ])
    const held = { marketId: 1, positionType: 'yes', shares: 5n } as const
    await putRows(database, positions, [
      { ...held, id: 2, userAddress: 'loser', positionType: 'no' },
      { ...held, id: 1, userAddress: 'winner' },
      { ...held, id: 3, userAddress: 'paid', isSettled: true },
      { ...held, id: 4, userAddress: 'elsewhere', marketId: 2 },
    ])
    const resolved = {
      type: 'MarketStateChanged',
      marketAddress: 'market 1',
      state: 'resolved',
      finalOutcome: 1,
      closing: null,
    } as const
    const chain = createScriptedChain()
    chain.mine({
      events: [encodeEvent(resolved, { contractAddress: 'market 1', txId: hashOf('resolved') })],
      timestampMs: 1_700_000_001_000,
    })
    await applyAll(database, chain, 1)
    const { rows } = await listFeed(database, 0, { limit: 1_000, bytesMax: 2 ** 30 })
    const told = rows.filter(({ type }) => type === 'position')
    expect(told.map(({ height, channel, data }) => [height, channel, JSON.parse(data).id])).toEqual([
      [1, 'wallet:winner', 1],
      [1, 'wallet:loser', 2],
    ])
  })
})

describeOnBothDatabases('confirmations that are told', (context) => {
  test.each([1, 3])('behavior: with the last block needed, %s at once', async (batch) => {
    const { database } = context
    await emptyIndex(database)
    const included = [1, 2, 3].map((height) => ({ txId: `tx${height}`, height, isVenue: true }))
    await putRows(database, transactions, included)
    const chain = createScriptedChain()
    for (let i = 1; i <= 6; i++) chain.mine({ events: [], timestampMs: 1_700_000_000_000 + i * 1_000 })
    await applyAll(database, chain, batch, 3)
    const { rows } = await listFeed(database, 0, { limit: 1_000, bytesMax: 2 ** 30 })
    const told = rows.filter(({ type }) => type === 'confirmed')
    expect(told.map(({ height, data }) => [height, JSON.parse(data)])).toEqual(
      [1, 2, 3].map((at) => [at + 2, { txId: `tx${at}`, includedAtHeight: at, confirmations: 3 }]),
    )
  })
})

describeOnBothDatabases('confirmations of a block that is too old to be told', (context) => {
  test('behavior: are told with the block that brings the last, of the same batch', async () => {
    const { database } = context
    await emptyIndex(database)
    const ms = (second: number) => 1_700_000_000_000 + second * 1_000
    const chain = createScriptedChain()
    const txId = hashOf('an unlock')
    const event = encodeEvent(
      {
        type: 'UnlockStarted',
        wallet: walletOf('patient'),
        amount: 1n,
        unlockAtMs: ms(99),
        staked: 0n,
        wholeWeight: 0,
      },
      { contractAddress: venue.vault, txId },
    )
    for (let second = 1; second <= 4; second++)
      chain.mine({ events: second === 1 ? [event] : [], timestampMs: ms(second) })
    await applyBlocks(database, chain.main, {
      line: { networkId: 4, genesisHash: chain.main[0]!.hash, startHeight: 0 },
      venue,
      finalHeight: 0,
      feed: { sinceMs: ms(2), confirmations: 3 },
    })
    const { rows } = await listFeed(database, 0, { limit: 1_000, bytesMax: 2 ** 30 })
    const told = rows.filter(({ channel }) => channel.startsWith('tx:'))
    expect(told.map(({ height, channel, type }) => [height, channel, type])).toEqual([
      [3, `tx:${txId}`, 'confirmed'],
    ])
  })
})

describeOnBothDatabases('a feed of blocks that are applied many at once', (context) => {
  const story = createStory()
  story.mine(120, 'batches')
  const { chain } = story

  async function tell(batch: number, confirmations: number) {
    const { database } = context
    await emptyIndex(database)
    const { lastSeq } = await findFeedHead(database)
    await applyAll(database, chain, batch, confirmations)
    const { rows } = await listFeed(database, lastSeq, { limit: 1_000_000, bytesMax: 2 ** 30 })
    const messages = rows.map(({ height, channel, type, data }) => {
      const told = JSON.parse(data)
      // Rows of one kind that a block changes have no order among them.
      return { name: `${height} ${channel} ${type} ${told.id ?? ''}`, type, told }
    })
    return messages.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  }

  test.each([1, 3])(
    'behavior: tells what it tells of them one by one, but for actions that meanwhile were taken; %s confirmations',
    async (confirmations) => {
      const single = await tell(1, confirmations)
      const many = await tell(40, confirmations)
      expect(many.some(({ type }) => type === 'confirmed')).toBe(true)
      const isAction = ({ type }: { type: string }) => type === 'action'
      expect(many.filter((told) => !isAction(told))).toEqual(single.filter((told) => !isAction(told)))
      expect(single).toEqual(expect.arrayContaining(many.filter(isAction)))
    },
  )
})
