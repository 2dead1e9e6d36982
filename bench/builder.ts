import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findContractId, placeOrder, readState } from '../src/bindings/index.ts'
import { ONE } from '../src/domain/index.ts'
import { type Database, openDatabase } from '../src/store/index.ts'
import { createTestApi } from '../test/support/api.ts'
import { findPostgresBinaries } from '../test/support/postgres-binaries.ts'
import { startPostgresServer } from '../test/support/postgres-server.ts'
import { openBuildStage, signerOf } from '../test/support/venue/build-stage.ts'
import { createWallet, mint } from '../test/support/wallet.ts'
import { shown } from './support/latency.ts'
import { type Call, type Load, load } from './support/raw-load.ts'

/**
 * Builds a second over HTTP, keys, checks and idempotency on, beside the node's own build route for the same script, also
 * over HTTP, in one process and in turns, with replays of stored builds (B14) as the third. On the embedded database and, where its
 * binaries are found, on PostgreSQL. `--seconds 5 --turns 5 --callers 32 --warm-up 8` are the defaults, `--engine
 * embedded` or `--engine server` is one of the two alone.
 */
const textArgument = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? undefined : process.argv[at + 1]
}
const argument = (name: string, fallback: number): number => Number(textArgument(name) ?? fallback)
const seconds = argument('seconds', 5)
const turns = argument('turns', 5)
const callers = argument('callers', 32)
// Builds are some hundreds a second: two seconds of them leave much of the service uncompiled.
const warmUpSeconds = argument('warm-up', 8)
const wanted = textArgument('engine')

/** So many that a wallet has few live builds at a time, as wallets do. */
const WALLETS = 400
/** The least share of the node's builds a second that is good enough, and the most of a first build's p50 for a replay. */
const BUILDS_BAR = 0.5
const REPLAY_BAR = 0.5

const say = (line: string) => process.stdout.write(`${line}\n`)
const figures = (run: Load) => `${run.perSecond.toFixed(0)}/s, ${shown(run)}`
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function measure(database: Database): Promise<boolean> {
  const stage = await openBuildStage(database, 'bench', { port: 0 })
  const market = (await stage.openMarkets())[0] ?? ''
  const wallets = Array.from({ length: WALLETS }, () => stage.wallet({ collateral: 1_000n * ONE, coins: 3 }))
  const api = await createTestApi({ database, parts: { builder: stage.builder, venue: stage.deployment } })
  const { key } = await mint(api, createWallet())
  const { port } = await api.api.start()
  const marketId = findContractId(market) ?? ''
  const state = await stage.chain.findContractState(market)
  const subject = (state && readState('Market', state)?.subject) ?? ''
  const collateralId = stage.deployment.tokens.collateral.id

  /** The wallet and terms of the nth order: no two alike. */
  const termsOf = (n: number) => {
    const wallet = wallets[n % WALLETS]
    if (wallet === undefined) throw new Error('no wallet')
    return { wallet, price: 1 + (n % 400), quantity: ONE + BigInt(Math.floor(n / 400)) }
  }
  const ours = (n: number): Call => {
    const { wallet, price, quantity } = termsOf(n)
    const terms = { side: 'buy', outcome: 'yes', price, quantity: String(quantity) }
    return {
      url: `http://127.0.0.1:${port}/v1/tx/markets/${market}/orders`,
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ ...signerOf(wallet), ...terms }),
    }
  }
  const theirs = (n: number): Call => {
    const { wallet, price, quantity } = termsOf(n)
    const order = { marketId, collateralId, side: 'buy', outcome: 'yes', timeInForce: 'gtc' } as const
    const meant = { subject, deadlineMs: Number.MAX_SAFE_INTEGER, expiresAtMs: null }
    const rest = { isMarketOrder: false, maxFills: 5, referer: null }
    const call = placeOrder({ ...order, ...meant, ...rest, price, quantity })
    return {
      url: `${stage.devnet.url}/contracts/unsigned-tx/execute-script`,
      body: JSON.stringify({
        fromPublicKey: wallet.publicKey,
        bytecode: call.script,
        attoAlphAmount: String(call.attoAlph),
        tokens: call.tokens.map(({ id, amount }) => ({ id, amount: String(amount) })),
      }),
    }
  }
  // The node's requests are written before its turn: the builder writes its script itself, inside the measured time.
  const theirCalls = Array.from({ length: 4_000 }, (_, n) => theirs(n))
  let made = 0
  let asked = 0
  const build = (forSeconds: number) => load(() => ours(made++), { seconds: forSeconds, callers })
  const nodeBuild = (forSeconds: number) =>
    load(() => theirCalls[asked++ % theirCalls.length] ?? theirs(0), { seconds: forSeconds, callers })

  await build(warmUpSeconds)
  await nodeBuild(warmUpSeconds)
  /** The newest build of each wallet, over and over. */
  const replay = (forSeconds: number) => {
    const newest = made - 1
    let asked = 0
    return load(() => ours(newest - (asked++ % WALLETS)), { seconds: forSeconds, callers })
  }
  const ratios: number[] = []
  const replayRatios: number[] = []
  for (let turn = 1; turn <= turns; turn++) {
    const [built, node, replayed] = [await build(seconds), await nodeBuild(seconds), await replay(seconds)]
    ratios.push(built.perSecond / node.perSecond)
    replayRatios.push(replayed.p50 / built.p50)
    say(
      `  turn ${turn}/${turns}: builds ${figures(built)}; the node's own route ${figures(node)}; replays ${figures(replayed)}`,
    )
  }
  const ratio = median(ratios)
  const isGood = ratio >= BUILDS_BAR
  say(
    `${isGood ? 'ok  ' : 'MISS'} builds a second of the node's own: ${ratio.toFixed(3)} (at least ${BUILDS_BAR})`,
  )
  const replayRatio = median(replayRatios)
  const isQuick = replayRatio <= REPLAY_BAR
  say(
    `${isQuick ? 'ok  ' : 'MISS'} B14 p50 of a replay, of a first build's: ${replayRatio.toFixed(3)} (at most ${REPLAY_BAR})`,
  )

  await api.close()
  await stage.close()
  return isGood && isQuick
}

/** On a busy machine a connection may take longer than the service would wait for it. */
const patient = { connectMs: 20_000, statementMs: 30_000, lockMs: 30_000, answerMs: 45_000 }
const folder = mkdtempSync(join(tmpdir(), 'sibyl-bench-'))
chmodSync(folder, 0o711)
const results: boolean[] = []

async function measureOn(database: Database): Promise<void> {
  say(`on ${database.engine === 'embedded' ? 'the embedded database' : 'PostgreSQL'}`)
  results.push(await measure(database))
  await database.close()
}

if (wanted !== 'server')
  await measureOn(await openDatabase({ kind: 'embedded', folder: join(folder, 'database') }))
if (wanted !== 'embedded') {
  const binaries = findPostgresBinaries()
  if ('absent' in binaries) say(`not on PostgreSQL: ${binaries.absent}`)
  else {
    const server = await startPostgresServer(binaries, join(folder, 'postgres'))
    await measureOn(await openDatabase({ kind: 'server', url: server.url, limits: patient }))
    await server.stop()
  }
}
rmSync(folder, { recursive: true, force: true })
process.exit(results.includes(false) ? 1 : 0)
