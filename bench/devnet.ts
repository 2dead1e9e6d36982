import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NodeProvider, ONE_ALPH } from '@alephium/web3'
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import { type Devnet, startDevnet } from '../src/devnet/index.ts'
import { monotonicMs } from '../src/kit/index.ts'
import { deployCounter, methodIndex } from '../test/support/counter.ts'

/**
 * The node in process: how fast it starts, builds, takes transactions into blocks and calls contracts, what it weighs, and
 * whether a long chain makes it slower. `--transactions 100000` for the figures of docs/devnet.md.
 */
const argument = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? fallback : Number(process.argv[at + 1])
}
const transactions = argument('transactions', 2_000)

const say = (what: string, value: string) => process.stdout.write(`${what.padEnd(52)} ${value}\n`)
const megabytes = () => `${Math.round(process.memoryUsage().rss / 1e6)} MB`
/** Elapsed time, and processor time beside it: on a busy machine only the second says something about us. */
interface Timing {
  readonly ms: number
  readonly cpuMs: number
}

const each = ({ ms, cpuMs }: Timing, count: number) =>
  `${(ms / count).toFixed(2)} ms each (${(cpuMs / count).toFixed(2)} of processor), ${Math.round((1000 * count) / ms)} a second`
const whole = ({ ms, cpuMs }: Timing) => `${ms.toFixed(0)} ms (${cpuMs.toFixed(0)} of processor)`

async function timed(work: () => Promise<unknown>): Promise<Timing> {
  const started = monotonicMs()
  const cpu = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(cpu)
  return { ms: monotonicMs() - started, cpuMs: (user + system) / 1000 }
}

function walletOn(devnet: Devnet): { wallet: PrivateKeyWallet; node: NodeProvider } {
  const node = new NodeProvider(devnet.url, undefined, devnet.fetch)
  return {
    node,
    wallet: new PrivateKeyWallet({ privateKey: devnet.wallets[0]!.privateKey, nodeProvider: node }),
  }
}

async function send(wallet: PrivateKeyWallet, count: number): Promise<void> {
  for (let i = 0; i < count; i++)
    await wallet.signAndSubmitTransferTx({
      signerAddress: wallet.address,
      destinations: [{ address: wallet.address, attoAlphAmount: ONE_ALPH }],
    })
}

const sample = 100
const rounds = 10

/**
 * Turn by turn with a fresh devnet in a process of its own, so that both meet the same machine: a chain that is long must
 * not be slower for it.
 */
async function compareWithFresh(sendOnLong: (count: number) => Promise<Timing>): Promise<void> {
  const fresh = fork(import.meta.filename, ['--fresh'], { execArgv: process.execArgv })
  const sendOnFresh = async (): Promise<Timing> => {
    fresh.send('next')
    const [timing] = await once(fresh, 'message')
    return timing
  }
  const sums = { long: { ms: 0, cpuMs: 0 }, fresh: { ms: 0, cpuMs: 0 } }
  const add = (sum: { ms: number; cpuMs: number }, { ms, cpuMs }: Timing) => {
    sum.ms += ms
    sum.cpuMs += cpuMs
  }
  await sendOnFresh()
  for (let round = 0; round < rounds; round++) {
    add(sums.fresh, await sendOnFresh())
    add(sums.long, await sendOnLong(sample))
  }
  fresh.disconnect()
  const count = rounds * sample
  say('build, sign, submit and mine, fresh chain', each(sums.fresh, count))
  say(`build, sign, submit and mine, after ${transactions} transactions`, each(sums.long, count))
  const ratio = (name: 'ms' | 'cpuMs') => (sums.long[name] / sums.fresh[name]).toFixed(2)
  say('a long chain beside a fresh one', `${ratio('ms')} × (${ratio('cpuMs')} of processor)`)
}

/** The other side: sends a sample whenever it is told to, until its parent leaves. */
async function serveFresh(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'devnet-bench-'))
  const devnet = await startDevnet({ dataDir: folder })
  const { wallet } = walletOn(devnet)
  await send(wallet, 200)
  process.on('message', async () => process.send?.(await timed(() => send(wallet, sample))))
  process.once('disconnect', async () => {
    await devnet.stop()
    rmSync(folder, { recursive: true })
  })
}

async function measure(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'devnet-bench-'))
  try {
    let devnet = await startDevnet({ dataDir })
    await devnet.stop()
    const start = await timed(async () => {
      devnet = await startDevnet()
    })
    say('start, empty chain', `${whole(start)}, ${megabytes()}`)
    await devnet.stop()

    devnet = await startDevnet({ dataDir })
    const { wallet, node } = walletOn(devnet)
    await send(wallet, 200)

    const builds = 2_000
    const body = {
      fromPublicKey: wallet.publicKey,
      destinations: [{ address: wallet.address, attoAlphAmount: String(ONE_ALPH) }],
    }
    const building = await timed(async () => {
      for (let i = 0; i < builds; i++) await node.transactions.postTransactionsBuild(body)
    })
    say('build a transfer', each(building, builds))

    const counter = await deployCounter(wallet)
    const calls = 2_000
    const calling = await timed(async () => {
      for (let i = 0; i < calls; i++)
        await node.contracts.postContractsCallContract({
          group: 0,
          address: counter.address,
          methodIndex: methodIndex('get'),
        })
    })
    say('call a contract', each(calling, calls))

    if (transactions > sample) await send(wallet, transactions - sample)
    say(`memory after ${transactions} transactions`, megabytes())
    await compareWithFresh((count) => timed(() => send(wallet, count)))
    await devnet.stop()
    const again = await timed(async () => {
      devnet = await startDevnet({ dataDir })
    })
    say(`start, ${transactions} transactions`, whole(again))
    await devnet.stop()
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

await (process.argv.includes('--fresh') ? serveFresh() : measure())
