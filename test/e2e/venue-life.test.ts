import { contractIdFromAddress, NodeProvider } from '@alephium/web3'
import type { PrivateKeyWallet } from '@alephium/web3-wallet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commitHash } from '../../src/bindings/index.ts'
import {
  createMarketModel,
  type MarketModel,
  type ModelOrder,
  ONE,
  type TimeInForce,
} from '../../src/domain/index.ts'
import type { Answered } from '../support/api.ts'
import { createHttpClient } from '../support/http.ts'
import { createDataDir, type Service, seedDatabase, startService } from '../support/service.ts'
import { createWallet, mint } from '../support/wallet.ts'

// The whole life of a venue as its users live it: one process started as a newcomer starts it, stock wallets, HTTP and
// nothing else. What the reads show is compared with the reference model of a market after every order.

const generous = {
  RATE_LIMIT_ANON_READS: '1000000',
  RATE_LIMIT_ANON_WRITES: '1000000',
  RATE_LIMIT_KEY_READS: '1000000',
  RATE_LIMIT_KEY_WRITES: '1000000',
}
const shares = (count: number): string => String(BigInt(count) * ONE)
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

describe('a venue’s life', () => {
  const data = createDataDir()
  let service: Service
  let client: ReturnType<typeof createHttpClient>
  let node: NodeProvider
  let key: string
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked against the OpenAPI before they are looked into.
  type Json = any

  beforeAll(async () => {
    await seedDatabase(data.path)
    service = await startService({ DATA_DIR: data.path, LOG_LEVEL: 'debug', ...generous })
    client = createHttpClient(service.url)
    node = new NodeProvider(service.nodeUrl)
  })
  afterAll(async () => {
    service?.kill('SIGKILL')
    await service?.exited
    data.remove()
  })

  const tipHeight = async (): Promise<number> =>
    (await node.blockflow.getBlockflowChainInfo({ fromGroup: 0, toGroup: 0 })).currentHeight
  /** Reads what the chain shows now: waits for the index. */
  const get = async (path: string, as?: string): Promise<Json> => {
    const headers = { 'x-min-block-height': String(await tipHeight()) }
    const answer = await client.request('GET', path, { headers, ...(as === undefined ? {} : { key: as }) })
    expect({ path, status: answer.status, body: answer.status === 200 ? '' : answer.body }).toEqual({
      path,
      status: 200,
      body: '',
    })
    return answer.json()
  }
  /** Waits, block by block, for what the keeper does by itself. */
  const until = async (path: string, holds: (answer: Json) => boolean): Promise<Json> => {
    for (let looks = 0; looks < 20; looks++) {
      const answer = await get(path)
      if (holds(answer)) return answer
      // Answers as soon as there is another block, or after the service's own patience.
      await client.request('GET', '/v1/voting/period', {
        headers: { 'x-min-block-height': String((await tipHeight()) + 1) },
      })
    }
    throw new Error(`${path} never became what was expected:\n${service.output().slice(-4_000)}`)
  }
  const control = async (name: string, body: object): Promise<void> => {
    const answer = await fetch(`${service.nodeUrl}/devnet/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect({ name, status: answer.status }).toEqual({ name, status: 200 })
  }
  const later = (ms: number) => control('time', { advanceMs: Math.max(1, Math.ceil(ms)) })
  const signerOf = (wallet: PrivateKeyWallet) => ({
    signerAddress: wallet.address,
    signerPublicKey: wallet.publicKey,
  })
  const build = (
    path: string,
    wallet: PrivateKeyWallet,
    body: object = {},
    method = 'POST',
  ): Promise<Answered> =>
    client.request(method, `/v1/tx/${path}`, { key, json: { ...signerOf(wallet), ...body } })
  /** Builds, signs with the stock wallet, submits to the node: the id is the promised one. */
  async function send(
    path: string,
    wallet: PrivateKeyWallet,
    body: object = {},
    method = 'POST',
  ): Promise<string> {
    const built = await build(path, wallet, body, method)
    expect({ path, status: built.status, body: built.status === 200 ? '' : built.body }).toEqual({
      path,
      status: 200,
      body: '',
    })
    const { unsignedTx, txId } = built.json()
    const signed = await wallet.signUnsignedTx({ signerAddress: wallet.address, unsignedTx })
    expect(signed.txId).toBe(txId)
    const submitted = await node.transactions.postTransactionsSubmit({
      unsignedTx,
      signature: signed.signature,
    })
    expect(submitted.txId).toBe(txId)
    return txId
  }
  async function fundedWallet(keyType?: 'gl-secp256k1'): Promise<PrivateKeyWallet> {
    const wallet = createWallet(keyType)
    const answer = await client.request('POST', '/v1/faucet', { json: { address: wallet.address } })
    expect(answer.status).toBe(200)
    return wallet
  }
  const rowAddress = (wallet: PrivateKeyWallet) =>
    wallet.keyType === 'gl-secp256k1' ? `${wallet.address.split(':')[0]}:0` : wallet.address

  test('behavior: from the first key to the last withdrawal', { timeout: 600_000 }, async () => {
    const proposer = await fundedWallet()
    key = (await mint(client, proposer)).key
    const status = await get('/v1/status')
    const { votingMs, minTradingMs, disputeMs, commitMs, revealMs, unlockMs } = status.periods
    const blockTime = async (): Promise<number> => (await get('/v1/status')).chain.blockTimestamp

    // Stake, propose a single market and a linked event, vote for both.
    await send('vault/deposit', proposer, { amount: shares(1_000_000) })
    expect(await get(`/v1/users/${proposer.address}/vault`)).toMatchObject({ tier: 'Degenerate', weight: 30 })
    const endsAt = new Date((await blockTime()) + votingMs + minTradingMs + 3_600_000).toISOString()
    await send('proposals/single', proposer, {
      question: 'Will the bridge open in May?',
      category: 'Infrastructure',
      endsAt,
      tags: ['bridge', 'may'],
      metadata: { city: 'Basel' },
    })
    await send('proposals/linked', proposer, {
      masterQuestion: 'Who wins the cup?',
      category: 'Sports',
      endsAt,
      legs: [{ question: 'The reds?' }, { question: 'The blues?' }],
    })
    for (const proposalId of [1, 2]) await send('voting/vote', proposer, { proposalId })
    const again = await build('voting/vote', proposer, { proposalId: 1, clientRef: 'again' })
    expect(again.json()).toMatchObject({
      statusCode: 409,
      code: 'STATE_CONFLICT',
      details: { reason: 'already_voted' },
    })
    expect((await get('/v1/voting/proposals')).proposals.map((row: Json) => [row.id, row.voteCount])).toEqual(
      [
        [2, '30'],
        [1, '30'],
      ],
    )

    // The keeper freezes the period, deploys three markets and returns the deposits.
    await later(votingMs)
    const deployed = await until('/v1/markets', ({ pagination }) => pagination.total === 3)
    const single = deployed.markets.find((market: Json) => !market.linked)
    const legs = deployed.markets.filter((market: Json) => market.linked)
    expect(single).toMatchObject({
      question: 'Will the bridge open in May?',
      state: 'open',
      metadata: { city: 'Basel' },
    })
    const { events } = await get('/v1/events?withLegs=true')
    expect(events).toHaveLength(1)
    expect(events[0].legs.map((leg: Json) => leg.question)).toEqual(['The reds?', 'The blues?'])
    await until('/v1/voting/proposals?status=accepted', ({ pagination }) => pagination.total === 2)

    // Orders of all four kinds, every time in force, all three kinds of fills; the model plays along.
    const market: string = single.marketAddress
    const anna = await fundedWallet()
    const bert = await fundedWallet('gl-secp256k1')
    const cara = await fundedWallet()
    const names = new Map([anna, bert, cara].map((wallet) => [wallet, rowAddress(wallet)]))
    const model = createMarketModel({
      marketAddress: market,
      creator: proposer.address,
      treasury: 'treasury',
      creatorShare: 30,
    })
    const place = async (
      wallet: PrivateKeyWallet,
      side: ModelOrder['side'],
      outcome: ModelOrder['outcome'],
      price: number,
      count: number,
      more: { timeInForce?: TimeInForce; type?: 'market' } = {},
    ): Promise<void> => {
      const order = { side, outcome, price, quantity: shares(count) }
      await send(`markets/${market}/orders`, wallet, { ...order, ...more })
      const played = model.place({
        trader: names.get(wallet) ?? '',
        side,
        outcome,
        price,
        quantity: BigInt(order.quantity),
        timeInForce: more.timeInForce ?? (more.type === 'market' ? 'ioc' : 'gtc'),
        isMarketOrder: more.type === 'market',
        maxFills: 100,
        referer: null,
      })
      expect(played.ok).toBe(true)
      await compare(market, model, [...names.values()])
    }
    await place(anna, 'buy', 'yes', 600, 100)
    await place(bert, 'buy', 'no', 400, 60) // mint
    await place(cara, 'buy', 'yes', 550, 40, { timeInForce: 'post-only' })
    await place(anna, 'sell', 'yes', 700, 20)
    await place(bert, 'sell', 'no', 300, 30) // rests: asks yes at 700 stand behind
    await place(cara, 'buy', 'yes', 720, 25, { timeInForce: 'ioc' }) // transfer
    await place(anna, 'sell', 'yes', 500, 10, { timeInForce: 'fok' }) // transfer into bert's or cara's bids
    await place(bert, 'sell', 'no', 600, 5, { type: 'market' })
    await place(anna, 'sell', 'yes', 300, 15)
    await place(bert, 'sell', 'no', 350, 6) // rests as the best bid for yes, at 650
    await place(anna, 'sell', 'yes', 500, 4) // merge
    await place(anna, 'buy', 'yes', 100, 30)
    const { trades } = await get(`/v1/markets/${market}/trades?limit=200`)
    expect(new Set(trades.map((trade: Json) => trade.fillType))).toEqual(
      new Set(['mint', 'transfer', 'merge']),
    )
    const cannot = await build(`markets/${market}/orders`, cara, {
      side: 'buy',
      outcome: 'no',
      price: 1,
      quantity: shares(50),
      timeInForce: 'fok',
    })
    expect(cannot.json()).toMatchObject({ code: 'STATE_CONFLICT', details: { reason: 'cannot_fill' } })
    const poor = await build(`markets/${market}/orders`, cara, {
      side: 'buy',
      outcome: 'no',
      price: 999,
      quantity: shares(1_000_000),
    })
    expect(poor.json()).toMatchObject({ statusCode: 422, code: 'INSUFFICIENT_BALANCE' })

    // A resting order is cancelled, with a body on DELETE.
    const open = (await get(`/v1/users/${anna.address}/orders`)).orders[0]
    await send(`markets/${market}/orders/${open.orderId}`, anna, {}, 'DELETE')
    expect(model.cancel(anna.address, [open.orderId]).ok).toBe(true)
    await compare(market, model, [...names.values()])
    expect((await build(`markets/${market}/orders/${open.orderId}/cancel`, anna)).status).toBe(409)

    // A parlay on both legs: offered, taken.
    const maker = await fundedWallet()
    await send('proposals/parlay', maker, {
      amount: shares(10),
      combinedOdds: '3000',
      legs: [
        { marketAddress: single.marketAddress, outcome: 'yes' },
        { marketAddress: legs[0].marketAddress, outcome: 'no' },
      ],
    })
    expect((await build('parlays/1/take', maker)).json()).toMatchObject({ code: 'STATE_CONFLICT' })
    await send('parlays/1/take', cara)
    expect((await get('/v1/parlays?status=taken')).parlays[0]).toMatchObject({
      id: 1,
      takerAmount: shares(20),
      taker: cara.address,
    })

    // Closed: no more orders; submitted, disputed.
    await later(new Date(endsAt).getTime() - (await blockTime()))
    const closed = await build(`markets/${market}/orders`, anna, {
      side: 'buy',
      outcome: 'yes',
      price: 500,
      quantity: shares(1),
    })
    expect(closed.json()).toMatchObject({ statusCode: 409, code: 'MARKET_CLOSED' })
    const submitter = await fundedWallet()
    const disputer = await fundedWallet('gl-secp256k1')
    await send('oracle/submit', submitter, { marketAddress: market, outcome: 'no' })
    await send('oracle/submit', submitter, { marketAddress: legs[0].marketAddress, outcome: 'no' })
    await send('oracle/dispute', disputer, { marketAddress: market })
    expect((await get(`/v1/markets/${market}`)).state).toBe('disputed')

    // Three voters commit; two hand their salts to the relay, one reveals by itself.
    const voters = [await fundedWallet(), await fundedWallet('gl-secp256k1'), await fundedWallet()]
    const salts = voters.map((_, i) => `${i + 1}${i + 1}`.repeat(32))
    for (const [i, voter] of voters.entries()) {
      await send('vault/deposit', voter, { amount: shares(1_000_000) })
      const secret = {
        marketId: hex(contractIdFromAddress(market)),
        round: 1,
        voter: rowAddress(voter),
        vote: 1 as const,
        salt: salts[i]!,
      }
      const commitTxId = await send('oracle/commit', voter, {
        marketAddress: market,
        commitHash: commitHash(secret),
        voteRound: 1,
      })
      if (i === 2) continue
      await get(`/v1/markets/${market}`)
      const relayed = await client.request('POST', '/v1/oracle/pending-reveals', {
        json: {
          marketAddress: market,
          voterAddress: voter.address,
          voteRound: 1,
          voteChoice: 1,
          salt: salts[i],
          commitTxId,
        },
      })
      expect(relayed.json()).toMatchObject({ status: 'confirmed', voteChoice: 0, attemptCount: 0 })
    }
    await later(commitMs)
    await send('oracle/reveal', voters[2]!, {
      marketAddress: market,
      voterAddress: voters[2]!.address,
      vote: 1,
      salt: salts[2],
    })
    for (const voter of voters)
      await until(
        `/v1/users/${voter.address}/pending-reveals`,
        ({ pendingReveals }) => pendingReveals[0]?.status === 'revealed',
      )

    // Resolved to yes; everybody is paid without asking.
    await later(Math.max(revealMs, disputeMs))
    await until(`/v1/markets/${market}`, ({ finalOutcome }) => finalOutcome === 1)
    await until(`/v1/markets/${legs[0].marketAddress}`, ({ finalOutcome }) => finalOutcome === 2)
    model.close()
    expect(model.resolve(1).ok).toBe(true)
    for (const [wallet, address] of names) {
      const { positions } = await until(`/v1/users/${wallet.address}/positions`, (answer) =>
        answer.positions.every((position: Json) => position.isSettled),
      )
      const paid = positions.reduce(
        (sum: bigint, position: Json) => sum + BigInt(position.potentialPayout),
        0n,
      )
      const winning = (model.position(address)?.yes ?? 0n) + restingYes(model, address)
      expect({ address, paid }).toEqual({ address, paid: winning })
    }
    await until('/v1/parlays?status=settled', ({ pagination }) => pagination.total === 1)
    expect((await get('/v1/parlays?status=settled')).parlays[0]).toMatchObject({
      result: 'maker',
      makerPayout: shares(30),
    })
    expect(
      (await build('oracle/dispute', disputer, { marketAddress: market, clientRef: 'late' })).status,
    ).toBe(409)

    // The stake comes back after the timelock.
    await send('vault/unlock', voters[0]!, { amount: shares(400_000) })
    expect((await build('vault/withdraw', voters[0]!)).json()).toMatchObject({
      code: 'STATE_CONFLICT',
      details: { reason: 'timelock_running' },
    })
    await later(unlockMs)
    const txId = await send('vault/withdraw', voters[0]!)
    expect((await get(`/v1/users/${voters[0]!.address}/vault`)).unlock).toBeNull()
    expect((await get(`/v1/transactions/${txId}`)).status).toMatch(/included|confirmed/)
  })

  /** Shares of yes that still lie in resting sells: they are paid when the order is released. */
  const restingYes = (model: MarketModel, trader: string): bigint =>
    (['bid', 'ask'] as const)
      .flatMap((side) => [...model.book.list(side)])
      .filter((order) => order.trader === trader && order.side === 'sell' && order.outcome === 'yes')
      .reduce((sum, order) => sum + order.remaining, 0n)

  /** Book, positions and volume of the reads against the model's. */
  async function compare(market: string, model: MarketModel, traders: readonly string[]): Promise<void> {
    const book = await get(`/v1/markets/${market}/orderbook?depth=100`)
    const resting = (['bid', 'ask'] as const).flatMap((side) => [...model.book.list(side)])
    const quantity = (levels: Json[]) =>
      levels.reduce((sum: bigint, level) => sum + BigInt(level.quantity), 0n)
    expect(quantity(book.yes.bids) + quantity(book.yes.asks)).toBe(
      resting.reduce((sum, order) => sum + order.remaining, 0n),
    )
    for (const trader of traders) {
      const { positions } = await get(`/v1/users/${trader}/positions`)
      for (const outcome of ['yes', 'no'] as const) {
        const row = positions.find((position: Json) => position.positionType === outcome)
        const locked = resting
          .filter((order) => order.trader === trader && order.outcome === outcome && order.side === 'sell')
          .reduce((sum, order) => sum + order.remaining, 0n)
        const free = model.position(trader)?.[outcome] ?? 0n
        expect({
          trader,
          outcome,
          shares: row?.shares ?? '0',
          lockedShares: row?.lockedShares ?? '0',
        }).toEqual({
          trader,
          outcome,
          shares: String(free + locked),
          lockedShares: String(locked),
        })
      }
    }
  }
})
