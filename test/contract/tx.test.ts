import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ONE } from '../../src/domain/index.ts'
import { Fault } from '../../src/kit/index.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'
import { type BuildStage, openBuildStage, parseAnswer, signerOf } from '../support/venue/build-stage.ts'
import { absentNode } from '../support/venue/paper-venue.ts'
import type { Wallet } from '../support/venue/wallet.ts'
import { createWallet, mint } from '../support/wallet.ts'

const bytes32 = 'ab'.repeat(32)
const hour = 3_600_000

describeOnBothDatabases('builds over HTTP', (context) => {
  let stage: BuildStage
  let api: TestApi
  let market: string
  let trader: Wallet
  let writeKey: string
  let readKey: string
  beforeAll(async () => {
    stage = await openBuildStage(context.database, 'tx-contract')
    market = (await stage.openMarkets({ endsInMs: 30 * 24 * hour }))[0] ?? ''
    trader = stage.wallet({ collateral: 1_000n * ONE, stake: 1_000n * ONE, coins: 5 })
    api = await createTestApi({
      database: context.database,
      parts: { builder: stage.builder, venue: stage.deployment },
    })
    const owner = createWallet()
    writeKey = (await mint(api, owner)).key
    readKey = (await mint(api, owner, { scopes: ['read'] })).key
  })
  afterAll(async () => {
    await api.close()
    await stage.close()
  })

  const order = (change: object = {}) => ({
    ...signerOf(trader),
    side: 'buy',
    outcome: 'yes',
    price: 400,
    quantity: String(ONE),
    ...change,
  })
  const orders = () => `/v1/tx/markets/${market}/orders`
  const post = (url: string, json: unknown, key: string | undefined = writeKey) =>
    api.request('POST', url, { json, ...(key === undefined ? {} : { key }) })

  /** Every build route with a body that passes its schema. */
  const routes = (): [string, string, object][] => [
    ['POST', orders(), order()],
    ['DELETE', `${orders()}/1`, signerOf(trader)],
    ['POST', `${orders()}/1/cancel`, signerOf(trader)],
    ['POST', `/v1/tx/markets/${market}/cancel-all`, signerOf(trader)],
    ['POST', `/v1/tx/markets/${market}/settle`, signerOf(trader)],
    ['POST', '/v1/tx/vault/deposit', { ...signerOf(trader), amount: '1' }],
    ['POST', '/v1/tx/vault/unlock', { ...signerOf(trader), amount: '1' }],
    ['POST', '/v1/tx/vault/withdraw', signerOf(trader)],
    ['POST', '/v1/tx/oracle/submit', { ...signerOf(trader), marketAddress: market, outcome: 'yes' }],
    ['POST', '/v1/tx/oracle/dispute', { ...signerOf(trader), marketAddress: market }],
    ['POST', '/v1/tx/oracle/commit', { ...signerOf(trader), marketAddress: market, commitHash: bytes32 }],
    [
      'POST',
      '/v1/tx/oracle/reveal',
      { ...signerOf(trader), marketAddress: market, voterAddress: trader.address, vote: 1, salt: bytes32 },
    ],
    ['POST', '/v1/tx/voting/vote', { ...signerOf(trader), proposalId: 1 }],
    [
      'POST',
      '/v1/tx/proposals/single',
      { ...signerOf(trader), question: 'q', category: 'c', endsAt: '2030-06-01T00:00:00.000Z' },
    ],
    [
      'POST',
      '/v1/tx/proposals/linked',
      {
        ...signerOf(trader),
        masterQuestion: 'q',
        category: 'c',
        endsAt: '2030-06-01T00:00:00.000Z',
        legs: [{ question: 'a' }, { question: 'b' }],
      },
    ],
    [
      'POST',
      '/v1/tx/proposals/parlay',
      {
        ...signerOf(trader),
        amount: '1',
        combinedOdds: '2000',
        legs: [
          { marketAddress: market, outcome: 'yes' },
          { marketAddress: stage.deployment.contracts.vault.address, outcome: 'no' },
        ],
      },
    ],
    ['POST', '/v1/tx/parlays/1/take', signerOf(trader)],
    ['POST', '/v1/tx/parlays/1/cancel', signerOf(trader)],
  ]

  describe('who may build', () => {
    test('behavior: every route wants a key with write:tx before it looks at anything', async () => {
      for (const [method, url, json] of routes()) {
        const statuses = []
        for (const key of [undefined, 'sibyl_live_nonsense', readKey])
          statuses.push(
            (await api.request(method, url, { json, ...(key === undefined ? {} : { key }) })).status,
          )
        expect([method, url, statuses]).toEqual([method, url, [401, 401, 403]])
        const { status } = await api.request(method, url, { json, key: writeKey })
        expect([url, status === 401 || status === 403 || status >= 500]).toEqual([url, false])
      }
    })
    test('error: INSUFFICIENT_SCOPE comes before a body is read', async () => {
      const answer = await post(orders(), { nonsense: true }, readKey)
      expect(answer.json()).toMatchObject({ statusCode: 403, code: 'INSUFFICIENT_SCOPE' })
    })
    test('behavior: a key builds for any signer, and nothing of its owner enters the transaction', async () => {
      const { status, body } = await post(orders(), order({ price: 17 }))
      expect(status).toBe(200)
      const { key } = await mint(api, createWallet())
      expect((await post(orders(), order({ price: 17 }), key)).body).toBe(body)
    })
  })

  describe('the answer', () => {
    test('default: exactly the contract’s fields', async () => {
      const answer = await post(orders(), order({ price: 20 }))
      expect(Object.keys(answer.json())).toEqual([
        'unsignedTx',
        'txId',
        'fromGroup',
        'toGroup',
        'gasAmount',
        'gasPrice',
        'collateralRequired',
        'attoNativeAmount',
        'tokens',
      ])
      const { gasAmount, gasPrice, attoNativeAmount } = answer.json()
      // Deposits of three entries, dust of four outputs and of change, and the fee.
      const attached = 306_000_000_000_000_000n
      expect(BigInt(attoNativeAmount)).toBe(attached + BigInt(gasAmount) * BigInt(gasPrice))
    })
    test('I42 behavior: order of keys, white space, spelling of numbers and a trailing slash make no difference', async () => {
      const { signerAddress, signerPublicKey } = signerOf(trader)
      const { body } = await post(orders(), order({ price: 100 }))
      const payload = `\n{ "quantity" : "${ONE}",\t"price":1.0e2, "outcome":"yes",
        "signerPublicKey":"0x${signerPublicKey.toUpperCase()}","side":"\\u0062uy","signerAddress":"${signerAddress}" }`
      const headers = { 'content-type': 'application/json; charset=utf-8' }
      for (const url of [orders(), `${orders()}/`]) {
        const answer = await api.request('POST', url, { payload, headers, key: writeKey })
        expect(answer.body).toBe(body)
      }
    })
    test('behavior: what was built can be looked up before it is signed, and followed after', async () => {
      const built = await post(orders(), order({ price: 30 }))
      const { txId } = parseAnswer(built.body)
      const before = (await api.request('GET', `/v1/transactions/${txId}`)).json()
      expect(before).toMatchObject({
        status: 'unknown',
        blockHash: null,
        blockHeight: null,
        indexed: false,
        build: { kind: 'place-order', signerAddress: trader.address, effects: [{ type: 'OrderPlaced' }] },
      })
      await stage.send(trader, built.body)
      await stage.index()
      const after = await api.request('GET', `/v1/transactions/${txId.toUpperCase()}`)
      expect(after.json()).toMatchObject({ status: 'included', orders: [{ price: 30, txId }], trades: [] })
      expect(after.headers['x-block-height']).toBe(String(await stage.chain.getHeight()))
      stage.devnet.controls.mine({ blocks: 9 })
      expect((await api.request('GET', `/v1/transactions/${txId}`)).json().status).toBe('confirmed')
      stage.devnet.controls.reorg({ depth: 10, replay: false })
      await stage.index()
      expect((await api.request('GET', `/v1/transactions/${txId}`)).json()).toMatchObject({
        status: 'orphaned',
        orders: [],
      })
    })
    test('behavior: a transaction nobody has seen is unknown', async () => {
      expect((await api.request('GET', `/v1/transactions/${'0'.repeat(64)}`)).json()).toMatchObject({
        status: 'unknown',
        build: null,
      })
      expect((await api.request('GET', '/v1/transactions/abc')).status).toBe(400)
    })
  })

  describe('bad bodies', () => {
    test.each<[string, object, string]>([
      ['I41 a price as text', { price: '5' }, 'price'],
      ['I41 a price of true', { price: true }, 'price'],
      ['I41 a price in a list', { price: [5] }, 'price'],
      ['price 0', { price: 0 }, 'price'],
      ['price 1000', { price: 1000 }, 'price'],
      ['price 1.5', { price: 1.5 }, 'price'],
      ['I43 a quantity as number', { quantity: 10 }, 'quantity'],
      ...['0', '-1', '+1', '01', '1e18', '1.0', ' 1', '١', '9'.repeat(79), String(1n << 256n)].map(
        (quantity): [string, object, string] => [`I44 quantity ${quantity}`, { quantity }, 'quantity'],
      ),
      ['side BUY', { side: 'BUY' }, 'side'],
      ['outcome maybe', { outcome: 'maybe' }, 'outcome'],
      ['I45 an unknown field', { admin: true }, 'admin'],
      ['timeInForce day', { timeInForce: 'day' }, 'timeInForce'],
      ['an empty clientRef', { clientRef: '' }, 'clientRef'],
      ['a clientRef of 65 characters', { clientRef: 'x'.repeat(65) }, 'clientRef'],
      ['I54 a key of another wallet', { signerPublicKey: `02${'11'.repeat(32)}` }, 'signerPublicKey'],
      ['a key that is no hex', { signerPublicKey: 'xyz' }, 'signerPublicKey'],
      ['an address of 29 characters', { signerAddress: '1'.repeat(29) }, 'signerAddress'],
      ['I46 half a surrogate pair', { clientRef: '\ud800' }, 'clientRef'],
    ])('error: %s', async (_, change, field) => {
      const answer = await post(orders(), order(change))
      expect(answer.json()).toMatchObject({ statusCode: 400, code: 'INVALID_REQUEST', details: { field } })
    })
    test.each([
      ['nothing', ''],
      ['null', 'null'],
      ['a list', '[]'],
      ['a text', '"x"'],
      ['a prototype', '{"__proto__":{"a":1}}'],
      ['deep nesting', '['.repeat(100_000)],
    ])('error: %s instead of a body', async (_, payload) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await api.request('POST', orders(), { payload, headers, key: writeKey })
      expect(answer.json()).toMatchObject({ statusCode: 400, code: 'INVALID_REQUEST' })
    })
    test('error: a wallet of another group hears which and what would work', async () => {
      const other = stage.devnet.wallets[2]
      const signer = { signerAddress: other?.address, signerPublicKey: other?.publicKey }
      const answer = await post(orders(), order(signer))
      expect(answer.json()).toMatchObject({
        statusCode: 400,
        message: 'signerAddress is in group 2, this venue is in group 0; a groupless address works',
      })
    })
    test('error: salts do not come back', async () => {
      const body = { ...signerOf(trader), marketAddress: market, voterAddress: trader.address, vote: 1 }
      const answer = await post('/v1/tx/oracle/reveal', { ...body, salt: 'my secret' })
      expect(answer.json().details).toEqual({ field: 'salt', received: '[redacted]' })
    })
    test('error: fields of legs are named by their path', async () => {
      const legs = [{ question: 'a' }, { question: 'b', imageUrl: 'http://a.b' }]
      const body = {
        ...signerOf(trader),
        masterQuestion: 'q',
        category: 'c',
        endsAt: '2030-06-01T00:00:00.000Z',
      }
      const answer = await post('/v1/tx/proposals/linked', { ...body, legs })
      expect(answer.json().details).toEqual({ field: 'legs.1.imageUrl', received: 'http://a.b' })
    })
  })

  describe('what exists and what the state allows', () => {
    test('error: NOT_FOUND', async () => {
      const { vault } = stage.deployment.contracts
      const answers = await Promise.all([
        post(`/v1/tx/markets/${vault.address}/orders`, order()),
        api.request('DELETE', `${orders()}/4711`, { json: signerOf(trader), key: writeKey }),
        api.request('DELETE', `${orders()}/9007199254740991`, { json: signerOf(trader), key: writeKey }),
        post('/v1/tx/voting/vote', { ...signerOf(trader), proposalId: 4711 }),
        post('/v1/tx/parlays/4711/take', signerOf(trader)),
      ])
      for (const answer of answers)
        expect(answer.json()).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' })
    })
    test('error: a wallet’s address where a market’s is due', async () => {
      const answer = await post(`/v1/tx/markets/${trader.address}/orders`, order())
      expect(answer.json()).toMatchObject({ statusCode: 400, details: { field: 'address' } })
    })
    test.each<[string, object, object]>([
      ['/v1/tx/vault/withdraw', {}, { code: 'STATE_CONFLICT', details: { reason: 'no_stake' } }],
      ['/v1/tx/vault/unlock', { amount: '5' }, { code: 'INSUFFICIENT_BALANCE', details: { available: '0' } }],
      [
        '/v1/tx/voting/vote',
        { proposalId: 1 },
        { code: 'STATE_CONFLICT', details: { reason: 'period_over' } },
      ],
    ])('error: %s', async (url, body, expected) => {
      expect((await post(url, { ...signerOf(trader), ...body })).json()).toMatchObject(expected)
    })
    test('error: an order that would cross, cannot fill, or cannot rest', async () => {
      const maker = stage.wallet({ collateral: 100n * ONE })
      await stage.send(maker, (await post(orders(), { ...order({ price: 700 }), ...signerOf(maker) })).body)
      const no = { outcome: 'no', price: 400 }
      const refusals = []
      for (const change of [
        { timeInForce: 'post-only' },
        { timeInForce: 'fok', quantity: String(50n * ONE) },
        { price: 100, quantity: '999999999999999999' },
      ])
        refusals.push((await post(orders(), order({ ...no, ...change }))).json().details)
      expect(refusals).toMatchObject([
        { reason: 'would_cross' },
        { reason: 'cannot_fill' },
        { reason: 'would_not_rest', minimum: String(ONE) },
      ])
    })
  })

  describe('balances', () => {
    test('error: collateral', async () => {
      const poor = stage.wallet({ collateral: ONE })
      const body = { ...order({ quantity: String(10n * ONE) }), ...signerOf(poor) }
      expect((await post(orders(), body)).json()).toMatchObject({
        statusCode: 422,
        code: 'INSUFFICIENT_BALANCE',
        details: {
          token: stage.deployment.tokens.collateral.id,
          required: '4100000000000000000',
          available: '1000000000000000000',
          shortfall: '3100000000000000000',
        },
      })
    })
    test('error: the native token; what it says is lacking is enough', async () => {
      const poor = stage.wallet({ collateral: 10n * ONE, stake: ONE, alph: 0n })
      const body = { ...order(), ...signerOf(poor) }
      const { details } = (await post(orders(), body)).json()
      expect(details.token).toBe('0'.repeat(64))
      expect(BigInt(details.required) - BigInt(details.available)).toBe(BigInt(details.shortfall))
      stage.fund(poor, { alph: BigInt(details.shortfall) })
      expect((await post(orders(), body)).status).toBe(200)
    })
    test('error: shares', async () => {
      const answer = await post(orders(), order({ side: 'sell', outcome: 'no' }))
      expect(answer.json()).toMatchObject({
        statusCode: 422,
        details: { token: 'shares:no', required: String(ONE), available: '0', shortfall: String(ONE) },
      })
    })
    test('error: coins of a groupless wallet in other groups do not count, and the answer says where they are', async () => {
      const wallet = stage.wallet({ keyType: 'gl-secp256k1' })
      stage.fund(wallet, { alph: 0n, collateral: 7n * ONE, group: 2 })
      const answer = await post(orders(), { ...order(), ...signerOf(wallet) })
      expect(answer.json()).toMatchObject({
        statusCode: 422,
        details: { available: '0', otherGroups: [{ group: 2, available: String(7n * ONE) }] },
      })
    })
  })

  test('error: shares and stake that are short: what is free of the very outcome, and what is staked', async () => {
    const wallet = stage.wallet({ collateral: 10n * ONE, stake: 10n * ONE })
    const by = signerOf(wallet)
    const { builder } = stage
    const at = { ...by, marketAddress: market }
    await stage.send(wallet, builder.split({ ...at, quantity: String(3n * ONE) }))
    const resting = { ...at, side: 'sell', outcome: 'yes', price: 999, quantity: String(ONE) } as const
    await stage.send(wallet, builder.placeOrder(resting))
    await stage.send(wallet, builder.vaultDeposit({ ...by, amount: String(2n * ONE) }))
    const asked = { ...order(), ...by, side: 'sell', outcome: 'no', quantity: String(5n * ONE) }
    const shares = { token: 'shares:no', available: String(3n * ONE) }
    expect((await post(orders(), asked)).json()).toMatchObject({ statusCode: 422, details: shares })
    const unlock = await post('/v1/tx/vault/unlock', { ...by, amount: String(5n * ONE) })
    expect(unlock.json()).toMatchObject({ statusCode: 422, details: { available: String(2n * ONE) } })
  })

  test('behavior: who cannot be a wallet of the venue has zero balances, as its other lists are empty', async () => {
    const { database } = context
    // It refuses what is no address, which would be a bug here.
    const balances = async (address: string) => {
      const coins = await stage.chain.listCoins(address)
      const amount = coins.reduce((sum, { attoAlph }) => sum + attoAlph, 0n)
      return { native: { amount, locked: 0n }, tokens: new Map(), coins: coins.length }
    }
    const node = { url: 'http://127.0.0.1:22973', tip: async () => null, balances }
    const venue = await createTestApi({ database, parts: { node, venue: stage.deployment } })
    const of = async (address: string) => {
      const { status, body, json } = await venue.request('GET', `/v1/users/${address}/balances`)
      return [status, status === 200 ? json() : body]
    }
    const zero = { amount: '0', locked: '0' }
    const nothing = { native: zero, collateral: zero, stake: zero, others: [], coins: 0 }
    const groupless = stage.wallet({ keyType: 'gl-secp256k1' }).address.replace(/:0$/, '')
    const spellings = [
      `${trader.address}:1`,
      `${groupless}:2`,
      `${groupless.slice(0, -1)}${groupless.endsWith('z') ? 'y' : 'z'}`,
      'z'.repeat(40),
      '1'.repeat(34),
      '9'.repeat(30),
      '2'.repeat(80),
    ]
    for (const address of spellings) expect(await of(address)).toEqual([200, { address, ...nothing }])
    expect(await of(`${trader.address}:0`)).toEqual(await of(trader.address))
    expect((await of(trader.address))[1].coins).toBeGreaterThan(0)
    await venue.close()
  })

  describe('when the node is away', () => {
    test('error: UPSTREAM_ERROR for a new build, the stored answer for an old one', async () => {
      const stored = await post(orders(), order({ price: 50 }))
      const builder = stage.anotherBuilder({ chain: absentNode() })
      const cutOff = await createTestApi({
        database: context.database,
        parts: { builder, venue: stage.deployment },
      })
      const again = await cutOff.request('POST', orders(), { json: order({ price: 50 }), key: writeKey })
      expect([again.status, again.body]).toEqual([200, stored.body])
      const fresh = await cutOff.request('POST', orders(), { json: order({ price: 51 }), key: writeKey })
      expect(fresh.json()).toMatchObject({ statusCode: 502, code: 'UPSTREAM_ERROR' })
      await cutOff.close()
    })
    test('error: UPSTREAM_ERROR for balances, which only the node knows, while what is indexed is read', async () => {
      const balances = () => Promise.reject(new Fault('upstream_error', 'no node is there'))
      const node = { url: 'http://127.0.0.1:22973', tip: async () => null, balances }
      const cutOff = await createTestApi({
        database: context.database,
        parts: { node, venue: stage.deployment },
      })
      const of = (what: string) => cutOff.request('GET', `/v1/users/${createWallet().address}/${what}`)
      expect((await of('balances')).json()).toMatchObject({ statusCode: 502, code: 'UPSTREAM_ERROR' })
      expect((await of('orders')).status).toBe(200)
      await cutOff.close()
    })
  })

  test('I57 behavior: an accepted imageUrl is shown as it was given, and never fetched', async () => {
    let connections = 0
    const host = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
    const imageUrl = `https://127.0.0.1:${(host.address() as { port: number }).port}/a.png`
    const [address = ''] = await stage.openMarkets({ imageUrl })
    expect((await api.request('GET', `/v1/markets/${address}`)).json().imageUrl).toBe(imageUrl)
    const { proposals } = (await api.request('GET', '/v1/voting/proposals?status=accepted&limit=1')).json()
    expect(proposals[0].imageUrl).toBe(imageUrl)
    await new Promise((resolve) => host.close(resolve))
    expect(connections).toBe(0)
  })

  test('error: there is no faucet without the embedded devnet', async () => {
    const answer = await api.request('POST', '/v1/faucet', { json: { address: trader.address } })
    expect(answer.json()).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' })
  })
})
