import { addressToBytes } from '@alephium/web3'
import {
  type ContractCall,
  castVote,
  contractAddressOf,
  depositStake,
  findContractId,
  placeOrder,
  proposalEntryId,
  readEntry,
  readState,
} from '../../../src/bindings/index.ts'
import { addressText, groupOfLock, isContractLock } from '../../../src/bytecode/index.ts'
import { NodeRefused } from '../../../src/chain/index.ts'
import { ONE, subjectOf } from '../../../src/domain/index.ts'
import { createIndexer } from '../../../src/indexer/index.ts'
import {
  createKeeper,
  createSaltBox,
  type KeeperObservation,
  keeperAccount,
} from '../../../src/keeper/index.ts'
import { assert, bytesToHex, createSeededRandom, randomBelow, systemRandom } from '../../../src/kit/index.ts'
import type { Database } from '../../../src/store/index.ts'
import { encodeUnsignedTx, limits, planScriptCall, txIdOf } from '../../../src/transaction/index.ts'
import { type BuildStage, openBuildStage, signerOf } from '../../support/venue/build-stage.ts'
import type { Wallet } from '../../support/venue/wallet.ts'
import { type Dump, dumpIndex, emptyIndex } from '../indexer/dump.ts'
import { catchUp } from '../indexer/scenario.ts'
import { type MultisigWallet, newMultisigWallet } from './multisig-wallet.ts'
import { createAndDestroy, createMany, DEPOSIT, emitAnything, emitMegabytes, failAfter } from './programs.ts'
import { newScriptWallet } from './script-wallet.ts'
import { strangeLock } from './strange-lock.ts'

export interface HostileReport {
  readonly blocks: number
  /** How often each act was tried, and how often the node took it. */
  readonly acts: Readonly<Record<string, { readonly tried: number; readonly taken: number }>>
  /** Orders the honest trader built and sent, one in each block. */
  readonly ordersSent: number
  readonly ordersIndexed: number
  /** What kept the keeper from its work; empty when all is well. */
  readonly keeperTroubles: readonly string[]
  /** The chain's last block: what was done is the same on every machine. */
  readonly tip: string
  readonly followed: Dump
  readonly rebuilt: Dump
}

const keeperKey = '5a'.repeat(32)
const lockTimes = [0n, 1n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n]
const blockMs = 8_000
/** Blocks an order may wait for: one full of others comes before, and one that a stranger spoilt has no transactions. */
const waitBlocksMax = 100
/** Enough to propose and to vote. */
const WHALE_STAKE = 1_000_000n * ONE

/**
 * Strangers put into blocks whatever a block may hold, while one trader goes about his business: after every block the
 * index follows, the keeper works and builds are answered, and in the end a rebuilt index has the same rows.
 */
export async function runHostileChain(database: Database, seed: string): Promise<HostileReport> {
  await emptyIndex(database)
  const random = createSeededRandom(`hostile chain ${seed}`)
  const below = (bound: number) => randomBelow(random, bound)
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T // never empty
  const stage = await openBuildStage(database, `hostile-chain-${seed}`)
  const { devnet, chain, deployment } = stage
  const [market] = await stage.openMarkets()
  assert(market !== undefined, 'a market')
  const marketId = findContractId(market) ?? ''
  const state = await chain.findContractState(market)
  const subject = (state === null ? null : readState('Market', state))?.subject ?? ''

  const trader = stage.wallet({ collateral: 100_000n * ONE, alph: 1_000n * ONE, coins: 3 })
  const groupless = stage.wallet({ collateral: 10_000n * ONE, alph: 1_000n * ONE, keyType: 'gl-secp256k1' })
  const stranger = stage.wallet({ alph: 1_000_000n * ONE, coins: 40 })
  const multisig = newMultisigWallet(random, pick([2, 5, 16]))
  const scripted = newScriptWallet(random)
  const { collateral, stake } = deployment.tokens
  for (const { payer } of [multisig, scripted])
    for (const { id } of [collateral, stake])
      devnet.controls.fund({
        lock: payer.lock,
        attoAlph: 100n * ONE,
        tokens: [{ id, amount: 2n * WHALE_STAKE }],
        coins: 4,
      })
  const stakeOf = (amount: bigint): ContractCall =>
    depositStake({
      vaultId: deployment.contracts.vault.id,
      stakeTokenId: stake.id,
      amount,
      deadlineMs: Number.MAX_SAFE_INTEGER,
    })
  for (const wallet of [multisig, scripted]) await callAsMany(stage, wallet, stakeOf(WHALE_STAKE))
  const proposal = await propose(stage)
  const keeperWallet = keeperAccount(keeperKey, 0).wallet
  devnet.controls.fund({ lock: keeperWallet.lock, attoAlph: 100n * ONE, coins: 2 })

  const seen: KeeperObservation[] = []
  const keeper = createKeeper({
    database,
    chain,
    clock: devnet.clock,
    venue: deployment,
    privateKey: keeperKey,
    saltBox: createSaltBox(['a secret for tests, long enough to be one'], systemRandom),
    revealAttempts: 3,
    revealGasPriceMax: 10n ** 12n,
    monotonic: devnet.clock.nowMs,
    observe: (observation) => void seen.push(observation),
  })

  const payer = bytesToHex(addressToBytes(stranger.address))
  const traderLock = bytesToHex(addressToBytes(trader.address))
  /** Whom a market of group 0 would pay. */
  const strangePayee = (): string => {
    const lock = strangeLock(random)
    return !isContractLock(lock) && groupOfLock(lock) === 0 ? lock : strangePayee()
  }
  const order = (referer: string | null, price: number, outcome: 'yes' | 'no'): ContractCall =>
    placeOrder({
      marketId,
      collateralId: collateral.id,
      side: 'buy',
      outcome,
      price,
      quantity: ONE,
      timeInForce: pick(['gtc', 'ioc']),
      isMarketOrder: false,
      maxFills: 3,
      referer,
      expiresAtMs: null,
      subject,
      deadlineMs: Number.MAX_SAFE_INTEGER,
    })
  const callAs = async (wallet: Wallet, call: ContractCall): Promise<void> => {
    const { publicKey, keyType } = wallet
    const key = keyType === 'default' ? { publicKey } : { publicKey, publicKeyType: keyType, group: 0 }
    const built = await chain.buildScript({
      ...key,
      bytecode: call.script,
      attoAlph: call.attoAlph + ONE,
      tokens: call.tokens,
    })
    await chain.submit({ unsignedTx: built.unsignedTx, signature: wallet.sign(built.txId) })
  }
  const run = (script: string, attoAlph = DEPOSIT): Promise<void> =>
    callAs(stranger, { script, attoAlph, tokens: [] })

  const acts: Record<string, () => Promise<void>> = {
    events: () => run(emitAnything(payer, random, () => strangeLock(random))),
    megabytes: () => run(emitMegabytes(payer, 1 + below(3))),
    contracts: () => run(createMany(payer, 20), 20n * DEPOSIT),
    'a thousand contracts': async () => {
      for (let call = below(20) === 0 ? 20 : 0; call > 0; call--)
        await run(createMany(payer, 50), 50n * DEPOSIT)
    },
    'created and gone': () => run(createAndDestroy(payer)),
    'fails in its block': () => run(failAfter(devnet.clock.nowMs() + blockMs / 2)),
    'order with a strange referer': () =>
      callAs(
        pick([trader, groupless]),
        order(addressText(strangePayee()), 300 + below(400), pick(['yes', 'no'])),
      ),
    // Prices of these two cross, so that they pay each other.
    'order of many keys': () =>
      callAsMany(stage, multisig, order(null, 300 + below(400), pick(['yes', 'no']))),
    'order of a script': () =>
      callAsMany(stage, scripted, order(addressText(strangePayee()), 300 + below(400), pick(['yes', 'no']))),
    'stake of many keys': () => callAsMany(stage, pick([multisig, scripted]), stakeOf(ONE)),
    'vote of many keys': () => {
      const call = castVote({
        votingId: deployment.contracts.voting.id,
        ...proposal,
        deadlineMs: Number.MAX_SAFE_INTEGER,
      })
      return callAsMany(stage, pick([multisig, scripted]), call)
    },
    dust: async () => {
      const coins = 10 + below(190)
      const lock = pick([keeperWallet.lock, traderLock, multisig.payer.lock])
      devnet.controls.fund({ lock, attoAlph: limits.DUST * BigInt(coins), coins })
    },
    'locked coins': () =>
      sendLocked(stage, stranger, pick([trader.address, keeperWallet.address, multisig.address])),
    'tokens nobody knows': async () => {
      const id = `${bytesToHex(random.bytes(31))}00`
      const lock = pick([keeperWallet.lock, multisig.payer.lock])
      devnet.controls.fund({ lock, tokens: [{ id, amount: 2n ** 255n }], coins: 1 + below(20) })
    },
    'the same coin twice': async () => {
      const { publicKey } = stranger
      const script = failAfter(Number.MAX_SAFE_INTEGER)
      const twins = [1n, 2n].map((attoAlph) =>
        chain.buildScript({ publicKey, bytecode: script, attoAlph: attoAlph * ONE }),
      )
      for (const { unsignedTx, txId } of await Promise.all(twins))
        await chain.submit({ unsignedTx, signature: stranger.sign(txId) })
    },
  }

  const counts: Record<string, { tried: number; taken: number }> = {}
  const attempt = async (name: string): Promise<void> => {
    counts[name] ??= { tried: 0, taken: 0 }
    counts[name].tried += 1
    try {
      await acts[name]?.()
      counts[name].taken += 1
    } catch (error) {
      // What the node itself does not take is in no block.
      if (!(error instanceof NodeRefused)) throw error
    }
  }

  const blocks = 6
  let ordersSent = 0
  for (let block = 0; block < blocks; block++) {
    devnet.controls.setMining({ mode: 'manual' })
    for (let act = 1 + below(6); act > 0; act--) await attempt(pick(Object.keys(acts)))
    devnet.controls.setTime({ advanceMs: blockMs })
    devnet.controls.mine({ blocks: 2 })
    devnet.controls.setMining({ mode: 'instant' })
    await stage.index()
    await keeper.step()
    const { txId } = await stage.send(
      trader,
      stage.builder.placeOrder({
        ...signerOf(trader),
        marketAddress: market,
        side: 'buy',
        outcome: 'yes',
        price: 100 + below(100),
        quantity: String(ONE),
        timeInForce: 'gtc',
        type: 'limit',
      }),
    )
    ordersSent += 1
    await mineUntilConfirmed(stage, txId)
    await stage.index()
  }
  const [row] = await database.query<{ n: number }>({
    label: 'test-count',
    sql: 'select count(*) as n from orders where trader = $1 and price < 200',
    values: [trader.address],
  })
  const followed = await dumpIndex(database)
  await emptyIndex(database)
  const { contracts } = deployment
  await catchUp(
    createIndexer({
      chain,
      database,
      venue: {
        vault: contracts.vault.address,
        voting: contracts.voting.address,
        oracle: contracts.oracle.address,
        parlays: contracts.parlays.address,
        desk: contracts.desk.address,
      },
      clock: devnet.clock,
      networkId: deployment.networkId,
      startHeight: 0,
      name: `${seed}-again`,
    }),
  )
  const rebuilt = await dumpIndex(database)
  const { hash: tip } = await chain.getTip()
  await stage.close()
  return {
    blocks,
    acts: counts,
    ordersSent,
    ordersIndexed: row?.n ?? -1,
    keeperTroubles: seen.flatMap((told) => ('cause' in told ? [`${told.kind}: ${String(told.cause)}`] : [])),
    tip,
    followed,
    rebuilt,
  }
}

async function mineUntilConfirmed({ chain, devnet }: BuildStage, txId: string): Promise<void> {
  for (let mined = 0; (await chain.getTransactionStatus(txId)).type !== 'confirmed'; mined++) {
    assert(mined < waitBlocksMax, `the order ${txId} gets into a block`)
    devnet.controls.mine()
  }
}

/** A proposal to vote on; its number. */
async function propose(stage: BuildStage): Promise<{ proposalId: number; subject: string }> {
  const from = stage.wallet({ stake: WHALE_STAKE, alph: 1_000n * ONE })
  await stage.send(from, stage.builder.vaultDeposit({ ...signerOf(from), amount: String(WHALE_STAKE) }))
  const { votingMs, minTradingMs } = stage.deployment.periods
  const endsAtMs = stage.devnet.clock.nowMs() + 2 * (votingMs + minTradingMs)
  const { txId } = await stage.send(
    from,
    stage.builder.proposeSingle({
      ...signerOf(from),
      question: 'Will anybody stop it?',
      category: 'Test',
      endsAt: new Date(endsAtMs).toISOString(),
    }),
  )
  await stage.index()
  const [proposal] = await stage.database.query<{ id: number }>({
    label: 'test-proposal',
    sql: 'select id from proposals where tx_id = $1',
    values: [txId],
  })
  assert(proposal !== undefined, 'the proposal is indexed')
  const entryId = proposalEntryId(stage.deployment.contracts.voting.id, proposal.id)
  const state = await stage.chain.findContractState(contractAddressOf(entryId))
  assert(state !== null, 'the proposal has its entry')
  const { textHash, endsAt } = readEntry('Proposal', state)
  const subject = subjectOf({ textHash, leg: 0, endsAtMs: Number(endsAt) })
  return { proposalId: proposal.id, subject }
}

/** A call of a wallet of many keys, assembled by hand: no route of the node does that. */
async function callAsMany(
  { chain, deployment, devnet }: BuildStage,
  wallet: MultisigWallet,
  call: ContractCall,
) {
  const coins = await chain.listCoins(wallet.address)
  const { tx } = planScriptCall({
    networkId: deployment.networkId,
    payer: wallet.payer,
    coins: coins
      .filter((coin) => coin.lockTimeMs <= devnet.clock.nowMs())
      .map(({ ref, attoAlph, tokens }) => ({ ...ref, amount: attoAlph, tokens })),
    call: {
      script: call.script,
      isPayable: true,
      approved: { alph: call.attoAlph, tokens: call.tokens },
      extraAlph: ONE,
    },
    scriptGas: 500_000,
    scriptUnlockGas: () => 20_000,
  })
  const bytes = encodeUnsignedTx(tx)
  const answer = await devnet.fetch(`${devnet.url}/multisig/submit`, {
    method: 'POST',
    body: JSON.stringify({ unsignedTx: bytesToHex(bytes), signatures: wallet.signatures(txIdOf(bytes)) }),
  })
  if (answer.status !== 200) throw new NodeRefused(answer.status, await answer.text(), { kind: 'other' })
}

/** Coins that can be spent never, now and in between. */
async function sendLocked({ chain, devnet }: BuildStage, from: Wallet, to: string): Promise<void> {
  const destinations = lockTimes.map((lockTime) => ({
    address: to,
    attoAlphAmount: String(ONE),
    lockTime: String(lockTime),
  }))
  const answer = await devnet.fetch(`${devnet.url}/transactions/build`, {
    method: 'POST',
    body: JSON.stringify({ fromPublicKey: from.publicKey, destinations }),
  })
  const built = (await answer.json()) as { unsignedTx: string; txId: string }
  assert(answer.status === 200, JSON.stringify(built))
  await chain.submit({ unsignedTx: built.unsignedTx, signature: from.sign(built.txId) })
}
