import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NodeProvider } from '@alephium/web3'
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConsole, toPattern } from '../../scripts/docs/console-blocks.ts'
import {
  type Client,
  createClient,
  createTrader,
  mintKey,
  NetworkError,
  ONE,
  pinVenue,
  pinVenueFromNode,
  quoteOrder,
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

/** A program in the folder of the clone, to its end. */
function run(
  args: readonly string[],
  url: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, args, {
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
const documented = parseConsole(readFileSync(join(root, 'docs', 'examples.md'), 'utf8')).flatMap((step) =>
  step.kind === 'command' ? [step] : [],
)

describe('the client and its examples against a running service', () => {
  const data = createDataDir()
  let service: Service
  let client: Client
  let node: NodeProvider
  let maker: Trader
  let market: string
  let key: string

  const traderOf = async (signer: PrivateKeyWallet): Promise<Trader> => {
    await client.faucet({ address: signer.address })
    return createTrader({ client, signer, checkCoins: true })
  }
  beforeAll(async () => {
    await seedDatabase(data.path)
    // As a newcomer starts it, demo venue included; only its traders keep still, so that nobody moves the book.
    service = await startService({ DATA_DIR: data.path, DEMO: 'true', DEMO_TRICKLE: 'false', ...generous })
    node = new NodeProvider(service.nodeUrl)
    const reader = createClient({ url: service.url })
    const tip = await node.blockflow.getBlockflowChainInfo({ fromGroup: 0, toGroup: 0 })
    await reader.voting.period({ minBlockHeight: tip.currentHeight })
    const wallet = PrivateKeyWallet.Random(0)
    key = (await mintKey(reader, wallet, { name: 'test' })).key
    client = reader.withKey(key)
    maker = await traderOf(wallet)
    for await (const { state, bestAskYes, marketAddress } of client.markets.list.iterate({ limit: 3 }))
      if (state === 'open' && bestAskYes !== null) market = marketAddress
    const bid = { kind: 'placeOrder', address: market, side: 'buy', outcome: 'yes' } as const
    for (const price of [1, 2, 3]) await maker.sendAndWait({ ...bid, price, quantity: shares(20) })
  }, 300_000)
  afterAll(async () => {
    service?.kill('SIGKILL')
    await service?.exited
    data.remove()
  })

  test('behavior: the challenge names the address that is listened on, free port and all', async () => {
    const reader = createClient({ url: service.url })
    const wallet = PrivateKeyWallet.Random(0)
    expect(new URL(service.url).port).not.toBe('')
    const { key: mine } = await mintKey(reader, wallet, { name: 'host', host: service.url })
    expect((await reader.withKey(mine).auth.list()).keys).toMatchObject([{ name: 'host' }])
    const elsewhere = mintKey(reader, wallet, { name: 'host', host: 'http://127.0.0.1' })
    await expect(elsewhere).rejects.toMatchObject({ name: 'UntrustedBuild', field: 'challenge' })
  })
  test('default: a groupless wallet quotes, trades and cancels', async () => {
    const wallet = new PrivateKeyWallet({ privateKey: '37'.repeat(32), keyType: 'gl-secp256k1' })
    const trader = await traderOf(wallet)
    const order = { kind: 'placeOrder', address: market, side: 'buy', outcome: 'yes' } as const
    const book = await client.markets.orderBook({ address: market })
    const quote = quoteOrder(book, { side: 'buy', outcome: 'yes', quantity: 2n * ONE })
    const price = quote.worstPrice ?? 0
    const done = await trader.sendAndWait({ ...order, price, quantity: shares(2), type: 'market' })
    expect(done.trades.reduce((sum, trade) => sum + BigInt(trade.quantity), 0n)).toBe(quote.filled)
    const [held] = (await client.users.positions({ address: trader.address })).positions
    expect(held).toMatchObject({ positionType: 'yes', shares: String(quote.filled) })
    const resting = await trader.sendAndWait({ ...order, price: 4, quantity: shares(2) })
    expect(resting.orders).toMatchObject([{ price: 4, filled: '0' }])
    const id = resting.orders[0]?.orderId ?? 0
    await trader.sendAndWait({ kind: 'cancelOrder', address: market, id })
    const { orders } = await client.users.orders({ address: trader.address, status: 'cancelled' })
    expect(orders.map(({ orderId }) => orderId)).toContain(id)
  })
  test('behavior: balances are the coins that the node lists', async () => {
    const { tokens } = await client.status()
    const listed = await node.addresses.getAddressesAddressBalance(maker.address)
    const held = (id: string): string => listed.tokenBalances?.find((each) => each.id === id)?.amount ?? '0'
    expect(await client.users.balances({ address: maker.address })).toEqual({
      address: maker.address,
      native: { amount: listed.balance, locked: '0' },
      collateral: { amount: held(tokens.collateral.id), locked: '0' },
      stake: { amount: held(tokens.stake.id), locked: '0' },
      others: [],
      coins: listed.utxoNum,
    })
    expect(BigInt(held(tokens.collateral.id))).toBeGreaterThan(0n)
  })
  test('behavior: a list is walked page by page', async () => {
    const walk = async (rowsMax?: number): Promise<number[]> => {
      const prices: number[] = []
      for await (const { price } of client.users.orders.iterate(
        { address: maker.address, limit: 1 },
        { rowsMax },
      ))
        prices.push(price)
      return prices
    }
    expect(await walk()).toEqual([3, 2, 1])
    expect(await walk(2)).toEqual([3, 2])
  })
  test('error: a service that builds something else than what was asked for gets no signature', async () => {
    const wallet = PrivateKeyWallet.Random(0)
    await client.faucet({ address: wallet.address })
    // Between the trader and the service a bid at 5 becomes one at 900.
    const hostile = createClient({
      url: service.url,
      key,
      fetch: (url, init) => {
        const body =
          typeof init?.body === 'string' ? init.body.replace('"price":5,', '"price":900,') : undefined
        return fetch(url, { ...init, ...(body === undefined ? {} : { body }) })
      },
    })
    const trader = await createTrader({ client: hostile, signer: wallet })
    const bid = {
      kind: 'placeOrder',
      address: market,
      side: 'buy',
      outcome: 'yes',
      quantity: shares(2),
    } as const
    await expect(trader.send({ ...bid, price: 5 })).rejects.toMatchObject({
      name: 'UntrustedBuild',
      field: 'script',
    })
    const { trades } = await trader.sendAndWait({ ...bid, price: 6 })
    expect(trades).toEqual([])
    const { orders } = await client.users.orders({ address: wallet.address, status: 'all' })
    expect(orders.map(({ price }) => price)).toEqual([6])
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

  test('default: the program of docs/client.md, imported as the package exports it', async () => {
    const page = readFileSync(join(root, 'docs', 'client.md'), 'utf8')
    const blocks = [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code = '']) => code)
    const program = blocks.join('\n').replace('http://127.0.0.1:3000', service.url)
    const { code, output } = await run(['--input-type=module', '--eval', program], service.url)
    expect(output).toMatch(/best bid \d+, best ask \d+\n/)
    expect(output).toMatch(/no such market\nincluded, order \d+ rests\nchecked: \d+ gas, locks 6\d+\n$/)
    expect(code).toBe(0)
  })
  test.each(documented)(
    'default: $command prints what docs/examples.md says',
    async ({ command, expected }) => {
      const { code, output } = await run(['--import', 'tsx', ...command.split(' ').slice(2)], service.url)
      expect(output).toMatch(toPattern(expected, { isWhole: true }))
      expect(code).toBe(0)
    },
  )
  // After the first run no dispute takes votes, unless the keeper has opened a new round by then: it opens its own.
  test('behavior: commit-and-reveal runs a second time', async () => {
    const { code, output } = await run(['--import', 'tsx', 'examples/commit-and-reveal.ts'], service.url)
    expect(output).toMatch(
      /\n(opened a dispute over market \d+: .+\n)?round \d+ takes commits[\s\S]+choice 1 is revealed\n$/,
    )
    expect(code).toBe(0)
  })
})
