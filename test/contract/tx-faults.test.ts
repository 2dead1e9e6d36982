import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Builder } from '../../src/builder/index.ts'
import { type Chain, connectNode } from '../../src/chain/index.ts'
import { ONE } from '../../src/domain/index.ts'
import { systemClock } from '../../src/kit/index.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'
import { assertDocumented } from '../support/openapi.ts'
import { openSocket, parseRaw, sendRaw } from '../support/raw-http.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { type BuildStage, openBuildStage, parseAnswer, signerOf } from '../support/venue/build-stage.ts'
import type { Wallet } from '../support/venue/wallet.ts'
import { createWallet, mint } from '../support/wallet.ts'

/** A promise and the hand that settles it. */
function createGate<T = void>(): { readonly opened: Promise<T>; open(value: T): void } {
  let open: (value: T) => void = () => undefined
  const opened = new Promise<T>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

describeOnBothDatabases('builds in bad weather', (context) => {
  let stage: BuildStage
  let market: string
  let key: string
  const open: TestApi[] = []
  beforeAll(async () => {
    stage = await openBuildStage(context.database, 'tx-faults', { port: 0 })
    market = (await stage.openMarkets({ endsInMs: 30 * 24 * 3_600_000 }))[0] ?? ''
    key = (await mint(await serve(stage.builder).then(({ api }) => api), createWallet())).key
  })
  afterAll(async () => {
    for (const api of open) await api.close()
    await stage.close()
  })

  async function serve(builder: Builder): Promise<{ readonly api: TestApi; readonly port: number }> {
    const api = await createTestApi({
      database: context.database,
      limits: { drainMs: 0, stopMs: 500 },
      parts: { builder, venue: stage.deployment },
    })
    open.push(api)
    return { api, port: (await api.api.start()).port }
  }
  const rich = () => stage.wallet({ collateral: 10n * ONE, alph: 10n * ONE })
  const order = (wallet: Wallet, change: object = {}) => ({
    ...signerOf(wallet),
    side: 'buy',
    outcome: 'yes',
    price: 400,
    quantity: String(ONE),
    ...change,
  })
  const orders = () => `/v1/tx/markets/${market}/orders`
  const storedBuilds = (wallet: Wallet) =>
    context.database.query<{ response: string; tx_id: string }>({
      label: 'test-stored-builds',
      sql: 'select response, tx_id from builds where signer_address = $1 order by id',
      values: [wallet.address],
    })
  /** Coins that a fresh build would take before those the wallet had: so a second build cannot look like the first. */
  const enrich = (wallet: Wallet) => stage.fund(wallet, { collateral: 500n * ONE, alph: 500n * ONE })
  const httpPost = (body: string | Buffer, ...headers: string[]): Buffer => {
    const head = [
      `POST ${orders()} HTTP/1.1`,
      'Host: sibyl',
      `Authorization: Bearer ${key}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...headers,
      '',
      '',
    ]
    return Buffer.concat([Buffer.from(head.join('\r\n')), Buffer.from(body)])
  }
  const asJson = 'Content-Type: application/json'

  describe('F23 a client that drops after it has sent a build-tx', () => {
    /** The stage's builder behind a node whose dry run waits: whoever asks can be left in the middle of it. */
    function slowBuilder() {
      const begun = createGate()
      const goOn = createGate()
      const chain: Chain = {
        ...stage.chain,
        async dryRunScript(run) {
          begun.open()
          await goOn.opened
          return stage.chain.dryRunScript(run)
        },
      }
      const real = stage.anotherBuilder({ chain })
      const built = createGate<string>()
      const builder: Builder = {
        ...real,
        placeOrder: async (request) => {
          const text = await real.placeOrder(request)
          built.open(text)
          return text
        },
      }
      return { builder, begun: begun.opened, goOn: () => goOn.open(), built: built.opened }
    }
    async function sendAndDrop(port: number, body: object, begun: Promise<void>): Promise<void> {
      const socket = await openSocket(port)
      const gone = new Promise((resolve) => socket.once('close', resolve))
      socket.write(httpPost(JSON.stringify(body), asJson))
      await begun
      socket.resetAndDestroy()
      await gone
    }

    test('behavior: gets the bytes that were built for it when it retries', async () => {
      const wallet = rich()
      const slow = slowBuilder()
      const { api, port } = await serve(slow.builder)
      await sendAndDrop(port, order(wallet), slow.begun)
      slow.goOn()
      const unheard = await slow.built
      enrich(wallet)
      const retried = await api.request('POST', orders(), { json: order(wallet), key })
      expect([retried.status, retried.body]).toEqual([200, unheard])
      expect(await storedBuilds(wallet)).toEqual([{ response: unheard, tx_id: parseAnswer(unheard).txId }])
      const other = await api.request('POST', orders(), { json: order(wallet, { clientRef: 'x' }), key })
      expect(parseAnswer(other.body).txId).not.toBe(parseAnswer(unheard).txId)
    })
    test('behavior: gets them too when the first is not finished yet', async () => {
      const wallet = rich()
      const slow = slowBuilder()
      const { api, port } = await serve(slow.builder)
      await sendAndDrop(port, order(wallet), slow.begun)
      const retry = api.request('POST', orders(), { json: order(wallet), key })
      slow.goOn()
      const unheard = await slow.built
      const retried = await retry
      expect([retried.status, retried.body]).toEqual([200, unheard])
      expect(await storedBuilds(wallet)).toEqual([{ response: unheard, tx_id: parseAnswer(unheard).txId }])
    })
  })

  describe('F18 a node that answers a byte at a time', () => {
    let proxy: TcpProxy
    let api: TestApi
    beforeAll(async () => {
      const { hostname: host, port } = new URL(stage.devnet.url)
      proxy = await startTcpProxy({ host, port: Number(port) })
      const chain = connectNode({
        url: `http://127.0.0.1:${proxy.port}`,
        group: 0,
        clock: systemClock,
      })
      api = (await serve(stage.anotherBuilder({ chain }))).api
    })
    afterAll(() => proxy.close())

    test('error: UPSTREAM_TIMEOUT for a new build, the stored bytes for an old one, and well again by itself', async () => {
      const wallet = rich()
      const post = (change: object = {}) =>
        api.request('POST', orders(), { json: order(wallet, change), key })
      const stored = await post()
      expect(stored.status).toBe(200)
      // Some hundred bytes of headers alone would take a minute.
      proxy.set({ kind: 'trickle', everyMs: 1_000 })
      const [fresh, again] = await Promise.all([post({ price: 401 }), post()])
      expect(fresh.json()).toMatchObject({ statusCode: 502, code: 'UPSTREAM_TIMEOUT' })
      expect([again.status, again.body]).toEqual([200, stored.body])
      expect((await storedBuilds(wallet)).map((row) => row.response)).toEqual([stored.body])
      proxy.set({ kind: 'pass' })
      proxy.cut()
      const well = await post({ price: 401 })
      expect(well.status).toBe(200)
      expect((await storedBuilds(wallet)).map((row) => row.response)).toEqual([stored.body, well.body])
    })
  })

  describe('bodies and heads that no wallet sends', () => {
    let port: number
    let wallet: Wallet
    let good: string
    beforeAll(async () => {
      port = (await serve(stage.builder)).port
      wallet = rich()
      good = JSON.stringify(order(wallet))
    })
    /** Each differs from a request that is answered 200 in one thing. */
    const refused: [string, () => Buffer, string][] = [
      [
        'I48 a body of 1.1 MB',
        () => httpPost(`${good.slice(0, -1)},"clientRef":"${'x'.repeat(1_100_000)}"}`, asJson),
        'body',
      ],
      ['I48 a body of 1.1 MB of spaces', () => httpPost(good + ' '.repeat(1_100_000), asJson), 'body'],
      [
        'I49 a compressed body',
        () => httpPost(gzipSync(good), asJson, 'Content-Encoding: gzip'),
        'headers.content-encoding',
      ],
      [
        'I49 a body that only says so',
        () => httpPost(good, asJson, 'Content-Encoding: gzip'),
        'headers.content-encoding',
      ],
      [
        'I50 a body in UTF-16',
        () => httpPost(Buffer.from(good, 'utf16le'), 'Content-Type: application/json; charset=utf-16'),
        'headers.content-type',
      ],
      [
        'I50 a body that only says so',
        () => httpPost(good, 'Content-Type: application/json; charset=utf-16'),
        'headers.content-type',
      ],
      ['I52 a header of 20 KB', () => httpPost(good, asJson, `X: ${'a'.repeat(20_480)}`), 'headers'],
      [
        'I52 a URL of 20 KB',
        () =>
          Buffer.from(
            httpPost(good, asJson)
              .toString()
              .replace('/orders ', `/orders?x=${'a'.repeat(20_480)} `),
          ),
        'headers',
      ],
      ['I53 2,100 headers', () => httpPost(good, asJson, ...Array(2_100).fill('a: b')), 'headers'],
    ]
    test.each(refused)('error: %s is 400, and nothing is built', async (_what, bytes, field) => {
      const answer = parseRaw(await sendRaw(port, withClose(bytes())))
      const { statusCode, code, details } = JSON.parse(answer.body)
      expect([answer.status, statusCode, code, details.field]).toEqual([400, 400, 'INVALID_REQUEST', field])
      assertDocumented({ method: 'POST', url: orders(), ...answer })
      expect(await storedBuilds(wallet)).toEqual([])
    })
    // After them: it stores a build.
    test('default: the request they were made of is answered', async () => {
      const answer = parseRaw(await sendRaw(port, withClose(httpPost(good, asJson))))
      expect(answer.status).toBe(200)
      const [row] = await storedBuilds(wallet)
      expect(answer.body).toBe(row?.response)
    })
    const withClose = (bytes: Buffer): Buffer => {
      const end = bytes.indexOf('\r\n\r\n')
      return Buffer.concat([
        bytes.subarray(0, end),
        Buffer.from('\r\nConnection: close'),
        bytes.subarray(end),
      ])
    }
  })
})
