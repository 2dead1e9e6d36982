import { expect, test } from 'vitest'
import { type Coin, ONE } from '../../src/domain/index.ts'
import { createKeeper, createSaltBox, type KeeperObservation, keeperAccount } from '../../src/keeper/index.ts'
import { assert, systemRandom } from '../../src/kit/index.ts'
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
    const chores = createKeeper({
      database: stage.database,
      chain: stage.chain,
      clock: stage.devnet.clock,
      venue: stage.deployment,
      privateKey: keeperKey,
      saltBox: createSaltBox(['a secret for tests, long enough to be one'], systemRandom),
      revealAttempts: 3,
      revealGasPriceMax: 10n ** 12n,
      observe: (observation) => void seen.push(observation),
    })
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
})
