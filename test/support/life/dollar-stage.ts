import { NodeProvider } from '@alephium/web3'
import { expect } from 'vitest'
import { startDevnet, testWallets } from '../../../src/devnet/index.ts'
import { ONE } from '../../../src/domain/index.ts'
import { keeperAccount } from '../../../src/keeper/index.ts'
import { bytesToHex, systemRandom } from '../../../src/kit/index.ts'
import { createDataDir, runCommand, seedDatabase, startService } from '../service.ts'
import { deployToken } from '../stage/deploy-token.ts'
import { createNodeHost } from '../stage/node-host.ts'
import { type LifeStage, rowAddress } from './life-stage.ts'

const GROUP = 0
const HOUR_MS = 3_600_000

export interface DollarStage extends LifeStage {
  /** `sibyl deploy` over these tokens: its exit code and what it wrote. */
  deploy(
    collateral: string,
    stake: string,
  ): Promise<{ code: number | string; stdout: string; stderr: string }>
  readonly makeToken: (changes: Record<string, unknown>) => Promise<string>
  /** The dollar, and a token of 18 decimals to stake. */
  readonly tokens: { readonly collateral: string; readonly stake: string }
  /** Starts the service on what was deployed. */
  start(): Promise<void>
}

/** A devnet that is no part of the service, with tokens of its own: a dollar of six decimals is the collateral. */
export async function openDollarStage(environment: Readonly<Record<string, string>>): Promise<DollarStage> {
  const devnet = await startDevnet({ port: 0 })
  const { controls } = devnet
  // Without a socket: this process may be busy for longer than an idle connection lives.
  const node = new NodeProvider(devnet.url, undefined, devnet.fetch)
  const time = { nowMs: controls.nowMs, blockMs: 0, shortMs: 0, passTime: async () => undefined }
  const host = createNodeHost(node, time)
  const makeToken = (changes: Record<string, unknown>) => deployToken(host, changes)
  const tokens = { collateral: await makeToken({}), stake: await makeToken({ decimals: 18n }) }
  const { privateKey } = testWallets().find(({ group }) => group === GROUP)!
  const data = createDataDir()
  await seedDatabase(data.path)
  const keeperKey = bytesToHex(systemRandom.bytes(32))
  const give = async (
    address: string,
    attoAlph: bigint,
    coins: readonly { id: string; amount: bigint }[],
  ) => {
    const given = coins.map(({ id, amount }) => ({ id, amount: String(amount) }))
    const answer = await devnet.fetch(`${devnet.url}/devnet/fund`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address, attoAlph: String(attoAlph), tokens: given }),
    })
    expect(answer.status).toBe(200)
  }
  await give(keeperAccount(keeperKey, GROUP).wallet.address, 1_000n * ONE, [])
  const settings = {
    ...environment,
    DATA_DIR: data.path,
    ALEPHIUM_NODE_URL: devnet.url,
    KEEPER_KEY: keeperKey,
    SECRET_KEYS: bytesToHex(systemRandom.bytes(32)),
  }
  let service: Awaited<ReturnType<typeof startService>> | null = null
  const untilIndexed = async (): Promise<void> => {
    const { currentHeight } = await node.blockflow.getBlockflowChainInfo({ fromGroup: GROUP, toGroup: GROUP })
    const headers = { 'x-min-block-height': String(currentHeight) }
    while ((await fetch(`${service!.url}/v1/voting/period`, { headers })).status !== 200);
  }
  const fundExactly: LifeStage['fundExactly'] = (wallet, { attoAlph, collateral, stake }) =>
    give(rowAddress(wallet), attoAlph, [
      { id: tokens.collateral, amount: collateral },
      { id: tokens.stake, amount: stake },
    ])
  return {
    node,
    tokens,
    makeToken,
    deploy: (collateral, stake) =>
      runCommand(['deploy', '--network', 'devnet', '--collateral', collateral, '--stake', stake], {
        ...settings,
        DEPLOYER_KEY: privateKey,
      }),
    async start() {
      service = await startService(settings)
    },
    service() {
      expect(service).not.toBeNull()
      return service!
    },
    tradingMs: HOUR_MS,
    async fund(wallet) {
      const coin = { attoAlph: 20n * ONE, collateral: 20_000n * 10n ** 6n, stake: 220_000n * ONE }
      for (let coins = 0; coins < 5; coins++) await fundExactly(wallet, coin)
    },
    fundExactly,
    async passUntil(ms, lastBlockMs) {
      controls.setTime({ advanceMs: Math.max(1, Math.ceil(ms - lastBlockMs)) })
      // The service does not know this devnet's clock: it learns the time from blocks, of those it has indexed.
      controls.mine()
      await untilIndexed()
    },
    included: async () => undefined,
    async close() {
      service?.kill('SIGKILL')
      await service?.exited
      await devnet.stop()
      data.remove()
    },
  }
}
