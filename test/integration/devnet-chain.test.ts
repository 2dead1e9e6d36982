import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NodeProvider, ONE_ALPH } from '@alephium/web3'
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Devnet, type DevnetOptions, startDevnet } from '../../src/devnet/index.ts'
import { createManualClock } from '../../src/kit/index.ts'
import { deployCounter, readCount, runScript } from '../support/counter.ts'

const START_MS = 1_800_000_000_000

let devnet: Devnet
let node: NodeProvider
let wallet: PrivateKeyWallet

async function start(options: DevnetOptions = {}): Promise<void> {
  devnet = await startDevnet({ seed: 'chain', startMs: START_MS, ...options })
  node = new NodeProvider(devnet.url, undefined, devnet.fetch)
  wallet = new PrivateKeyWallet({ privateKey: devnet.wallets[0]!.privateKey, nodeProvider: node })
}

beforeEach(() => start())
afterEach(() => devnet.stop())

interface ControlAnswer {
  readonly blocks: string[]
  readonly dropped: string[]
  readonly tip: string
  readonly txId: string
  readonly id: string
  readonly detail: string
}

const control = async (name: string, body: object, headers: Record<string, string> = {}) => {
  const response = await devnet.fetch(`${devnet.url}/devnet/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers,
  })
  return { status: response.status, body: (await response.json()) as ControlAnswer }
}

const heightOf = async (fromGroup: number, toGroup = fromGroup) =>
  (await node.blockflow.getBlockflowChainInfo({ fromGroup, toGroup })).currentHeight

const transfer = (amount = ONE_ALPH, address = devnet.wallets[0]!.address) =>
  wallet.signAndSubmitTransferTx({
    signerAddress: wallet.address,
    destinations: [{ address, attoAlphAmount: amount }],
  })

describe('mining', () => {
  test('default: instant, one block for a transaction, two when it leaves its group', async () => {
    await transfer()
    expect(await heightOf(0)).toBe(1)
    await transfer(ONE_ALPH, devnet.wallets[2]!.address)
    expect([await heightOf(0, 2), await heightOf(0), await heightOf(2)]).toEqual([1, 2, 0])
  })

  test('behavior: by hand, transactions wait and chains of them go into one block', async () => {
    await control('mining', { mode: 'manual' })
    const first = await transfer()
    const second = await transfer(2n * ONE_ALPH)
    expect(await node.transactions.getTransactionsStatus({ txId: second.txId })).toEqual({
      type: 'MemPooled',
    })
    expect((await control('mine', {})).body.blocks).toHaveLength(1)
    for (const { txId } of [first, second])
      expect(await node.transactions.getTransactionsStatus({ txId })).toMatchObject({ type: 'Confirmed' })
    expect(await heightOf(0)).toBe(1)
  })

  test('behavior: by the clock, whatever waits is mined every interval', async () => {
    const ticks: (() => void)[] = []
    const every = (_: number, work: () => void) => {
      ticks.push(work)
      return () => {}
    }
    await devnet.stop()
    await start({ timers: { after: () => () => {}, every } })
    await control('mining', { mode: 'interval', intervalMs: 50 })
    const { txId } = await transfer(ONE_ALPH, devnet.wallets[1]!.address)
    expect(await heightOf(0, 1)).toBe(0)
    ticks.at(-1)!()
    expect(await node.transactions.getTransactionsStatus({ txId })).toMatchObject({ type: 'Confirmed' })
    expect([await heightOf(0, 1), await heightOf(0)]).toEqual([1, 1])
    ticks.at(-1)!()
    expect(await heightOf(0)).toBe(1)
  })

  test('behavior: a script that fails in its block costs its fee, changes nothing and says so', async () => {
    const counter = await deployCounter(wallet)
    await control('mining', { mode: 'manual' })
    const fields = { counter: counter.contractId, expected: 0n }
    const won = await runScript(wallet, 'AddOnce', fields, { attoAlphAmount: ONE_ALPH })
    const lost = await runScript(wallet, 'AddOnce', fields, { attoAlphAmount: ONE_ALPH })
    const { balance } = await node.addresses.getAddressesAddressBalance(wallet.address)
    await control('mine', {})
    const [good, bad] = await Promise.all(
      [won, lost].map(({ txId }) => node.transactions.getTransactionsDetailsTxid(txId)),
    )
    expect([good!.scriptExecutionOk, bad!.scriptExecutionOk]).toEqual([true, false])
    expect(bad!.contractInputs).toEqual([])
    expect(bad!.generatedOutputs).toMatchObject([{ type: 'AssetOutput', attoAlphAmount: String(ONE_ALPH) }])
    expect(await readCount(node, counter)).toBe(1n)
    expect((await node.events.getEventsTxIdTxid(lost.txId)).events).toEqual([])
    const after = await node.addresses.getAddressesAddressBalance(wallet.address)
    expect(BigInt(after.balance) - BigInt(balance)).toBe(2n * ONE_ALPH)
  })

  test('behavior: what waits ten minutes is forgotten', async () => {
    await control('mining', { mode: 'manual' })
    const { txId } = await transfer()
    await control('time', { advanceMs: 600_001 })
    expect(await node.mempool.getMempoolTransactions()).toEqual([])
    expect(await node.transactions.getTransactionsStatus({ txId })).toEqual({ type: 'TxNotFound' })
  })
})

describe('time', () => {
  test('default: stopped at its start, moved forward only', async () => {
    expect(devnet.clock.nowMs()).toBe(START_MS)
    expect((await control('time', { advanceMs: 5_000 })).body).toEqual({ nowMs: START_MS + 5_000 })
    expect((await control('time', { setToMs: START_MS })).status).toBe(400)
    const [hash] = (await control('mine', {})).body.blocks
    const block = await node.blockflow.getBlockflowBlocksBlockHash(hash!)
    expect(block.timestamp).toBe(START_MS + 5_000)
  })

  test('behavior: a clock that is passed in runs on from the first time', async () => {
    await devnet.stop()
    const clock = createManualClock(1_000)
    await start({ clock })
    expect(devnet.clock.nowMs()).toBe(START_MS)
    clock.advance(250)
    expect(devnet.clock.nowMs()).toBe(START_MS + 250)
  })
})

describe('reorganisation', () => {
  test('behavior: dropped transactions wait again and land in other blocks', async () => {
    const counter = await deployCounter(wallet)
    const { txId } = await runScript(wallet, 'Add', { counter: counter.contractId, amount: 4n })
    const [before] = (await node.blockflow.getBlockflowHashes({ fromGroup: 0, toGroup: 0, height: 2 }))
      .headers
    const { body } = await control('reorg', { depth: 1 })
    expect(body.dropped).toEqual([before])
    expect(await readCount(node, counter)).toBe(0n)
    expect(await node.transactions.getTransactionsStatus({ txId })).toEqual({ type: 'MemPooled' })
    const [after] = (await control('mine', {})).body.blocks
    expect(await readCount(node, counter)).toBe(4n)
    expect(
      (await node.blockflow.getBlockflowHashes({ fromGroup: 0, toGroup: 0, height: 2 })).headers,
    ).toEqual([after, before])
    const events = await node.events.getEventsContractContractaddress(counter.address, { start: 0 })
    expect(events.events.map(({ blockHash }) => blockHash)).toEqual([before, after])
    expect((await node.events.getEventsTxIdTxid(txId)).events.map(({ blockHash }) => blockHash)).toEqual([
      after,
    ])
  })

  test('behavior: without replay they are gone, and the block once seen brings them back', async () => {
    const { txId } = await transfer()
    const [hash] = (await node.blockflow.getBlockflowHashes({ fromGroup: 0, toGroup: 0, height: 1 })).headers
    await control('reorg', { depth: 1, replay: false })
    expect(await node.transactions.getTransactionsStatus({ txId })).toEqual({ type: 'TxNotFound' })
    await control('mine', { blocks: 2 })
    expect((await control('reorg', { to: hash })).body.tip).toBe(hash)
    expect(await node.transactions.getTransactionsStatus({ txId })).toMatchObject({ type: 'Confirmed' })
  })
})

describe('controls', () => {
  test('default: fund gives coins of any token, in as many coins as asked', async () => {
    const { address } = PrivateKeyWallet.Random(3, node)
    const id = 'cd'.repeat(32)
    const tokens = [{ id, amount: '11' }]
    const { body } = await control('fund', { address, attoAlph: '1000000000000000001', tokens, coins: 2 })
    expect(await node.addresses.getAddressesAddressBalance(address)).toMatchObject({
      balance: String(ONE_ALPH + 1n + 2n * 10n ** 15n),
      tokenBalances: [{ id, amount: '11' }],
      utxoNum: 4,
    })
    expect(await node.transactions.getTransactionsStatus({ txId: body.txId })).toMatchObject({
      type: 'Confirmed',
    })
  })

  test('default: snapshot and revert', async () => {
    const { body } = await control('snapshot', {})
    await transfer()
    expect((await control('revert', body)).status).toBe(200)
    expect(await heightOf(0)).toBe(0)
    expect((await control('revert', { id: 'none' })).status).toBe(400)
  })

  test('default: answers can be spoilt', async () => {
    const ask = () => devnet.fetch(`${devnet.url}/infos/version`)
    await control('fault', { route: 'GET /infos/version', kind: 'status', count: 2, status: 429 })
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([429, 429, 200])
    await control('fault', { route: '/infos', kind: 'drop', count: 1 })
    await expect(ask()).rejects.toThrow('fetch failed')
    await control('fault', { route: '*', kind: 'garbage', count: 1 })
    await expect((await ask()).json()).rejects.toThrow(SyntaxError)
    await control('fault', { route: '*', kind: 'delay', count: 1, delayMs: 1 })
    expect((await ask()).status).toBe(200)
  })

  test('error: nothing a web page could send is obeyed', async () => {
    expect((await control('mine', {}, { origin: 'https://example.org' })).status).toBe(403)
    expect((await control('mine', {}, { host: 'example.org' })).status).toBe(403)
    expect((await control('mine', {}, { host: '127.0.0.1:22973' })).status).toBe(200)
    expect((await control('nonsense', {})).status).toBe(404)
    expect((await control('mine', { blocks: 0 })).status).toBe(400)
    expect(await heightOf(0)).toBe(1)
  })
})

describe('data folder', () => {
  test('behavior: a devnet that was not stopped comes back as it was', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'devnet-'))
    try {
      await devnet.stop()
      await start({ dataDir })
      const counter = await deployCounter(wallet)
      await control('time', { advanceMs: 77 })
      await control('mining', { mode: 'manual' })
      const { txId } = await runScript(wallet, 'Add', { counter: counter.contractId, amount: 9n })
      const now = devnet.clock.nowMs()
      await start({ dataDir })
      expect(devnet.clock.nowMs()).toBe(now)
      expect(await node.transactions.getTransactionsStatus({ txId })).toEqual({ type: 'MemPooled' })
      await control('mine', {})
      expect(await readCount(node, counter)).toBe(9n)
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  })
})

test('error: a program that does not compile is refused with its place, a body without one as a bad request', async () => {
  const compile = async (body: string) => {
    const response = await devnet.fetch(`${devnet.url}/contracts/compile-contract`, { method: 'POST', body })
    return { status: response.status, detail: ((await response.json()) as ControlAnswer).detail }
  }
  expect(await compile('{"code":"Contract"}')).toEqual({
    status: 500,
    detail: '-- error (1:9): Syntax error\n1 |Contract\n  |        ^^\n  |        Expected a type name\n',
  })
  expect((await compile('{}')).status).toBe(400)
})
