import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NodeProvider } from '@alephium/web3'
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Client,
  createClient,
  createTrader,
  mintKey,
  NetworkError,
  ONE,
  pinVenue,
  pinVenueFromNode,
  SibylError,
  type Trader,
  UntrustedBuild,
} from '../../src/client/index.ts'
import { createDataDir, type Service, seedDatabase, startService } from '../support/service.ts'

const root = join(import.meta.dirname, '..', '..')
const generous = {
  RATE_LIMIT_ANON_READS: '1000000',
  RATE_LIMIT_ANON_WRITES: '1000000',
  RATE_LIMIT_KEY_READS: '1000000',
  RATE_LIMIT_KEY_WRITES: '1000000',
}
const shares = (count: number): string => String(BigInt(count) * ONE)

/** `npx tsx examples/…`, to its end. */
function run(
  args: readonly string[],
  url: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', SIBYL_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output: chunks.join('') })))
}

/** The programs of docs/examples.md and what the page says they print. */
const documented = [
  ...readFileSync(join(root, 'docs', 'examples.md'), 'utf8').matchAll(
    /```console\n\$ npx tsx (.+)\n([\s\S]+?)```/g,
  ),
].map(([, command = '', printed = '']) => ({ command, printed }))
const asPattern = (printed: string): RegExp =>
  new RegExp(
    `^${printed
      .split('…')
      .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
      .join('.+')}$`,
  )

describe('the client and its examples against a running service', () => {
  const data = createDataDir()
  let service: Service
  let client: Client
  let node: NodeProvider
  let maker: Trader
  let market: string

  const control = async (name: string, body: object): Promise<void> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${service.nodeUrl}/devnet/${name}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
  }
  const traderOf = async (signer: PrivateKeyWallet): Promise<Trader> => {
    await client.faucet({ address: signer.address })
    return createTrader({ client, signer, checkCoins: true })
  }
  /** Waits, block by block, for what the keeper does by itself. */
  const untilMarkets = async (count: number): Promise<string[]> => {
    for (let looks = 0; looks < 30; looks++) {
      const { markets } = await client.markets.list({})
      if (markets.length === count) return markets.map(({ marketAddress }) => marketAddress)
      const { chain } = await client.status()
      await client.voting.period({ minBlockHeight: (chain?.height ?? 0) + 1, attemptsMax: 1 }).catch(() => {})
    }
    throw new Error(`no markets:\n${service.output().slice(-4_000)}`)
  }

  beforeAll(async () => {
    await seedDatabase(data.path)
    service = await startService({ DATA_DIR: data.path, ...generous })
    node = new NodeProvider(service.nodeUrl)
    const reader = createClient({ url: service.url })
    const wallet = PrivateKeyWallet.Random(0)
    client = reader.withKey((await mintKey(reader, wallet, { name: 'test' })).key)
    maker = await traderOf(wallet)
    const { periods, chain } = await client.status()
    await maker.sendAndWait({ kind: 'vaultDeposit', amount: shares(1_000_000) })
    const endsAt = new Date(
      (chain?.blockTimestamp ?? 0) + periods.votingMs + periods.minTradingMs + 3_600_000,
    ).toISOString()
    const question = 'Will the examples run?'
    await maker.sendAndWait({ kind: 'proposeSingle', question, category: 'Tests', endsAt })
    await maker.sendAndWait({ kind: 'vote', proposalId: 1 })
    await control('time', { advanceMs: periods.votingMs })
    market = (await untilMarkets(1))[0] ?? ''
    // Bids for no are offers of yes.
    const bid = { kind: 'placeOrder', address: market, side: 'buy', outcome: 'no' } as const
    for (const price of [390, 380, 370]) await maker.sendAndWait({ ...bid, price, quantity: shares(20) })
  })
  afterAll(async () => {
    service?.kill('SIGKILL')
    await service?.exited
    data.remove()
  })

  test('default: a groupless wallet quotes, trades and cancels', async () => {
    const wallet = new PrivateKeyWallet({ privateKey: '37'.repeat(32), keyType: 'gl-secp256k1' })
    const trader = await traderOf(wallet)
    const order = { kind: 'placeOrder', address: market, side: 'buy', outcome: 'yes' } as const
    const done = await trader.sendAndWait({ ...order, price: 610, quantity: shares(2) })
    expect(done.trades).toMatchObject([{ fillType: 'mint', price: 610, quantity: shares(2) }])
    const resting = await trader.sendAndWait({ ...order, price: 100, quantity: shares(2) })
    expect(resting.orders).toMatchObject([{ price: 100, filled: '0' }])
    const id = resting.orders[0]?.orderId ?? 0
    await trader.sendAndWait({ kind: 'cancelOrder', address: market, id })
    const { orders } = await client.users.orders({ address: trader.address, status: 'cancelled' })
    expect(orders.map(({ orderId }) => orderId)).toEqual([id])
  })
  test('behavior: a list is walked page by page', async () => {
    const walk = async (rowsMax?: number): Promise<number[]> => {
      const ids: number[] = []
      for await (const { orderId } of client.users.orders.iterate(
        { address: maker.address, limit: 1 },
        { rowsMax },
      ))
        ids.push(orderId)
      return ids
    }
    expect(await walk()).toEqual([3, 2, 1])
    expect(await walk(2)).toEqual([3, 2])
  })
  test('behavior: the venue pinned from the node is the one the service names', async () => {
    const pinned = pinVenue(await client.status())
    expect(await pinVenueFromNode(node, pinned)).toEqual(pinned)
  })
  test('error: a venue of other code is not pinned', async () => {
    const pinned = pinVenue(await client.status())
    const wrong = { ...pinned, venueId: pinned.collateralId }
    await expect(pinVenueFromNode(node, wrong)).rejects.toThrow(UntrustedBuild)
  })
  test('error: refusals carry code, status, details and request id', async () => {
    const refused = await client.markets.get({ address: maker.address }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(SibylError)
    expect(refused).toMatchObject({ code: 'NOT_FOUND', status: 404, requestId: expect.any(String) })
    const bare = createClient({ url: service.url })
    const order = { address: market, side: 'buy', outcome: 'yes', price: 1, quantity: '1' } as const
    const signer = { signerAddress: maker.address, signerPublicKey: '02'.repeat(33) }
    await expect(bare.tx.placeOrder({ ...order, ...signer })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
  test('error: a server that is not there, and a call that is ended by its caller', async () => {
    const nobody = createClient({ url: 'http://127.0.0.1:1', wait: async () => {} })
    await expect(nobody.health()).rejects.toThrow(NetworkError)
    const ended = AbortSignal.abort(new Error('enough'))
    await expect(client.health({ signal: ended })).rejects.toThrow('enough')
  })

  test.each(documented)(
    'default: $command prints what docs/examples.md says',
    { timeout: 120_000 },
    async ({ command, printed }) => {
      const { code, output } = await run(command.split(' '), service.url)
      expect(output).toMatch(asPattern(printed))
      expect(code).toBe(0)
    },
  )
})
