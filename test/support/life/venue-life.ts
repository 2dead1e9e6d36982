import { contractIdFromAddress } from '@alephium/web3'
import type { PrivateKeyWallet } from '@alephium/web3-wallet'
import { expect } from 'vitest'
import { commitHash } from '../../../src/bindings/index.ts'
import { createMarketModel, type ModelOrder, ONE, type TimeInForce } from '../../../src/domain/index.ts'
import { mint } from '../wallet.ts'
import { compareWithModel, restingYes } from './compare-with-model.ts'
import { createHands, type Hands, type Json } from './hands.ts'
import { type LifeStage, rowAddress } from './life-stage.ts'
import { liveMakersDay } from './makers-day.ts'
import { createPoorWallet, seedDesk } from './poor-wallet.ts'

/** A stake, whose token has the devnet's 18 decimals in every story. */
const staked = (count: number): string => String(BigInt(count) * ONE)
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/**
 * The whole life of a venue as its users live it: stock wallets, HTTP and nothing else, from the first key to the last
 * withdrawal. What the reads show is compared with the reference model of a market after every order.
 */
export async function liveVenue(
  stage: LifeStage,
  { beforeTheClose }: { readonly beforeTheClose?: (hands: Hands) => Promise<void> } = {},
): Promise<void> {
  const hands = createHands(stage)
  const { get, until, build, send, fundedWallet, blockTime } = hands
  const proposer = await fundedWallet()
  hands.useKey((await mint(hands.client(), proposer)).key)
  const status = await get('/v1/status')
  const unit = 10n ** BigInt(status.tokens.collateral.decimals)
  const shares = (count: number): string => String(BigInt(count) * unit)
  const { votingMs, minTradingMs, disputeMs, commitMs, revealMs, appealMs, unlockMs } = status.periods
  const passUntil = async (ms: number) => stage.passUntil(ms, await blockTime())

  // Somebody has almost no native coin, and the desk sells it for collateral.
  await seedDesk(stage, hands)
  const poor = await createPoorWallet(stage, hands)

  // Stake, propose a single market and a linked event, vote for both.
  await send('vault/deposit', proposer, { amount: staked(1_000_000) })
  expect(await get(`/v1/users/${proposer.address}/vault`)).toMatchObject({ tier: 'Degenerate', weight: 30 })
  const endsAt = new Date((await blockTime()) + votingMs + minTradingMs + stage.tradingMs).toISOString()
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
  const proposedMs = await blockTime()
  for (const proposalId of [1, 2]) await send('voting/vote', proposer, { proposalId })
  const again = await build('voting/vote', proposer, { proposalId: 1, clientRef: 'again' })
  expect(again.json()).toMatchObject({
    statusCode: 409,
    code: 'STATE_CONFLICT',
    details: { reason: 'already_voted' },
  })
  expect((await get('/v1/voting/proposals')).proposals.map((row: Json) => [row.id, row.voteCount])).toEqual([
    [2, '30'],
    [1, '30'],
  ])
  await poor.stakeAndVote(1)

  // The keeper freezes the period, deploys three markets and returns the deposits.
  await passUntil(proposedMs + votingMs)
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
  let hasEnded = false
  const model = createMarketModel({
    marketAddress: market,
    creator: proposer.address,
    treasury: 'treasury',
    creatorShare: 30,
    unit,
    // The story is told in steps: before the end, and after it.
    endsAtMs: 1,
    closingMs: 1,
    nowMs: () => (hasEnded ? 1 : 0),
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
      expiresAtMs: null,
    })
    expect(played.ok).toBe(true)
    await compareWithModel(get, market, model, [...names.values()])
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
  expect(new Set(trades.map((trade: Json) => trade.fillType))).toEqual(new Set(['mint', 'transfer', 'merge']))
  const cannot = await build(`markets/${market}/orders`, cara, {
    side: 'buy',
    outcome: 'no',
    price: 1,
    quantity: shares(50),
    timeInForce: 'fok',
  })
  expect(cannot.json()).toMatchObject({ code: 'STATE_CONFLICT', details: { reason: 'cannot_fill' } })
  const unpaid = await build(`markets/${market}/orders`, cara, {
    side: 'buy',
    outcome: 'no',
    price: 999,
    quantity: shares(1_000_000),
  })
  expect(unpaid.json()).toMatchObject({ statusCode: 422, code: 'INSUFFICIENT_BALANCE' })

  // A resting order is cancelled, with a body on DELETE.
  const open = (await get(`/v1/users/${anna.address}/orders`)).orders[0]
  await send(`markets/${market}/orders/${open.orderId}`, anna, {}, 'DELETE')
  expect(model.cancel(anna.address, [open.orderId]).ok).toBe(true)
  await compareWithModel(get, market, model, [...names.values()])
  expect((await build(`markets/${market}/orders/${open.orderId}/cancel`, anna)).status).toBe(409)

  await poor.orderAndCancel(legs[1].marketAddress)
  await liveMakersDay(stage, hands, legs[1].marketAddress)

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

  await beforeTheClose?.(hands)

  // Closed: no more orders; submitted, disputed.
  await passUntil(new Date(endsAt).getTime())
  const closed = await build(`markets/${market}/orders`, anna, {
    side: 'buy',
    outcome: 'yes',
    price: 500,
    quantity: shares(1),
  })
  expect(closed.json()).toMatchObject({ statusCode: 409, code: 'MARKET_CLOSED' })
  const submitter = await fundedWallet()
  const disputer = await fundedWallet('gl-secp256k1')
  const voters = [await fundedWallet(), await fundedWallet('gl-secp256k1'), await fundedWallet()]
  await send('oracle/submit', submitter, { marketAddress: market, outcome: 'no' })
  await send('oracle/submit', submitter, { marketAddress: legs[0].marketAddress, outcome: 'no' })
  await send('oracle/dispute', disputer, { marketAddress: market })
  const disputedMs = await blockTime()
  expect((await get(`/v1/markets/${market}`)).state).toBe('disputed')

  // Three voters commit; two hand their salts to the relay, one reveals by itself.
  const salts = voters.map((_, i) => `${i + 1}${i + 1}`.repeat(32))
  for (const [i, voter] of voters.entries()) {
    await send('vault/deposit', voter, { amount: staked(1_000_000) })
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
    const relayed = await hands.client().request('POST', '/v1/oracle/pending-reveals', {
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
  await poor.commit(market, '77'.repeat(32))
  await passUntil(disputedMs + commitMs)
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

  // The result is appealed; nobody comes to the round, and it stands.
  const hearing = `/v1/oracle/disputes/${market}`
  await passUntil(disputedMs + Math.max(commitMs + revealMs, disputeMs))
  await until(hearing, ({ rounds }) => rounds[0].result === 1)
  await send('oracle/dispute', await fundedWallet(), { marketAddress: market })
  const appealedMs = await blockTime()
  expect((await get(hearing)).rounds.at(-1)).toMatchObject({ voteRound: 2, appeal: 1 })
  await passUntil(appealedMs + commitMs + revealMs)
  await until(hearing, ({ rounds }) => rounds.at(-1).result === 1)
  await passUntil((await blockTime()) + appealMs)

  // Resolved to yes; everybody is paid without asking.
  await until(`/v1/markets/${market}`, ({ finalOutcome }) => finalOutcome === 1)
  await until(`/v1/markets/${legs[0].marketAddress}`, ({ finalOutcome }) => finalOutcome === 2)
  hasEnded = true
  expect(model.resolve(1, null).ok).toBe(true)
  for (const [wallet, address] of names) {
    const { positions } = await until(`/v1/users/${wallet.address}/positions`, (answer) =>
      answer.positions.every((position: Json) => position.isSettled),
    )
    const paid = positions.reduce((sum: bigint, position: Json) => sum + BigInt(position.potentialPayout), 0n)
    const winning = (model.position(address)?.yes ?? 0n) + restingYes(model, address)
    expect({ address, paid }).toEqual({ address, paid: winning })
  }
  await until('/v1/parlays?status=settled', ({ pagination }) => pagination.total === 1)
  expect((await get('/v1/parlays?status=settled')).parlays[0]).toMatchObject({
    result: 'maker',
    makerPayout: shares(30),
  })
  expect((await build('oracle/dispute', disputer, { marketAddress: market, clientRef: 'late' })).status).toBe(
    409,
  )

  // The stake comes back after the timelock, and after the keeper has worked off the commit.
  await until(`/v1/oracle/disputes/${market}/votes`, ({ votes }) =>
    votes.every((vote: Json) => vote.slashed !== null),
  )
  await send('vault/unlock', voters[0]!, { amount: staked(400_000) })
  const unlockedMs = await blockTime()
  expect((await build('vault/withdraw', voters[0]!)).json()).toMatchObject({
    code: 'STATE_CONFLICT',
    details: { reason: 'timelock_running' },
  })
  await passUntil(unlockedMs + unlockMs)
  const txId = await send('vault/withdraw', voters[0]!)
  expect((await get(`/v1/users/${voters[0]!.address}/vault`)).unlock).toBeNull()
  expect((await get(`/v1/transactions/${txId}`)).status).toMatch(/included|confirmed/)
}
