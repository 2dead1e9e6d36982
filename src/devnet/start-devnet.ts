import { join } from 'node:path'
import {
  bytesToHex,
  type Clock,
  createSeededRandom,
  systemClock,
  systemRandom,
  systemTimers,
  type Timers,
} from '../kit/index.ts'
import { fromOf, toOf } from './chain-index.ts'
import { type Controls, createControls } from './controls.ts'
import { createFaults } from './faults.ts'
import type { TestWallet } from './genesis.ts'
import { createMemoryJournal, openFileJournal } from './journal.ts'
import { createNodeCore } from './node-core.ts'
import { createRalphCompiler } from './ralph-compiler.ts'
import { handleControl, isControl } from './rest/control-routes.ts'
import { DROPPED, spoil } from './rest/faulty.ts'
import { handle, type RestAnswer, type RestRequest } from './rest/handle.ts'
import { listen } from './rest/http-server.ts'
import type { RouteContext } from './rest/request.ts'
import { minePending } from './submit.ts'
import { createWalletStore } from './wallet-store.ts'
import { testWallets } from './wallets.ts'

export interface DevnetOptions {
  /** Fixes all chance: miners, dry-run ids. Random unless given. */
  readonly seed?: string
  /**
   * The first time. Alone it also stops the clock: time then moves only by control and by a millisecond a block, and two
   * runs of the same requests are equal byte for byte. With a clock it is that clock's first time, which runs on.
   */
  readonly startMs?: number
  readonly clock?: Clock
  readonly timers?: Timers
  /** The REST API's port on 127.0.0.1, 0 for any free one; without it there is no socket. */
  readonly port?: number
  /** Where the chain is kept; without it, in memory. */
  readonly dataDir?: string
  /** A full node that compiles Ralph in place of our own compiler. */
  readonly compilerUrl?: string
  /**
   * False: answer about events as a node whose event log is off, which is a full node's default. Contracts run as ever;
   * what they log is kept and shown again by a start without this.
   */
  readonly eventLog?: boolean
  /** Told of every block when it is made. */
  readonly onBlock?: (block: DevnetBlock) => void
}

export interface DevnetBlock {
  readonly hash: string
  readonly fromGroup: number
  readonly toGroup: number
  readonly height: number
  readonly timestampMs: number
  /** The miner's included, which every block has. */
  readonly transactions: number
  readonly events: number
}

export interface Devnet {
  readonly networkId: number
  /** Where clients find it: the port's address, or a made-up one that only `fetch` below answers. */
  readonly url: string
  /** Answers requests without a socket; what the SDK's NodeProvider takes as its own fetch. */
  readonly fetch: typeof fetch
  readonly controls: Controls
  /** The funded wallets, one in each group. */
  readonly wallets: readonly TestWallet[]
  /** The devnet's time. */
  readonly clock: Clock
  stop(): Promise<void>
}

const NETWORK_ID = 4
const stoppedClock: Clock = { nowMs: () => 0 }

export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const isStopped = options.clock === undefined && options.startMs !== undefined
  const clock = isStopped ? stoppedClock : (options.clock ?? systemClock)
  const seed = options.seed ?? bytesToHex(systemRandom.bytes(16))
  const wallets = testWallets()
  const journal =
    options.dataDir === undefined
      ? createMemoryJournal()
      : openFileJournal(join(options.dataDir, 'devnet', 'chain.log'))
  const core = createNodeCore({
    journal,
    clock,
    networkId: NETWORK_ID,
    seed,
    locks: wallets.map(({ lock }) => lock),
    eventLog: options.eventLog ?? true,
    offsetMs: options.startMs === undefined ? 0 : options.startMs - clock.nowMs(),
    onBlock: ({ hash, chain, height, timestampMs }, { transactions, events }) =>
      options.onBlock?.({
        hash,
        fromGroup: fromOf(chain),
        toGroup: toOf(chain),
        height,
        timestampMs,
        transactions: transactions.length,
        events: events.length,
      }),
    ...(options.dataDir === undefined
      ? {}
      : { checkpointPath: join(options.dataDir, 'devnet', 'checkpoint') }),
  })
  const faults = createFaults()
  const timers = options.timers ?? systemTimers
  let stopMining = () => {}
  const scheduleMining = () => {
    stopMining()
    const { mining } = core.state
    stopMining =
      mining.mode === 'interval' ? timers.every(mining.intervalMs, () => minePending(core)) : () => {}
  }
  const controls = createControls(core, { faults, onMining: scheduleMining })
  scheduleMining()

  let draws = 0
  let port = 0
  const randomBytes = (length: number): Uint8Array => {
    draws += 1
    return createSeededRandom(`${seed}:draw:${draws}`).bytes(length)
  }
  const compiler = createRalphCompiler()
  const context: RouteContext = {
    core,
    compiler,
    wallets: createWalletStore({
      folder: options.dataDir === undefined ? undefined : join(options.dataDir, 'devnet', 'wallets'),
      randomBytes,
    }),
    compilerUrl: options.compilerUrl,
    port: () => port,
    randomBytes,
  }
  const answer = async (request: RestRequest): Promise<RestAnswer | typeof DROPPED> => {
    if (isControl(request.url)) return handleControl(controls, request)
    const fault = faults.take(request.method, request.url.split('?')[0] ?? '')
    return spoil(fault, await handle(context, request))
  }
  const server = options.port === undefined ? undefined : await listen(options.port, answer)
  port = server?.port ?? 0

  return {
    networkId: NETWORK_ID,
    url: server === undefined ? 'http://devnet.invalid' : `http://127.0.0.1:${server.port}`,
    fetch: inProcessFetch(answer),
    controls,
    wallets,
    clock: { nowMs: () => core.nowMs() },
    async stop() {
      stopMining()
      await compiler.close()
      await server?.close()
      core.close()
    },
  }
}

/** `fetch` without a network: the URL's host does not matter, a dropped answer is a failed request. */
function inProcessFetch(
  answer: (request: RestRequest) => Promise<RestAnswer | typeof DROPPED>,
): typeof fetch {
  return async (input, init) => {
    const result = await answer(await toRestRequest(input, init))
    if (result === DROPPED) throw new TypeError('fetch failed')
    const hasBody = result.text !== '' && result.status !== 204 && result.status !== 304
    return new Response(hasBody ? result.text : null, {
      status: result.status,
      headers: result.type === '' ? {} : { 'content-type': result.type },
    })
  }
}

/** What the SDK asks is text already; a Request made of it only to be read again took a tenth of a build's time. */
async function toRestRequest(...[input, init]: Parameters<typeof fetch>): Promise<RestRequest> {
  const body = init?.body ?? ''
  if (typeof input === 'string' && typeof body === 'string') {
    init?.signal?.throwIfAborted()
    const { pathname, search } = new URL(input)
    const headers = Object.fromEntries(new Headers(init?.headers))
    return { method: init?.method ?? 'GET', url: pathname + search, headers, text: body }
  }
  const request = new Request(input, init)
  const { pathname, search } = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  return { method: request.method, url: pathname + search, headers, text: await request.text() }
}
