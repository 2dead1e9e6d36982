import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commitHash, finalizeMarket, marketIdOf } from '../../src/bindings/index.ts'
import type { PlaceOrderRequest } from '../../src/builder/index.ts'
import { ONE } from '../../src/domain/index.ts'
import { Refusal } from '../../src/kit/index.ts'
import type { Database } from '../../src/store/index.ts'
import { createTestDatabase, quickestEngine, type TestDatabase } from '../support/database.ts'
import { type BuildStage, openBuildStage, parseAnswer, signerOf } from '../support/venue/build-stage.ts'
import type { Wallet } from '../support/venue/wallet.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** `ok`, or the code of a refusal with its reason. */
async function outcomeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
    return 'ok'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { reason } = error.details
    return reason === undefined ? error.code : `${error.code} ${String(reason)}`
  }
}

/** The facts of a refusal. */
const factsOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error instanceof Refusal ? error.details : Promise.reject(error)),
  )

describe('every kind of build, signed and included', () => {
  let own: TestDatabase
  let database: Database
  let stage: BuildStage
  beforeAll(async () => {
    own = await createTestDatabase(quickestEngine())
    database = await own.open()
    stage = await openBuildStage(database, 'build-kinds')
  })
  afterAll(async () => {
    await stage.close()
    await database.close()
    await own.drop()
  })

  const pass = (ms: number) => stage.devnet.controls.setTime({ advanceMs: ms })
  const tokens = async (wallet: Wallet, id: string): Promise<bigint> => {
    const coins = await stage.chain.listCoins(wallet.address)
    return coins
      .flatMap((coin) => coin.tokens)
      .reduce((sum, token) => sum + (token.id === id ? token.amount : 0n), 0n)
  }
  const collateralOf = (wallet: Wallet) => tokens(wallet, stage.deployment.tokens.collateral.id)
  const scriptOk = async (txId: string) => (await stage.chain.findTransaction(txId))?.scriptExecutionOk
  /** A staker of the Gold tier. */
  const staker = async (): Promise<Wallet> => {
    const wallet = stage.wallet({ stake: 600_000n * ONE, collateral: 1_000n * ONE })
    const deposit = { ...signerOf(wallet), amount: String(500_000n * ONE) }
    await stage.send(wallet, stage.builder.vaultDeposit(deposit))
    return wallet
  }
  const order = (wallet: Wallet, marketAddress: string, change: Partial<PlaceOrderRequest> = {}) =>
    stage.builder.placeOrder({
      ...signerOf(wallet),
      marketAddress,
      side: 'buy',
      outcome: 'yes',
      price: 400,
      quantity: String(10n * ONE),
      ...change,
    })

  test('I55 behavior: vault: deposit, unlock one at a time, withdraw after the timelock', async () => {
    const { builder, deployment } = stage
    const wallet = stage.wallet({ stake: 100n * ONE, keyType: 'gl-secp256k1' })
    const signer = signerOf(wallet)
    expect(await outcomeOf(builder.vaultDeposit({ ...signer, amount: String(101n * ONE) }))).toBe(
      'INSUFFICIENT_BALANCE',
    )
    const most = String(2n ** 256n - 1n)
    expect(await outcomeOf(builder.vaultDeposit({ ...signer, amount: most }))).toBe('INSUFFICIENT_BALANCE')
    expect(await outcomeOf(builder.vaultUnlock({ ...signer, amount: most }))).toBe('INSUFFICIENT_BALANCE')
    const deposit = await stage.send(wallet, builder.vaultDeposit({ ...signer, amount: String(60n * ONE) }))
    expect([deposit.collateralRequired, deposit.tokens]).toEqual([
      String(60n * ONE),
      [{ id: deployment.tokens.stake.id, amount: String(60n * ONE) }],
    ])
    await stage.send(wallet, builder.vaultDeposit({ ...signer, amount: String(40n * ONE) }))
    expect(await factsOf(builder.vaultWithdraw(signer))).toEqual({ reason: 'no_unlock_request' })
    expect(await outcomeOf(builder.vaultUnlock({ ...signer, amount: String(101n * ONE) }))).toBe(
      'INSUFFICIENT_BALANCE',
    )
    const unlock = await stage.send(wallet, builder.vaultUnlock({ ...signer, amount: String(100n * ONE) }))
    expect([unlock.collateralRequired, unlock.tokens]).toEqual(['0', []])
    expect(await outcomeOf(builder.vaultUnlock({ ...signer, amount: '1' }))).toBe(
      'STATE_CONFLICT unlock_running',
    )
    await stage.index()
    const [stake] = await database.query<{ unlockAtMs: number }>({
      label: 'test-stake',
      sql: 'select unlock_at_ms as "unlockAtMs" from stakes where wallet = $1',
      values: [wallet.address],
    })
    expect(await factsOf(builder.vaultWithdraw(signer))).toEqual({
      reason: 'timelock_running',
      unlockAt: new Date(stake?.unlockAtMs ?? 0).toISOString(),
    })
    pass(deployment.periods.unlockMs)
    await stage.send(wallet, builder.vaultWithdraw(signer))
    expect(await tokens(wallet, deployment.tokens.stake.id)).toBe(100n * ONE)
    expect(await factsOf(builder.vaultWithdraw(signer))).toEqual({ reason: 'no_stake' })
  })

  test('behavior: proposals and votes: tier, period, once per wallet', async () => {
    const { builder } = stage
    const proposer = await staker()
    const nobody = stage.wallet()
    const endsAt = new Date(stage.devnet.clock.nowMs() + 60 * DAY).toISOString()
    const single = { question: 'Will it rain?', category: 'Weather', endsAt, tags: ['a'], metadata: { x: 1 } }
    expect(await outcomeOf(builder.proposeSingle({ ...signerOf(nobody), ...single }))).toBe(
      'STATE_CONFLICT tier_too_low',
    )
    const built = await stage.send(proposer, builder.proposeSingle({ ...signerOf(proposer), ...single }))
    expect([built.collateralRequired, built.tokens]).toEqual(['0', []])
    const linked = {
      masterQuestion: 'Who wins?',
      category: 'Sports',
      endsAt,
      legs: Array.from({ length: 20 }, (_, i) => ({ question: `${i}? ${'x'.repeat(200)}`, metadata: { i } })),
    }
    const pictured = (masterImageUrl: string) =>
      builder.proposeLinked({ ...signerOf(proposer), ...linked, masterImageUrl })
    const [one, other] = [await pictured('https://a.example'), await pictured('https://b.example')]
    expect(other).not.toBe(one)
    const legPictured = (imageUrl: string) =>
      builder.proposeLinked({
        ...signerOf(proposer),
        ...linked,
        legs: linked.legs.map((leg) => ({ ...leg, imageUrl })),
      })
    expect(await legPictured('https://b.example')).not.toBe(await legPictured('https://a.example'))
    await stage.send(proposer, builder.proposeLinked({ ...signerOf(proposer), ...linked }))
    await stage.index()
    const [proposal] = await database.query<{ id: number }>({
      label: 'test-proposal',
      sql: 'select id from proposals where tx_id = $1',
      values: [built.txId],
    })
    const vote = { ...signerOf(proposer), proposalId: proposal?.id ?? 0 }
    await stage.send(proposer, builder.votingVote(vote))
    expect(await outcomeOf(builder.votingVote(vote))).toBe('STATE_CONFLICT already_voted')
    expect(await outcomeOf(builder.votingVote({ ...signerOf(nobody), proposalId: vote.proposalId }))).toBe(
      'STATE_CONFLICT tier_too_low',
    )
    pass(stage.deployment.periods.votingMs * 0.8)
    expect(await outcomeOf(builder.proposeSingle({ ...signerOf(proposer), ...single }))).toBe(
      'STATE_CONFLICT period_ending',
    )
    pass(stage.deployment.periods.votingMs)
    expect(await outcomeOf(builder.votingVote(vote))).toBe('STATE_CONFLICT period_over')
  })

  test('behavior: orders: every kind and timeInForce, transfer, mint and merge, referrer, cancel and cancel-all', async () => {
    const { builder } = stage
    const [market = ''] = await stage.openMarkets()
    const alice = stage.wallet({ collateral: 10_000n * ONE, coins: 3 })
    const bob = stage.wallet({ collateral: 10_000n * ONE, keyType: 'gl-secp256k1', coins: 3 })
    const referer = stage.wallet()

    // Twelve resting sells of one share each at rising prices, made of twelve mints.
    await stage.send(alice, order(alice, market, { price: 500, quantity: String(12n * ONE) }))
    await stage.send(bob, order(bob, market, { outcome: 'no', price: 500, quantity: String(12n * ONE) }))
    for (let i = 0; i < 12; i++) {
      const sell = { side: 'sell', price: 510 + i, quantity: String(ONE) } as const
      await stage.send(alice, order(alice, market, sell))
    }
    const before = await collateralOf(alice)
    const sweep = await stage.send(
      bob,
      order(bob, market, {
        type: 'market',
        price: 521,
        quantity: String(12n * ONE),
        referer: referer.address,
      }),
    )
    expect(await scriptOk(sweep.txId)).toBe(true)
    await stage.index()
    const { trades } = await builder.getTransaction(sweep.txId)
    expect(trades.map((trade) => [trade.fillType, trade.price])).toEqual(
      Array.from({ length: 12 }, (_, i) => ['transfer', 510 + i]),
    )
    const notional = 6_186n * 10n ** 15n
    expect((await collateralOf(alice)) - before).toBe(notional)
    expect(await collateralOf(referer)).toBe((notional * 25n) / 1000n / 10n)

    // bob holds twelve of each now. He sells alice two yes, and her offer of these meets his offer of no: a merge.
    await stage.send(bob, order(bob, market, { side: 'sell', price: 450, quantity: String(5n * ONE) }))
    await stage.send(
      alice,
      order(alice, market, { timeInForce: 'ioc', price: 460, quantity: String(2n * ONE) }),
    )
    await stage.send(alice, order(alice, market, { side: 'sell', price: 440, quantity: String(2n * ONE) }))
    const sellNo = { side: 'sell', outcome: 'no', price: 500, quantity: String(2n * ONE) } as const
    const merge = await stage.send(bob, order(bob, market, { ...sellNo, timeInForce: 'fok' }))
    await stage.index()
    expect((await builder.getTransaction(merge.txId)).trades).toMatchObject([
      { fillType: 'merge', price: 560, outcome: 'no', side: 'sell', quantity: String(2n * ONE) },
    ])

    // Meeting one's own order cancels that one and goes on.
    const self = await stage.send(bob, order(bob, market, { ...sellNo, timeInForce: 'ioc' }))
    expect(await scriptOk(self.txId)).toBe(true)
    expect(await outcomeOf(order(bob, market, { outcome: 'no', timeInForce: 'post-only' }))).toBe('ok')

    for (const price of [10, 20, 30])
      await stage.send(alice, order(alice, market, { price, timeInForce: 'post-only' }))
    await stage.index()
    pass(1)
    const cancelled = await stage.send(
      alice,
      builder.cancelAll({ ...signerOf(alice), marketAddress: market }),
    )
    expect([cancelled.collateralRequired, cancelled.tokens]).toEqual(['0', []])
    await stage.index()
    expect(await outcomeOf(builder.cancelAll({ ...signerOf(alice), marketAddress: market }))).toBe(
      'STATE_CONFLICT no_open_orders',
    )
    const theirs = { ...signerOf(bob), marketAddress: market, orderId: 1, method: 'DELETE' as const }
    expect(await outcomeOf(builder.cancelOrder(theirs))).toBe('NOT_FOUND')
    // No entry can have such a number.
    expect(await outcomeOf(builder.cancelOrder({ ...theirs, orderId: 2 ** 32 }))).toBe('NOT_FOUND')
    expect(await outcomeOf(builder.cancelOrder({ ...theirs, ...signerOf(alice) }))).toBe(
      'STATE_CONFLICT order_not_open',
    )
  })

  test('behavior: orders: half a share that a fill leaves over spoils nothing, and alone it is refused', async () => {
    const [market = ''] = await stage.openMarkets()
    const [alice, bob] = [stage.wallet({ collateral: 10n * ONE }), stage.wallet({ collateral: 10n * ONE })]
    await stage.send(alice, order(alice, market, { outcome: 'no', price: 500, quantity: String(ONE) }))
    const half = ONE / 2n
    expect(await outcomeOf(order(bob, market, { price: 499, quantity: String(half) }))).toBe(
      'STATE_CONFLICT would_not_rest',
    )
    const whole = await stage.send(bob, order(bob, market, { price: 500, quantity: String(ONE + half) }))
    expect(await scriptOk(whole.txId)).toBe(true)
    await stage.index()
    const { trades, orders } = await stage.builder.getTransaction(whole.txId)
    expect(trades).toMatchObject([{ fillType: 'mint', price: 500, quantity: String(ONE) }])
    expect(orders).toMatchObject([{ filled: String(ONE), cancelled: true }])
  })

  test('behavior: orders and quotes: what was built before the end is not given out again after it', async () => {
    const { builder, devnet, deployment } = stage
    const lastsMs = 2 * DAY
    const { votingMs, minTradingMs } = deployment.periods
    const openedMs = devnet.clock.nowMs()
    const [market = ''] = await stage.openMarkets({ endsInMs: lastsMs })
    const endsAtMs = openedMs + votingMs + minTradingMs + lastsMs
    const trader = stage.wallet({ collateral: 100n * ONE, coins: 3 })
    const both = async () => [
      await outcomeOf(order(trader, market)),
      await outcomeOf(
        builder.quote({
          ...signerOf(trader),
          marketAddress: market,
          cancel: [],
          orders: [{ side: 'buy', outcome: 'yes', price: 300, quantity: String(ONE) }],
        }),
      ),
    ]
    devnet.controls.setTime({ setToMs: endsAtMs - 10_000 })
    expect(await both()).toEqual(['ok', 'ok'])
    devnet.controls.setTime({ setToMs: endsAtMs })
    expect(await both()).toEqual(['MARKET_CLOSED', 'MARKET_CLOSED'])
  })

  test('behavior: parlays: offered, taken by another, cancelled by the maker', async () => {
    const { builder } = stage
    const markets = await stage.openMarkets({ legs: 2 })
    const maker = stage.wallet({ collateral: 100n * ONE })
    const taker = stage.wallet({ collateral: 100n * ONE })
    const legs = markets.map((marketAddress) => ({ marketAddress, outcome: 'yes' as const }))
    const offer = { ...signerOf(maker), amount: String(10n * ONE), combinedOdds: '3001', legs }
    const first = await stage.send(maker, builder.offerParlay(offer))
    expect(first.collateralRequired).toBe(String(10n * ONE))
    await stage.send(maker, builder.offerParlay({ ...offer, clientRef: 'second' }))
    const [ends] = await database.query<{ atMs: number }>({
      label: 'test-ends',
      sql: 'select ends_at_ms as "atMs" from markets where market_address = $1',
      values: [markets[0] ?? ''],
    })
    const latestMs = ends?.atMs ?? 0
    const latest = new Date(latestMs).toISOString()
    const expiring = (ms: number) =>
      builder.offerParlay({ ...offer, expiresAt: new Date(ms).toISOString(), clientRef: String(ms) })
    expect(await factsOf(expiring(latestMs + 1))).toEqual({ reason: 'bad_expiry', latest })
    expect(await factsOf(expiring(latestMs))).toBe('ok')
    const soonMs = stage.devnet.clock.nowMs() + DAY
    await stage.send(maker, expiring(soonMs))
    await stage.index()
    const rows = await database.query<{ id: number }>({
      label: 'test-parlays',
      sql: 'select id from parlays where maker = $1 order by id',
      values: [maker.address],
    })
    const [one = 0, two = 0, brief = 0] = rows.map((row) => row.id)
    expect(await outcomeOf(builder.takeParlay({ ...signerOf(maker), parlayId: one }))).toBe(
      'STATE_CONFLICT own_offer',
    )
    const taken = await stage.send(taker, builder.takeParlay({ ...signerOf(taker), parlayId: one }))
    expect(taken.collateralRequired).toBe('20010000000000000000')
    expect(await outcomeOf(builder.takeParlay({ ...signerOf(taker), parlayId: one }))).toBe(
      'STATE_CONFLICT already_taken',
    )
    const takeBack = () => builder.cancelParlay({ ...signerOf(taker), parlayId: brief })
    const expiresAt = new Date(soonMs).toISOString()
    expect(await factsOf(takeBack())).toEqual({ reason: 'not_expired', parlayId: brief, expiresAt })
    const beyond = { ...offer, amount: String(2n ** 256n - 1n) }
    expect(await outcomeOf(builder.offerParlay(beyond))).toBe('INSUFFICIENT_BALANCE')
    pass(1)
    await stage.send(maker, builder.cancelParlay({ ...signerOf(maker), parlayId: two }))
    await stage.index()
    expect(await outcomeOf(builder.cancelParlay({ ...signerOf(maker), parlayId: two }))).toBe(
      'STATE_CONFLICT parlay_not_open',
    )
    expect(await outcomeOf(builder.cancelParlay({ ...signerOf(maker), parlayId: 4711 }))).toBe('NOT_FOUND')
    stage.devnet.controls.setTime({ setToMs: soonMs - 1 })
    expect(await outcomeOf(takeBack())).toBe('STATE_CONFLICT not_expired')
    stage.devnet.controls.setTime({ setToMs: soonMs })
    expect(await outcomeOf(takeBack())).toBe('ok')
    pass(60 * DAY)
    expect(await outcomeOf(builder.offerParlay(offer))).toBe('MARKET_CLOSED')
    const closed = { marketAddress: markets[0], state: 'closed', endsAt: latest }
    expect(await factsOf(builder.offerParlay(offer))).toEqual(closed)
  })

  test('behavior: oracle: submit, dispute in its window, commit and reveal in theirs, settle when resolved', async () => {
    const { builder, deployment } = stage
    const [market = ''] = await stage.openMarkets()
    const [row] = await database.query<{ id: number }>({
      label: 'test-market',
      sql: 'select id from markets where market_address = $1',
      values: [market],
    })
    const marketNumber = row?.id ?? 0
    const winner = stage.wallet({ collateral: 1_000n * ONE })
    const loser = stage.wallet({ collateral: 1_000n * ONE })
    await stage.send(winner, order(winner, market, { price: 600 }))
    await stage.send(loser, order(loser, market, { outcome: 'no', price: 400 }))
    const of = (wallet: Wallet) => ({ ...signerOf(wallet), marketAddress: market })

    const submitter = stage.wallet({ collateral: 1_000n * ONE })
    const disputer = stage.wallet({ collateral: 1_000n * ONE })
    expect(await outcomeOf(builder.oracleSubmit({ ...of(submitter), outcome: 'yes' }))).toBe(
      'STATE_CONFLICT market_open',
    )
    expect(await outcomeOf(builder.oracleDispute(of(disputer)))).toBe('STATE_CONFLICT not_proposed')
    expect(await outcomeOf(builder.settle(of(winner)))).toBe('STATE_CONFLICT not_resolved')
    pass(30 * DAY)
    const submitted = await stage.send(submitter, builder.oracleSubmit({ ...of(submitter), outcome: 'yes' }))
    expect(submitted.collateralRequired).toBe(String(deployment.bond))
    expect(await outcomeOf(builder.oracleSubmit({ ...of(submitter), outcome: 'no' }))).toBe(
      'STATE_CONFLICT already_submitted',
    )
    const disputed = await stage.send(disputer, builder.oracleDispute(of(disputer)))
    expect(disputed.collateralRequired).toBe(String(deployment.bond))

    const voters = [
      await staker(),
      await staker(),
      await staker(),
      await staker(),
      await staker(),
      await staker(),
    ]
    const salt = '5a'.repeat(32)
    const hashFor = (wallet: Wallet) =>
      commitHash({
        marketId: marketIdOf(deployment.contracts.voting.id, marketNumber),
        round: 1,
        voter: wallet.address,
        vote: 1,
        salt,
      })
    const [voter = winner] = voters
    const commit = (wallet: Wallet, change: object = {}) =>
      builder.oracleCommit({ ...of(wallet), commitHash: hashFor(wallet), ...change })
    expect(await outcomeOf(commit(voter, { voteRound: 2 }))).toBe('STATE_CONFLICT wrong_round')
    expect(await outcomeOf(commit(disputer))).toBe('STATE_CONFLICT party_to_dispute')
    expect(await outcomeOf(commit(winner))).toBe('STATE_CONFLICT has_traded')
    expect(await outcomeOf(commit(stage.wallet()))).toBe('STATE_CONFLICT tier_too_low')
    for (const wallet of voters) await stage.send(wallet, commit(wallet))
    expect(await outcomeOf(commit(voter, { voteRound: 1 }))).toBe('STATE_CONFLICT already_committed')

    const reveal = (change: object = {}) =>
      builder.oracleReveal({ ...of(winner), voterAddress: voter.address, vote: 1, salt, ...change })
    expect(await outcomeOf(reveal())).toBe('STATE_CONFLICT reveal_not_open')
    pass(deployment.periods.commitMs)
    expect(await outcomeOf(commit(await staker()))).toBe('STATE_CONFLICT commit_window_closed')
    expect(await outcomeOf(reveal({ salt: '00'.repeat(32) }))).toBe('STATE_CONFLICT hash_mismatch')
    expect(await outcomeOf(reveal({ vote: 2 }))).toBe('STATE_CONFLICT hash_mismatch')
    expect(await outcomeOf(reveal({ voterAddress: loser.address }))).toBe('STATE_CONFLICT no_commit')
    for (const { address } of voters) await stage.send(winner, reveal({ voterAddress: address }))
    expect(await outcomeOf(reveal({ voteRound: 1 }))).toBe('STATE_CONFLICT already_revealed')
    pass(deployment.periods.revealMs)
    expect(await outcomeOf(reveal({ voteRound: 1 }))).toBe('STATE_CONFLICT reveal_window_closed')
    const finalize = finalizeMarket({ oracleId: deployment.contracts.oracle.id, marketNumber })
    await stage.call(finalize)
    const appealer = stage.wallet({ collateral: 1_000n * ONE })
    const appeal = parseAnswer(await builder.oracleDispute(of(appealer)))
    expect(appeal.collateralRequired).toBe(String(2n * deployment.bond))
    pass(deployment.periods.appealMs)
    expect(await outcomeOf(builder.oracleDispute({ ...of(appealer), clientRef: 'late' }))).toBe(
      'STATE_CONFLICT dispute_window_closed',
    )
    await stage.call(finalize)

    const held = await collateralOf(winner)
    await stage.send(winner, builder.settle(of(winner)))
    expect((await collateralOf(winner)) - held).toBe(10n * ONE)
    expect(await outcomeOf(builder.settle(of(winner)))).toBe('STATE_CONFLICT nothing_to_settle')
    expect(await outcomeOf(order(winner, market))).toBe('MARKET_CLOSED')
    expect(await outcomeOf(builder.oracleSubmit({ ...of(submitter), outcome: 'yes' }))).toBe('MARKET_CLOSED')
    expect(await outcomeOf(builder.oracleDispute(of(disputer)))).toBe('MARKET_CLOSED')
  })

  test('behavior: oracle: a submission and a dispute bring the bond that pairs and parlays make due by then', async () => {
    const { builder } = stage
    const [market = '', other = ''] = await stage.openMarkets({ legs: 2 })
    const of = (wallet: Wallet) => ({ ...signerOf(wallet), marketAddress: market })
    const [splitter, maker, taker] = [20_000n, 10_000n, 10_000n].map((units) =>
      stage.wallet({ collateral: units * ONE }),
    ) as [Wallet, Wallet, Wallet]
    const submitter = stage.wallet({ collateral: 1_000n * ONE })
    const disputer = stage.wallet({ collateral: 1_000n * ONE })
    const quantity = String(20_000n * ONE)
    await stage.send(splitter, builder.split({ ...of(splitter), quantity }))
    const offer = {
      amount: String(10_000n * ONE),
      combinedOdds: '2000',
      expiresAt: new Date(stage.devnet.clock.nowMs() + DAY).toISOString(),
      legs: [market, other].map((marketAddress) => ({ marketAddress, outcome: 'yes' as const })),
    }
    await stage.send(maker, builder.offerParlay({ ...signerOf(maker), ...offer }))
    await stage.index()
    const [newest] = await database.query<{ id: number }>({
      label: 'test-parlay',
      sql: 'select max(id) as id from parlays',
      values: [],
    })
    await stage.send(taker, builder.takeParlay({ ...signerOf(taker), parlayId: newest?.id ?? 0 }))
    pass(30 * DAY)
    const submitted = await stage.send(submitter, builder.oracleSubmit({ ...of(submitter), outcome: 'yes' }))
    expect(submitted.collateralRequired).toBe(String(800n * ONE))
    await stage.send(splitter, builder.merge({ ...of(splitter), quantity }))
    const disputed = await stage.send(disputer, builder.oracleDispute(of(disputer)))
    expect(disputed.collateralRequired).toBe(String(400n * ONE))
  })

  test('I56 behavior: oracle: a dispute after its window is refused', async () => {
    const { builder, deployment } = stage
    const [market = ''] = await stage.openMarkets()
    pass(30 * DAY)
    const wallet = stage.wallet({ collateral: 1_000n * ONE, coins: 2 })
    const of = { ...signerOf(wallet), marketAddress: market }
    await stage.send(wallet, builder.oracleSubmit({ ...of, outcome: 'no' }))
    const other = stage.wallet({ collateral: 1_000n * ONE })
    expect(await outcomeOf(builder.oracleDispute({ ...of, ...signerOf(other) }))).toBe('ok')
    pass(deployment.periods.disputeMs)
    expect(await outcomeOf(builder.oracleDispute({ ...of, ...signerOf(other) }))).toBe(
      'STATE_CONFLICT dispute_window_closed',
    )
  })

  test('behavior: coins: a wallet paid fill by fill does not drown in them', async () => {
    const wallet = stage.wallet({ alph: 0n })
    stage.fund(wallet, { alph: 60n * ONE, coins: 30 })
    stage.fund(wallet, { alph: 0n, stake: 25n * ONE, coins: 25 })
    const deposit = { ...signerOf(wallet), amount: String(ONE) }
    const { txId } = await stage.send(wallet, stage.builder.vaultDeposit(deposit))
    const inputs = (await stage.chain.findTransaction(txId))?.inputs.length ?? 0
    expect(inputs).toBeGreaterThanOrEqual(40)
    expect(await tokens(wallet, stage.deployment.tokens.stake.id)).toBe(24n * ONE)
  })
})
