import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findContractId, placeOrder } from '../src/bindings/index.ts'
import { ONE } from '../src/domain/index.ts'
import { monotonicMs } from '../src/kit/index.ts'
import { openDatabase } from '../src/store/index.ts'
import { createTestApi } from '../test/support/api.ts'
import { openBuildStage, signerOf } from '../test/support/venue/build-stage.ts'
import { createWallet, mint } from '../test/support/wallet.ts'

/**
 * Builds a second over HTTP, checks and idempotency on, beside the node's own build route for the same script, in one
 * process and interleaved; then replays of stored builds (B14). `--seconds 5 --pairs 5 --callers 32` are the defaults.
 */
const argument = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? fallback : Number(process.argv[at + 1])
}
const seconds = argument('seconds', 5)
const pairs = argument('pairs', 5)
const callers = argument('callers', 32)
const WALLETS = 400
const WARM_UP_SECONDS = 2

const say = (line: string) => process.stdout.write(`${line}\n`)
/** A fresh one for each load: a socket kept over another's turn may be closed by its server just then. */
let agent = new Agent({ keepAlive: true, maxSockets: callers })

interface Call {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

function post({ url, headers, body }: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

interface Run {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/** So many callers, one call after the other, for so long. */
async function load(next: () => Call, forSeconds: number): Promise<Run> {
  const times: number[] = []
  agent = new Agent({ keepAlive: true, maxSockets: callers })
  const startedMs = monotonicMs()
  const untilMs = startedMs + forSeconds * 1000
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (monotonicMs() < untilMs) {
        const sentMs = monotonicMs()
        const status = await post(next())
        if (status !== 200) throw new Error(`answered ${status}`)
        times.push(monotonicMs() - sentMs)
      }
    }),
  )
  const elapsedMs = monotonicMs() - startedMs
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: (times.length * 1000) / elapsedMs, p50: at(0.5), p99: at(0.99) }
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const shown = ({ perSecond, p50, p99 }: Run) =>
  `${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`

function judge(name: string, ratio: number, isGood: (ratio: number) => boolean): void {
  say(`${isGood(ratio) ? 'ok  ' : 'MISS'} ${name}: ${ratio.toFixed(3)} (bar 0.5)`)
  if (!isGood(ratio)) process.exitCode = 1
}

const folder = mkdtempSync(join(tmpdir(), 'sibyl-bench-'))
const database = await openDatabase({ kind: 'embedded', folder: join(folder, 'database') })
const stage = await openBuildStage(database, 'bench', { port: 0 })
const market = (await stage.openMarkets())[0] ?? ''
const wallets = Array.from({ length: WALLETS }, () => stage.wallet({ collateral: 1_000n * ONE, coins: 3 }))
const api = await createTestApi({ database, parts: { builder: stage.builder, venue: stage.deployment } })
const { key } = await mint(api, createWallet())
const { port } = await api.api.start()

let made = 0
const terms = (i: number) => ({ price: 1 + (i % 400), quantity: ONE + BigInt(Math.floor(i / 400)) })
const ours = (i: number): Call => {
  const wallet = wallets[i % WALLETS]
  if (wallet === undefined) throw new Error('no wallet')
  const { price, quantity } = terms(i)
  return {
    url: `http://127.0.0.1:${port}/v1/tx/markets/${market}/orders`,
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({
      ...signerOf(wallet),
      side: 'buy',
      outcome: 'yes',
      price,
      quantity: String(quantity),
    }),
  }
}
const marketId = findContractId(market) ?? ''
const collateralId = stage.deployment.tokens.collateral.id
const theirs = (i: number): Call => {
  const wallet = wallets[i % WALLETS]
  const order = { marketId, collateralId, side: 'buy', outcome: 'yes', timeInForce: 'gtc' } as const
  const call = placeOrder({ ...order, ...terms(i), isMarketOrder: false, maxFills: 5, referer: null })
  return {
    url: `${stage.devnet.url}/contracts/unsigned-tx/execute-script`,
    headers: {},
    body: JSON.stringify({
      fromPublicKey: wallet?.publicKey,
      bytecode: call.script,
      attoAlphAmount: String(call.attoAlph),
      tokens: call.tokens.map(({ id, amount }) => ({ id, amount: String(amount) })),
    }),
  }
}
const build = () => ours(made++)
let nodeMade = 0
const nodeBuild = () => theirs(nodeMade++)

await load(build, WARM_UP_SECONDS)
await load(nodeBuild, WARM_UP_SECONDS)
const ratios: number[] = []
const builds: Run[] = []
for (let pair = 0; pair < pairs; pair++) {
  const built = await load(build, seconds)
  const node = await load(nodeBuild, seconds)
  builds.push(built)
  ratios.push(built.perSecond / node.perSecond)
  say(
    `pair ${pair + 1}: build ${shown(built)}; node's own route ${shown(node)}; ratio ${ratios.at(-1)?.toFixed(2)}`,
  )
}
judge("builds against the node's own route", median(ratios), (ratio) => ratio >= 0.5)

const last = made
let replayed = 0
const replays = await load(() => ours(Math.max(0, last - 1 - (replayed++ % WALLETS))), seconds)
const first = median(builds.map((run) => run.p50))
say(`replays: ${shown(replays)}`)
judge("B14 p50 of a replay against a first build's", replays.p50 / first, (ratio) => ratio <= 0.5)

await api.close()
await stage.close()
await database.close()
rmSync(folder, { recursive: true, force: true })
