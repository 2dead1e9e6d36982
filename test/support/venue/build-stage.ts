import { sign } from '@alephium/web3'
import {
  type ContractCall,
  contractAddressOf,
  type Deployment,
  deployMarket,
  freezePeriod,
  marketIdOf,
  standardBonds,
  standardPeriods,
  standardQuorum,
  type VenuePeriods,
} from '../../../src/bindings/index.ts'
import { type Builder, createBuilder } from '../../../src/builder/index.ts'
import { type Chain, connectNode, type FetchLimits } from '../../../src/chain/index.ts'
import { deployVenue } from '../../../src/deploy/index.ts'
import { type Devnet, startDevnet } from '../../../src/devnet/index.ts'
import { isWallet, ONE, parseWallet } from '../../../src/domain/index.ts'
import { createIndexer } from '../../../src/indexer/index.ts'
import { assert, type Clock, createSeededRandom, sleep, systemClock } from '../../../src/kit/index.ts'
import type { Database } from '../../../src/store/index.ts'
import { patientNode } from './host.ts'
import { newWallet, type Wallet, walletOf } from './wallet.ts'

/** A build's answer, parsed. */
export interface Answer {
  readonly unsignedTx: string
  readonly txId: string
  readonly fromGroup: number
  readonly toGroup: number
  readonly gasAmount: number
  readonly gasPrice: string
  readonly collateralRequired: string
  readonly attoNativeAmount: string
  readonly tokens: readonly { readonly id: string; readonly amount: string }[]
}

export interface StageFunds {
  readonly keyType?: Wallet['keyType']
  readonly alph?: bigint
  readonly collateral?: bigint
  readonly stake?: bigint
  /** In how many coins of each kind; 1 unless said. */
  readonly coins?: number
  readonly group?: number
}

/** The venue on a devnet of its own, with a builder, an index and wallets: everything but HTTP and the keeper. */
export interface BuildStage {
  readonly devnet: Devnet
  readonly chain: Chain
  readonly deployment: Deployment
  readonly builder: Builder
  readonly database: Database
  /** Another builder over the same database and chain, as after a restart or on another replica. */
  readonly anotherBuilder: (over?: {
    readonly database?: Database
    readonly chain?: Chain
    readonly clock?: Clock
  }) => Builder
  /** A port of its own to the same node, whose breaker has seen nothing yet. */
  readonly connect: (limits?: Partial<FetchLimits>) => Chain
  readonly wallet: (funds?: StageFunds) => Wallet
  readonly fund: (wallet: Wallet, funds: StageFunds) => void
  /** Signs a build's answer and submits it, as any wallet would; returns the parsed answer. */
  readonly send: (wallet: Wallet, text: string | Promise<string>) => Promise<Answer>
  /** A call anybody may make, as the keeper would. */
  readonly call: (call: ContractCall) => Promise<void>
  /** Brings the index up to the chain. */
  readonly index: () => Promise<void>
  /** Runs one proposal through voting and deployment; its markets by address. */
  readonly openMarkets: (options?: {
    readonly legs?: number
    readonly endsInMs?: number
    readonly imageUrl?: string
  }) => Promise<string[]>
  readonly close: () => Promise<void>
}

const START_MS = Date.UTC(2030, 0, 1)
const WHALE_STAKE = 1_000_000n * ONE

export const signerOf = (wallet: Wallet) => ({
  signerAddress: wallet.address,
  signerPublicKey: wallet.publicKey,
})

export const parseAnswer = (text: string): Answer => JSON.parse(text) as Answer

export async function openBuildStage(
  database: Database,
  seed: string,
  { periods = standardPeriods, ...options }: { readonly port?: number; readonly periods?: VenuePeriods } = {},
): Promise<BuildStage> {
  const devnet = await startDevnet({ seed, startMs: START_MS, ...options })
  const { controls, clock } = devnet
  const connect = (limits: Partial<FetchLimits> = {}): Chain =>
    connectNode({
      url: devnet.url,
      group: 0,
      clock: systemClock,
      fetch: devnet.fetch,
      limits: { ...patientNode, ...limits },
    })
  const chain = connect()
  const random = createSeededRandom(seed)
  const bank = devnet.wallets[0]
  assert(bank !== undefined, 'the devnet funds a wallet of group 0')
  const deployer = walletOf(bank.privateKey)
  const deployment = await deployVenue({
    chain,
    clock: systemClock,
    sleep,
    deployer: {
      address: deployer.address,
      publicKey: deployer.publicKey,
      sign: async (txId) => sign(txId, bank.privateKey),
    },
    parameters: {
      group: 0,
      treasury: newWallet(random).address,
      periods,
      ...standardBonds(ONE),
      ...standardQuorum,
      tokens: null,
    },
    storage: { read: async () => null, write: async () => {} },
  })
  const { contracts, tokens } = deployment
  const anotherBuilder: BuildStage['anotherBuilder'] = (over = {}) =>
    createBuilder({
      database,
      chain,
      clock,
      venue: deployment,
      confirmations: 10,
      observe: () => {},
      ...over,
    })
  const builder = anotherBuilder()
  const indexer = createIndexer({
    chain,
    database,
    venue: {
      vault: contracts.vault.address,
      voting: contracts.voting.address,
      oracle: contracts.oracle.address,
      parlays: contracts.parlays.address,
      desk: contracts.desk.address,
    },
    clock,
    networkId: deployment.networkId,
    startHeight: 0,
    name: seed,
    monotonic: clock.nowMs,
  })

  const fund = (wallet: Wallet, funds: StageFunds): void => {
    const group = funds.group ?? 0
    const bare = wallet.address.split(':')[0] ?? ''
    const parsed = parseWallet(wallet.keyType === 'default' ? bare : `${bare}:${group}`, group)
    assert(isWallet(parsed), 'a wallet of this group')
    const coins = funds.coins ?? 1
    if (funds.alph !== 0n) controls.fund({ lock: parsed.lock, attoAlph: funds.alph ?? 100n * ONE, coins })
    for (const [id, amount] of [
      [tokens.collateral.id, funds.collateral ?? 0n],
      [tokens.stake.id, funds.stake ?? 0n],
    ] as const)
      if (amount > 0n) controls.fund({ lock: parsed.lock, tokens: [{ id, amount }], coins })
  }
  const wallet = (funds: StageFunds = {}): Wallet => {
    const made = newWallet(random, funds.keyType)
    fund(made, funds)
    return made
  }
  const send: BuildStage['send'] = async (from, text) => {
    const answer = parseAnswer(await text)
    const { txId } = await chain.submit({ unsignedTx: answer.unsignedTx, signature: from.sign(answer.txId) })
    assert(txId === answer.txId, 'the node gives the transaction the id the build promised')
    return answer
  }
  const index = async (): Promise<void> => {
    const height = await chain.getHeight()
    for (let looks = 0; looks < 1000; looks++) {
      if ((indexer.status().checkpoint?.height ?? -1) === height) return
      await indexer.step()
    }
    throw new Error('the index does not reach the chain')
  }

  const call: BuildStage['call'] = async ({ script, attoAlph, tokens: approved }) => {
    const { publicKey } = deployer
    const built = await chain.buildScript({ publicKey, bytecode: script, attoAlph, tokens: approved })
    await chain.submit({ unsignedTx: built.unsignedTx, signature: deployer.sign(built.txId) })
  }

  let voter: Wallet | null = null
  const openMarkets: BuildStage['openMarkets'] = async (options = {}) => {
    if (voter === null) {
      voter = wallet({ stake: WHALE_STAKE, alph: 1000n * ONE })
      await send(voter, builder.vaultDeposit({ ...signerOf(voter), amount: String(WHALE_STAKE) }))
    }
    const { votingMs, minTradingMs } = deployment.periods
    const from = signerOf(voter)
    const count = options.legs ?? 1
    const endsAtMs = clock.nowMs() + votingMs + minTradingMs + (options.endsInMs ?? 7 * 24 * 3_600_000)
    const image = options.imageUrl === undefined ? {} : { imageUrl: options.imageUrl }
    const texts = { category: 'Test', endsAt: new Date(endsAtMs).toISOString(), ...image }
    const legs = Array.from({ length: count }, (_, i) => ({ question: `Leg ${i}?` }))
    const { txId } = await send(
      voter,
      count === 1
        ? builder.proposeSingle({ ...from, ...texts, question: 'Will it?' })
        : builder.proposeLinked({ ...from, ...texts, masterQuestion: 'Which?', legs }),
    )
    await index()
    const [proposal] = await database.query<{ id: number; period_id: number }>({
      label: 'test-proposal',
      sql: 'select id, period_id from proposals where tx_id = $1',
      values: [txId],
    })
    assert(proposal !== undefined, 'the proposal is indexed')
    await send(voter, builder.votingVote({ ...from, proposalId: proposal.id }))
    controls.setTime({ advanceMs: votingMs })
    const votingId = contracts.voting.id
    await call(freezePeriod({ votingId, periodId: proposal.period_id }))
    for (let leg = 0; leg < count; leg++) await call(deployMarket({ votingId, proposalId: proposal.id }))
    await index()
    const rows = await database.query<{ id: number }>({
      label: 'test-markets',
      sql: 'select id from markets where proposal_id = $1 order by leg',
      values: [proposal.id],
    })
    return rows.map(({ id }) => contractAddressOf(marketIdOf(votingId, id)))
  }

  return {
    devnet,
    chain,
    deployment,
    builder,
    database,
    anotherBuilder,
    connect,
    wallet,
    fund,
    send,
    call,
    index,
    openMarkets,
    close: async () => {
      await indexer.stop()
      await devnet.stop()
    },
  }
}
