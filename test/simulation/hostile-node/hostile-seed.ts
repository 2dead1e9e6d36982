import { commitHash, findContractId } from '../../../src/bindings/index.ts'
import { connectNode, NodeRefused } from '../../../src/chain/index.ts'
import { ONE } from '../../../src/domain/index.ts'
import { createIndexer } from '../../../src/indexer/index.ts'
import { createKeeper, createSaltBox, keeperAccount, relayReveal } from '../../../src/keeper/index.ts'
import {
  assert,
  createSeededRandom,
  Fault,
  monotonicClock,
  monotonicMs,
  Refusal,
  randomBelow,
  sleep,
} from '../../../src/kit/index.ts'
import type { Database } from '../../../src/store/index.ts'
import { type BuildStage, openBuildStage, signerOf } from '../../support/venue/build-stage.ts'
import type { Wallet } from '../../support/venue/wallet.ts'
import { dumpIndex, emptyIndex } from '../indexer/dump.ts'
import { startHostileProxy } from './hostile-proxy.ts'

export interface HostileReport {
  /** What went wrong, empty when nothing did. */
  readonly findings: readonly string[]
  readonly wrongAnswers: number
  /** From the last wrong answer until everything was done. */
  readonly healedMs: number
}

const keeperKey = '4e'.repeat(32)
/** Short, so that a seed sees many of each: what a wrong answer does is the same. */
const limits = {
  deadlineMs: 1_000,
  patienceMaxMs: 4_000,
  breaker: { windowCalls: 10, failureShare: 0.5, openMs: 300 },
}
/** Everything must have healed by then, also on a busy machine. */
const healMs = 180_000

/** A venue with chores due and reveals to make, behind a hostile node for a while; then everything must be as if it never was. */
export async function runHostileSeed(
  database: Database,
  seed: string,
  hostileMs: number,
): Promise<HostileReport> {
  await emptyIndex(database)
  for (const table of ['relayed_reveals', 'builds'])
    await database.execute({ label: `empty-${table}`, sql: `delete from ${table}` })
  const random = createSeededRandom(`hostile ${seed}`)
  const below = (bound: number): number => randomBelow(random, bound)
  const findings: string[] = []
  const stage = await openBuildStage(database, `hostile ${seed}`)
  const { devnet, deployment } = stage
  const saltBox = createSaltBox(['a secret for tests, long enough to be one'], random)
  const openMarket = await setUp(stage, saltBox)

  const proxy = await startHostileProxy((path, init) => devnet.fetch(devnet.url + path, init), random)
  const connect = () => connectNode({ url: proxy.url, group: 0, clock: monotonicClock, limits })
  const chain = connect()
  const { vault, voting, oracle, parlays, desk } = deployment.contracts
  const venue = {
    vault: vault.address,
    voting: voting.address,
    oracle: oracle.address,
    parlays: parlays.address,
    desk: desk.address,
  }
  const indexer = createIndexer({
    chain,
    database,
    venue,
    clock: devnet.clock,
    networkId: deployment.networkId,
    startHeight: 0,
    name: `hostile ${seed}`,
    limits: { pollMs: 20, troubleMs: 200 },
    observe: (seen) => {
      if (seen.kind === 'halted') findings.push(`the indexer halted: ${seen.reason}`)
    },
  })
  const keeper = createKeeper({
    database,
    chain: connect(),
    clock: devnet.clock,
    venue: deployment,
    privateKey: keeperKey,
    saltBox,
    revealAttempts: 3,
    revealGasPriceMax: 10n ** 12n,
    name: `hostile ${seed}`,
    limits: { pollMs: 50, patienceMs: 2_000 },
    observe: (seen) => {
      if (seen.kind === 'broken') findings.push(`${seen.duty} ${seen.task} broke: ${String(seen.cause)}`)
    },
  })
  devnet.controls.fund({ lock: keeperAccount(keeperKey, 0).wallet.lock, attoAlph: 500n * ONE, coins: 20 })

  // Traders go on: their own node is well, the venue's is not.
  const trader = stage.wallet({ collateral: 100_000n * ONE, alph: 1_000n * ONE, coins: 10 })
  const hostileBuilder = stage.anotherBuilder({ chain: connect() })
  const order = () => ({
    ...signerOf(trader),
    marketAddress: openMarket,
    side: 'buy' as const,
    outcome: below(2) === 0 ? ('yes' as const) : ('no' as const),
    price: 100 + below(800),
    quantity: String(BigInt(1 + below(50)) * ONE),
    timeInForce: 'gtc' as const,
    type: 'limit' as const,
  })
  async function trade(): Promise<void> {
    const isKnown = (error: unknown) =>
      error instanceof Fault || error instanceof Refusal || error instanceof NodeRefused
    await hostileBuilder.placeOrder(order()).catch((error: unknown) => {
      if (!isKnown(error)) findings.push(`a build failed: ${String(error)}`)
    })
    // A build of the same coins may wait in nobody's mempool; the next one is made of others.
    await stage.send(trader, stage.builder.placeOrder(order())).catch((error: unknown) => {
      if (!isKnown(error)) findings.push(`an order failed: ${String(error)}`)
    })
  }

  proxy.setWrong(30 + below(70))
  indexer.start()
  keeper.start()
  const untilMs = monotonicMs() + hostileMs
  while (monotonicMs() < untilMs) {
    await trade()
    await sleep(50 + below(200))
  }
  proxy.setWrong(0)
  const calmMs = monotonicMs()
  while (!(await isAllDone()) && monotonicMs() - calmMs < healMs) {
    devnet.controls.mine()
    await sleep(100)
  }
  const healedMs = Math.round(monotonicMs() - calmMs)
  if (!(await isAllDone())) findings.push(`not healed within ${healMs} ms: ${await whatIsLeft()}`)
  await keeper.stop()
  await indexer.stop()
  await proxy.close()

  await stage.index()
  const followed = await dumpIndex(database)
  await emptyIndex(database)
  const rebuilding = createIndexer({
    chain: stage.chain,
    database,
    venue,
    clock: devnet.clock,
    networkId: deployment.networkId,
    startHeight: 0,
    name: 'rebuilding',
  })
  while ((await rebuilding.step()).kind !== 'idle');
  await rebuilding.stop()
  const rebuilt = await dumpIndex(database)
  for (const [table, rows] of Object.entries(rebuilt))
    if (JSON.stringify(followed[table]) !== JSON.stringify(rows)) findings.push(`${table} differs`)
  await stage.close()
  return {
    findings,
    wrongAnswers: [...proxy.given].reduce((sum, [name, n]) => sum + (name.startsWith('shape') ? n : 0), 0),
    healedMs,
  }

  async function whatIsLeft(): Promise<string> {
    const [row] = await database.query<{ reveals: number; refunds: number }>({
      label: 'test-left',
      sql: `select (select count(*) from commits where vote = 0) as reveals,
        (select count(*) from proposals where refunded_at_ms is null) as refunds`,
    })
    const behind = (await stage.chain.getHeight()) - (indexer.status().checkpoint?.height ?? -1)
    return `${row?.reveals} reveals, ${row?.refunds} refunds, ${behind > 5 ? 'behind' : 'in step'}`
  }
  async function isAllDone(): Promise<boolean> {
    return (await whatIsLeft()) === '0 reveals, 0 refunds, in step'
  }
}

/** A disputed market whose reveals are due, and one to trade on; its address. */
async function setUp(stage: BuildStage, saltBox: ReturnType<typeof createSaltBox>): Promise<string> {
  const { devnet, builder, deployment, chain, database } = stage
  const [disputed] = await stage.openMarkets({ endsInMs: 3_600_000 })
  const [open] = await stage.openMarkets({ endsInMs: 300 * 24 * 3_600_000 })
  assert(disputed !== undefined && open !== undefined, 'two markets')
  const { votingMs, minTradingMs, commitMs } = deployment.periods
  devnet.controls.setTime({ advanceMs: votingMs + minTradingMs + 3_600_000 })
  const [submitter, disputer] = [0, 1].map(() => stage.wallet({ collateral: 200n * ONE, alph: 50n * ONE }))
  assert(submitter && disputer, 'two parties')
  const place = { marketAddress: disputed }
  await stage.send(submitter, builder.oracleSubmit({ ...signerOf(submitter), ...place, outcome: 'no' }))
  await stage.send(disputer, builder.oracleDispute({ ...signerOf(disputer), ...place }))
  const marketId = findContractId(disputed)
  assert(marketId !== null, 'a market has a contract')
  const commits: { voter: Wallet; salt: string; txId: string }[] = []
  for (let i = 0; i < 3; i++) {
    const voter = stage.wallet({ stake: 1_000_000n * ONE, alph: 50n * ONE })
    const salt = `0${i}`.repeat(32)
    const hash = commitHash({ marketId, round: 1, voter: voter.address, vote: 1, salt })
    await stage.send(voter, builder.vaultDeposit({ ...signerOf(voter), amount: String(1_000_000n * ONE) }))
    const { txId } = await stage.send(
      voter,
      builder.oracleCommit({ ...signerOf(voter), ...place, commitHash: hash }),
    )
    commits.push({ voter, salt, txId })
  }
  await stage.index()
  for (const { voter, salt, txId } of commits)
    await relayReveal(
      { ...place, voterAddress: voter.address, voteRound: 1, voteChoice: 1, salt, commitTxId: txId },
      { database, chain, clock: devnet.clock, venue: deployment, saltBox },
    )
  devnet.controls.setTime({ advanceMs: commitMs })
  return open
}
