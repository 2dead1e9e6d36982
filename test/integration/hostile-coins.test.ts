import { addressToBytes } from '@alephium/web3'
import { expect, test } from 'vitest'
import { type Coin, ONE } from '../../src/domain/index.ts'
import {
  createKeeper,
  createSaltBox,
  type Keeper,
  type KeeperObservation,
  keeperAccount,
} from '../../src/keeper/index.ts'
import { assert, bytesToHex, systemRandom } from '../../src/kit/index.ts'
import { limits } from '../../src/transaction/index.ts'
import { emptyIndex } from '../simulation/indexer/dump.ts'
import { describeOnBothDatabases } from '../support/database.ts'
import { type BuildStage, openBuildStage, signerOf } from '../support/venue/build-stage.ts'
import { walletOf } from '../support/venue/wallet.ts'

const keeperKey = '4f'.repeat(32)

/** Until when anybody may lock a coin he sends: the chain takes any signed 64-bit time. */
const lockTimes = [
  '0',
  '1',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '9223372036854775807',
]

/** More than twice as many as a node lists. */
const DUST_COINS = 12_000

/** A stranger sends one coin with each lock time to an address, through the node's own routes. */
async function sendLocked(stage: BuildStage, to: string): Promise<void> {
  const { devnet, chain } = stage
  const bank = devnet.wallets[0]
  assert(bank !== undefined, 'the devnet funds a wallet of group 0')
  const stranger = walletOf(bank.privateKey)
  const destinations = lockTimes.map((lockTime) => ({ address: to, attoAlphAmount: String(ONE), lockTime }))
  const answer = await devnet.fetch(`${devnet.url}/transactions/build`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fromPublicKey: stranger.publicKey, destinations }),
  })
  const built = (await answer.json()) as { unsignedTx: string; txId: string }
  expect(answer.status, JSON.stringify(built)).toBe(200)
  await chain.submit({ unsignedTx: built.unsignedTx, signature: stranger.sign(built.txId) })
}

function openKeeper(stage: BuildStage, seen: KeeperObservation[]): Keeper {
  return createKeeper({
    database: stage.database,
    chain: stage.chain,
    clock: stage.devnet.clock,
    venue: stage.deployment,
    privateKey: keeperKey,
    saltBox: createSaltBox(['a secret for tests, long enough to be one'], systemRandom),
    revealAttempts: 3,
    revealGasPriceMax: 10n ** 12n,
    monotonic: stage.devnet.clock.nowMs,
    observe: (observation) => void seen.push(observation),
  })
}

function sendDust({ devnet }: BuildStage, address: string): void {
  const lock = bytesToHex(addressToBytes(address))
  devnet.controls.fund({ lock, attoAlph: limits.DUST * BigInt(DUST_COINS), coins: DUST_COINS })
}

describeOnBothDatabases('coins a stranger sends', (context) => {
  test('behavior: coins locked until whenever are held, listed and left alone', async () => {
    const stage = await openBuildStage(context.database, 'hostile-coins')
    const [market] = await stage.openMarkets()
    assert(market !== undefined, 'a market')
    const trader = stage.wallet({ collateral: 10n * ONE })
    const keeper = keeperAccount(keeperKey, 0).wallet
    stage.devnet.controls.fund({ lock: keeper.lock, attoAlph: 100n * ONE })
    for (const address of [trader.address, keeper.address]) await sendLocked(stage, address)

    const locks = (coins: readonly Coin[]) =>
      coins.map((coin) => coin.lockTimeMs).sort((a, b) => (a < b ? -1 : 1))
    const blockMs = BigInt(stage.devnet.clock.nowMs())
    const held = locks(await stage.chain.listCoins(trader.address))
    expect(held.slice(-4)).toEqual([2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n])
    expect(held.slice(0, -4).every((lock) => lock <= blockMs)).toBe(true)

    const order = {
      ...signerOf(trader),
      marketAddress: market,
      side: 'buy' as const,
      outcome: 'yes' as const,
      price: 500,
      quantity: String(4n * ONE),
      timeInForce: 'gtc' as const,
      type: 'limit' as const,
    }
    await stage.send(trader, stage.builder.placeOrder(order))

    // The keeper has something to do: what the proposal's deposit is owed.
    await stage.index()
    const seen: KeeperObservation[] = []
    const chores = openKeeper(stage, seen)
    expect(await chores.step()).toBe(1)
    expect(seen.map(({ kind }) => kind)).toContain('sent')
    await stage.close()
  })

  test('behavior: snapshots of the devnet hold lock times beyond 2^53', async () => {
    const stage = await openBuildStage(context.database, 'hostile-coins-kept')
    const trader = stage.wallet()
    await sendLocked(stage, trader.address)
    const snapshot = stage.devnet.controls.snapshot()
    stage.devnet.controls.mine({ blocks: 3 })
    stage.devnet.controls.revert(snapshot.id)
    const locks = (await stage.chain.listCoins(trader.address)).map((coin) => coin.lockTimeMs)
    expect(locks).toContain(2n ** 63n - 1n)
    expect(locks).toContain(2n ** 53n + 1n)
    await stage.close()
  })

  test('behavior: a keeper joins dust, which is worth more than that costs, and finds its own coins again', async () => {
    await emptyIndex(context.database)
    const stage = await openBuildStage(context.database, 'hostile-coins-keeper')
    const keeper = keeperAccount(keeperKey, 0).wallet
    sendDust(stage, keeper.address)
    stage.devnet.controls.fund({ lock: keeper.lock, attoAlph: 100n * ONE })
    const listed = async () => (await stage.chain.listCoins(keeper.address)).map(({ attoAlph }) => attoAlph)
    expect(await listed()).toEqual(Array.from({ length: 5_000 }, () => limits.DUST))
    expect(await stage.chain.hasHiddenCoins(keeper.address)).toBe(true)

    await stage.index()
    const seen: KeeperObservation[] = []
    const chores = openKeeper(stage, seen)
    let rounds = 0
    while ((await chores.step()) > 0) rounds += 1
    // Each makes one coin of 256, until 500 are left.
    expect(rounds).toBe(46)
    expect(await listed()).toHaveLength(12_001 - 46 * 255)
    expect(await stage.chain.hasHiddenCoins(keeper.address)).toBe(false)
    expect(await chores.getBalance()).toBeGreaterThan(100n * ONE)
    expect(seen.filter((told) => 'cause' in told)).toEqual([])
    await stage.close()
  })

  test('behavior: of a wallet with more coins than the node lists, builds stay, and a shortage says what to do', async () => {
    await emptyIndex(context.database)
    const stage = await openBuildStage(context.database, 'hostile-coins-builds')
    const [market] = await stage.openMarkets()
    assert(market !== undefined, 'a market')
    const trader = stage.wallet({ collateral: 10n * ONE })
    await stage.index()
    const order = {
      ...signerOf(trader),
      marketAddress: market,
      side: 'buy' as const,
      outcome: 'yes' as const,
      price: 500,
      quantity: String(4n * ONE),
      timeInForce: 'gtc' as const,
      type: 'limit' as const,
    }
    const built = await stage.builder.placeOrder(order)
    sendDust(stage, trader.address)
    const { collateral } = stage.deployment.tokens
    const isCollateral = ({ tokens }: Coin) => tokens.some(({ id }) => id === collateral.id)
    expect((await stage.chain.listCoins(trader.address)).some(isCollateral)).toBe(false)

    expect(await stage.builder.placeOrder(order)).toBe(built)
    const refused = stage.builder.placeOrder({ ...order, price: 501 })
    await expect(refused).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      details: {
        token: collateral.id,
        available: '0',
        hint: 'this wallet has more coins than the node lists: join small coins into one, in several transactions if need be, and ask again',
      },
    })
    // Nothing keeps its owner from sending what he has signed.
    await stage.send(trader, Promise.resolve(built))
    await stage.close()
  })
})
