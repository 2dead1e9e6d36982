import { writeFile } from 'node:fs/promises'
import { NodeProvider, sign } from '@alephium/web3'
import { PrivateKeyWallet } from '@alephium/web3-wallet'
import {
  type Deployment,
  standardBonds,
  standardQuorum,
  type VenuePeriods,
} from '../../../src/bindings/index.ts'
import { connectNode } from '../../../src/chain/index.ts'
import { deployVenue } from '../../../src/deploy/index.ts'
import { testWallets } from '../../../src/devnet/index.ts'
import { ONE } from '../../../src/domain/index.ts'
import { keeperAccount } from '../../../src/keeper/index.ts'
import { bytesToHex, sleep, systemClock, systemRandom } from '../../../src/kit/index.ts'
import { createDataDir, type Service, startService } from '../service.ts'
import { takeTokens } from '../take-tokens.ts'
import { createWallet } from '../wallet.ts'
import { type LifeStage, rowAddress } from './life-stage.ts'

const GROUP = 0
const seconds = 1_000

/** Short enough to be waited for, long enough for the steps of the story that must happen within each. */
const periods: VenuePeriods = {
  votingMs: 30 * seconds,
  minTradingMs: 5 * seconds,
  closingMs: 5 * seconds,
  disputeMs: 15 * seconds,
  commitMs: 25 * seconds,
  revealMs: 15 * seconds,
  appealMs: 15 * seconds,
  unlockMs: 180 * seconds,
  voidAfterMs: 900 * seconds,
}

/** Blocks come when transactions do, and contracts judge time by blocks: so a small transfer is made this often. */
const TICK_MS = 700
const LOOK_MS = 100
const INCLUSION_MS_MAX = 60 * seconds

export interface NodeStage extends LifeStage {
  readonly deployMs: number
  /** What the service runs with, for the program's other commands. */
  readonly environment: Readonly<Record<string, string>>
  /** Ends the service at once, as `kill -9` does. */
  killService(): Promise<void>
  startService(): Promise<Service>
}

/** A venue of its own on a real node of a devnet: waiting in place of moved time, transfers in place of a faucet. */
export async function openNodeStage(
  url: string,
  settings: Readonly<Record<string, string>>,
): Promise<NodeStage> {
  const node = new NodeProvider(url)
  const { privateKey } = testWallets().find(({ group }) => group === GROUP)!
  const bank = new PrivateKeyWallet({ privateKey, nodeProvider: node })
  const included = async (txId: string): Promise<void> => {
    const deadline = systemClock.nowMs() + INCLUSION_MS_MAX
    while ((await node.transactions.getTransactionsStatus({ txId })).type !== 'Confirmed') {
      if (systemClock.nowMs() > deadline)
        throw new Error(`${txId} was not mined within ${INCLUSION_MS_MAX} ms`)
      await sleep(LOOK_MS)
    }
  }
  const transfer = async (address: string, attoAlphAmount: bigint, coins: number, tokens: Token[] = []) => {
    const destination = { address, attoAlphAmount, tokens }
    const { txId } = await bank.signAndSubmitTransferTx({
      signerAddress: bank.address,
      destinations: Array.from({ length: coins }, () => destination),
    })
    await included(txId)
  }

  const data = createDataDir()
  const { currentHeight } = await node.blockflow.getBlockflowChainInfo({ fromGroup: GROUP, toGroup: GROUP })
  const { deployment, deployMs } = await deploy(url, {
    bank,
    privateKey,
    path: `${data.path}/deployment.json`,
  })
  const { collateral, stake } = deployment.tokens
  for (const { id } of [collateral, stake]) {
    const call = takeTokens({ tokenId: id, to: bank.address, amount: 10n ** 9n * ONE })
    const { txId } = await bank.signAndSubmitExecuteScriptTx({
      signerAddress: bank.address,
      bytecode: call.script,
      attoAlphAmount: call.attoAlph,
    })
    await included(txId)
  }

  const keeperKey = bytesToHex(systemRandom.bytes(32))
  await transfer(keeperAccount(keeperKey, GROUP).wallet.address, 200n * ONE, 5)
  const ticker = createWallet()
  await transfer(ticker.address, 20n * ONE, 5)
  const stopTicking = keepTicking(new PrivateKeyWallet({ privateKey: ticker.privateKey, nodeProvider: node }))

  const environment = {
    ...settings,
    DATA_DIR: data.path,
    DEPLOYMENT_FILE: `${data.path}/deployment.json`,
    ALEPHIUM_NODE_URL: url,
    INDEX_START_HEIGHT: String(currentHeight),
    KEEPER_KEY: keeperKey,
  }
  let service = await startService(environment)

  return {
    node,
    environment,
    deployMs,
    service: () => service,
    tradingMs: 180 * seconds,
    fund: (wallet) =>
      transfer(rowAddress(wallet), 20n * ONE, 5, [
        { id: collateral.id, amount: 20_000n * ONE },
        { id: stake.id, amount: 220_000n * ONE },
      ]),
    fundExactly: (wallet, coin) =>
      transfer(rowAddress(wallet), coin.attoAlph, 1, [
        { id: collateral.id, amount: coin.collateral },
        { id: stake.id, amount: coin.stake },
      ]),
    passUntil: (ms) => sleep(Math.max(0, ms - systemClock.nowMs()) + TICK_MS),
    included,
    async killService() {
      service.kill('SIGKILL')
      await service.exited
    },
    async startService() {
      service = await startService(environment)
      return service
    },
    async close() {
      await stopTicking()
      service.kill('SIGKILL')
      await service.exited
      data.remove()
    },
  }
}

interface Token {
  readonly id: string
  readonly amount: bigint
}

async function deploy(
  url: string,
  { bank, privateKey, path }: { bank: PrivateKeyWallet; privateKey: string; path: string },
): Promise<{ deployment: Deployment; deployMs: number }> {
  const beganMs = systemClock.nowMs()
  const deployment = await deployVenue({
    chain: connectNode({ url, group: GROUP, clock: systemClock }),
    deployer: {
      address: bank.address,
      publicKey: bank.publicKey,
      sign: async (txId) => sign(txId, privateKey),
    },
    parameters: {
      group: GROUP,
      treasury: bank.address,
      periods,
      ...standardBonds(ONE),
      ...standardQuorum,
      tokens: null,
    },
    storage: { read: async () => null, write: (text) => writeFile(path, text) },
    clock: systemClock,
    sleep,
  })
  return { deployment, deployMs: systemClock.nowMs() - beganMs }
}

/** Pays itself a little, again and again; a transfer that fails is a block less and no more. */
function keepTicking(wallet: PrivateKeyWallet): () => Promise<void> {
  let isOver = false
  const ticking = (async () => {
    while (!isOver) {
      await wallet
        .signAndSubmitTransferTx({
          signerAddress: wallet.address,
          destinations: [{ address: wallet.address, attoAlphAmount: ONE / 100n }],
        })
        .catch(() => undefined)
      await sleep(TICK_MS)
    }
  })()
  return async () => {
    isOver = true
    await ticking
  }
}
