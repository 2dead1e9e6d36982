import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transactionSign } from '@alephium/web3'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSeededRandom, hexToBytes } from '../kit/index.ts'
import { encodeHeader, hashHeader } from './block-header.ts'
import { CHAINS } from './chain-index.ts'
import type { ChainState } from './chain-state.ts'
import { readCheckpoint, writeCheckpoint } from './checkpoint.ts'
import { createControls } from './controls.ts'
import { createFaults } from './faults.ts'
import { createMemoryJournal, openFileJournal } from './journal.ts'
import { createNodeCore, type NodeCore } from './node-core.ts'
import { createRalphCompiler } from './ralph-compiler.ts'
import { handle } from './rest/handle.ts'
import { minerReward } from './reward.ts'
import { createWalletStore } from './wallet-store.ts'
import { testWallets } from './wallets.ts'

/** A chain driven by drawn steps through the same doors users have, and looked at from inside. */

const wallets = testWallets()
const START_MS = 1_800_000_000_000
const TOKEN = 'ab'.repeat(32)

function openCore(journal = createMemoryJournal()): NodeCore {
  const locks = wallets.map(({ lock }) => lock)
  return createNodeCore({
    journal,
    clock: { nowMs: () => 0 },
    networkId: 4,
    seed: 'property',
    locks,
    offsetMs: START_MS,
    eventLog: true,
  })
}

function driverOf(core: NodeCore) {
  const controls = createControls(core, { faults: createFaults(), onMining: () => {} })
  const random = createSeededRandom('draws')
  const context = {
    core,
    wallets: createWalletStore({ folder: undefined, randomBytes: (length) => random.bytes(length) }),
    compiler: createRalphCompiler(),
    compilerUrl: undefined,
    port: () => 0,
    randomBytes: (length: number) => random.bytes(length),
  }
  const post = async (url: string, body: unknown) => {
    const text = JSON.stringify(body)
    const answer = await handle(context, { method: 'POST', url, headers: {}, text })
    return { status: answer.status, body: JSON.parse(answer.text) }
  }
  const transfer = async (from: number, to: number, amount: bigint, tokens: bigint) => {
    const payer = wallets[from]!
    const built = await post('/transactions/build', {
      fromPublicKey: payer.publicKey,
      destinations: [
        {
          address: wallets[to]!.address,
          attoAlphAmount: String(amount),
          ...(tokens > 0n ? { tokens: [{ id: TOKEN, amount: String(tokens) }] } : {}),
        },
      ],
    })
    if (built.status !== 200) return
    const signature = transactionSign(built.body.txId, payer.privateKey)
    const sent = await post('/transactions/submit', { unsignedTx: built.body.unsignedTx, signature })
    expect(sent.status).toBe(200)
  }
  return { controls, transfer, post }
}

type Step =
  | {
      readonly kind: 'transfer'
      readonly from: number
      readonly to: number
      readonly amount: number
      readonly tokens: number
    }
  | { readonly kind: 'mine'; readonly from: number; readonly to: number }
  | { readonly kind: 'mode'; readonly manual: boolean }
  | { readonly kind: 'fund'; readonly to: number; readonly tokens: number }
  | { readonly kind: 'time'; readonly ms: number }
  | {
      readonly kind: 'reorg'
      readonly depth: number
      readonly from: number
      readonly to: number
      readonly replay: boolean
    }

const group = fc.integer({ min: 0, max: 3 })
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('transfer' as const),
        from: group,
        to: group,
        amount: fc.integer({ min: 1, max: 1000 }),
        tokens: fc.integer({ min: 0, max: 5 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('mine' as const), from: group, to: group }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('mode' as const), manual: fc.boolean() }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('fund' as const),
        to: group,
        tokens: fc.integer({ min: 0, max: 100 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('time' as const), ms: fc.integer({ min: 0, max: 5_000 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('reorg' as const),
        depth: fc.integer({ min: 1, max: 3 }),
        from: group,
        to: group,
        replay: fc.boolean(),
      }),
    },
  ),
  { minLength: 1, maxLength: 14 },
)

async function take(core: NodeCore, list: readonly Step[]): Promise<void> {
  const { controls, transfer } = driverOf(core)
  for (const step of list)
    switch (step.kind) {
      case 'transfer':
        await transfer(step.from, step.to, BigInt(step.amount) * 10n ** 16n, BigInt(step.tokens))
        break
      case 'mine':
        controls.mine({ fromGroup: step.from, toGroup: step.to })
        break
      case 'mode':
        controls.setMining({ mode: step.manual ? 'manual' : 'instant' })
        break
      case 'fund': {
        const tokens = step.tokens > 0 ? [{ id: TOKEN, amount: BigInt(step.tokens) }] : []
        controls.fund({ lock: wallets[step.to]!.lock, attoAlph: 10n ** 18n, tokens, coins: 2 })
        break
      }
      case 'time':
        controls.setTime({ advanceMs: step.ms })
        break
      case 'reorg': {
        const height = core.state.main[step.from * 4 + step.to]!.length - 1
        if (height < 1) break
        const depth = Math.min(step.depth, height)
        controls.reorg({ depth, fromGroup: step.from, toGroup: step.to, replay: step.replay })
      }
    }
}

/** Everything that is the state and nothing that is only its history. */
function summary(state: ChainState, { withHistory = true } = {}) {
  const plain = (value: unknown): string =>
    JSON.stringify(value, (_, item) =>
      typeof item === 'bigint' ? `${item}n` : item instanceof Map ? [...item] : item,
    )
  const sortedEntries = (map: ReadonlyMap<string, unknown>) =>
    [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => `${key} ${plain(value)}`)
  return {
    main: state.main.map((seqs) => seqs.map((seq) => state.blocks[seq]!.hash)),
    coins: sortedEntries(state.coins),
    locks: [...state.coinsByLock].map(([lock, keys]) => `${lock} ${[...keys].sort().join()}`).sort(),
    contracts: sortedEntries(state.contracts),
    pool: [...state.pool.all()].map(({ tx, chain }) => `${chain} ${tx.txId}`).sort(),
    clock: state.clockOffsetMs,
    mining: state.mining,
    ...(withHistory
      ? {
          blocks: state.blocks.map(({ hash }) => hash),
          applied: [...state.applied],
          deps: state.deps.map((deps) => deps.join()),
          atHeight: plain(state.atHeight),
          transactions: sortedEntries(state.txBlocks),
          outputs: sortedEntries(state.outputTx),
          events: sortedEntries(state.eventBlocks),
          departures: plain(state.departures),
        }
      : {}),
  }
}

/** ALPH and tokens there should be: genesis, rewards and gifts, minus the fees, which are burnt. */
function expectedSupply(core: NodeCore) {
  let alph = 4n * 10n ** 24n
  let tokens = 0n
  for (let chain = 0; chain < CHAINS; chain++)
    for (const seq of core.state.main[chain]!.slice(1)) {
      const entry = core.state.blocks[seq]!
      alph += minerReward(entry.timestampMs)
      for (const { unsigned } of core.bodyOf(entry).transactions.slice(0, -1))
        if (unsigned.inputs.length > 0) alph -= unsigned.gasPrice * BigInt(unsigned.gasAmount)
        else
          for (const output of unsigned.fixedOutputs) {
            alph += output.amount
            tokens += output.tokens.reduce((sum, { amount }) => sum + amount, 0n)
          }
    }
  return { alph, tokens }
}

function actualSupply({ state }: NodeCore) {
  let alph = 0n
  let tokens = 0n
  for (const coin of state.coins.values()) {
    alph += coin.amount
    tokens += coin.tokens.reduce((sum, { amount }) => sum + amount, 0n)
  }
  for (const { asset } of state.contracts.values()) alph += asset.amount
  return { alph, tokens }
}

const runs = { numRuns: 25 }

describe('any sequence of steps', () => {
  test('behavior: conserves value and tokens to the last unit', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const core = openCore()
        await take(core, list)
        expect(actualSupply(core)).toEqual(expectedSupply(core))
      }),
      runs,
    )
  })

  test('behavior: every block hashes to its name, builds on its parent and is later than it', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const core = openCore()
        await take(core, list)
        for (const entry of core.state.blocks.slice(CHAINS)) {
          const { header } = core.bodyOf(entry)
          expect(hashHeader(encodeHeader(hexToBytes(header.nonce), header))).toBe(header.hash)
          expect(Number.parseInt(entry.hash.slice(-4), 16) % CHAINS).toBe(entry.chain)
          const parent = core.state.blocks[core.state.seqByHash.get(header.deps[3 + (entry.chain % 4)]!)!]!
          expect([parent.chain, parent.height]).toEqual([entry.chain, entry.height - 1])
          expect(parent.timestampMs).toBeLessThan(entry.timestampMs)
        }
      }),
      runs,
    )
  })

  test('behavior: replaying the log gives the same state', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const journal = createMemoryJournal()
        const core = openCore(journal)
        await take(core, list)
        expect(summary(openCore(journal).state)).toEqual(summary(core.state))
      }),
      runs,
    )
  })

  test('behavior: the same steps twice give the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const [one, two] = [openCore(), openCore()]
        await take(one, list)
        await take(two, list)
        expect(summary(one.state)).toEqual(summary(two.state))
      }),
      { numRuns: 10 },
    )
  })

  test('behavior: revert after snapshot is identity, and the log forgets too', async () => {
    await fc.assert(
      fc.asyncProperty(steps, steps, async (before, after) => {
        const journal = createMemoryJournal()
        const core = openCore(journal)
        await take(core, before)
        const wanted = summary(core.state)
        const id = core.snapshot()
        await take(core, after)
        expect(core.revert(id)).toBe(true)
        expect(summary(core.state)).toEqual(wanted)
        expect(summary(openCore(journal).state)).toEqual(wanted)
      }),
      runs,
    )
  })

  test('behavior: dropping blocks and going back is identity', async () => {
    await fc.assert(
      fc.asyncProperty(steps, group, fc.integer({ min: 1, max: 8 }), async (list, from, depth) => {
        const core = openCore()
        await take(core, list)
        const { controls } = driverOf(core)
        controls.setMining({ mode: 'manual' })
        controls.mine({ blocks: 2, fromGroup: from })
        const wanted = summary(core.state, { withHistory: false })
        const tip = wanted.main[from * 5]!.at(-1)!
        const height = wanted.main[from * 5]!.length - 1
        controls.reorg({ depth: Math.min(depth, height), fromGroup: from })
        controls.reorg({ to: tip })
        expect(summary(core.state, { withHistory: false })).toEqual(wanted)
      }),
      runs,
    )
  })
})

test('behavior: a reorganisation of 200 blocks and back is identity', async () => {
  const core = openCore()
  const { controls, transfer } = driverOf(core)
  for (let i = 0; i < 40; i++) {
    await transfer(0, i % 4, 10n ** 17n, 0n)
    controls.mine({ blocks: 5 })
  }
  controls.mine({ fromGroup: 2 })
  const wanted = summary(core.state, { withHistory: false })
  const tip = wanted.main[0]!.at(-1)!
  const { dropped } = controls.reorg({ depth: 200 })
  expect(dropped.length).toBeGreaterThanOrEqual(200)
  expect(core.state.main[0]).toHaveLength(wanted.main[0]!.length - 200)
  controls.mine({ blocks: 3 })
  controls.reorg({ to: tip })
  expect(summary(core.state, { withHistory: false })).toEqual(wanted)
})

describe('the checkpoint', () => {
  test('behavior: is the state, and one that is damaged or ahead of the log is no checkpoint', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'devnet-'))
    const file = join(folder, 'checkpoint')
    try {
      await fc.assert(
        fc.asyncProperty(steps, async (list) => {
          const core = openCore()
          await take(core, list)
          writeCheckpoint(file, { state: core.state, position: 7 })
          const read = readCheckpoint(file, 7)
          expect(read?.position).toBe(7)
          expect(summary(read!.state)).toEqual(summary(core.state))
          expect(readCheckpoint(file, 6)).toBeUndefined()
        }),
        runs,
      )
      const whole = readFileSync(file)
      whole[whole.length >> 1]! ^= 1
      writeFileSync(file, whole)
      expect(readCheckpoint(file, 7)).toBeUndefined()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('the log on disk', () => {
  test('behavior: comes back after a kill, and after a line that was being written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'devnet-'))
    const file = join(folder, 'chain.log')
    try {
      const core = openCore(openFileJournal(file))
      const { controls, transfer } = driverOf(core)
      await transfer(0, 1, 10n ** 18n, 0n)
      controls.setTime({ advanceMs: 1_000 })
      controls.setMining({ mode: 'manual' })
      await transfer(1, 2, 10n ** 18n, 0n)
      controls.mine()
      const wanted = summary(core.state)
      expect(summary(openCore(openFileJournal(file)).state)).toEqual(wanted)
      const whole = readFileSync(file)
      writeFileSync(file, whole.subarray(0, whole.length - 7))
      const cut = openCore(openFileJournal(file))
      expect(cut.state.blocks).toHaveLength(wanted.blocks!.length - 1)
      driverOf(cut).controls.mine()
      expect(summary(openCore(openFileJournal(file)).state)).toEqual(summary(cut.state))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
