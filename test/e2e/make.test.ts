import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PrivateKeyWallet } from '@alephium/web3-wallet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMaker, type MadeMarket } from '../../src/cli/index.ts'
import {
  type Client,
  createClient,
  createTrader,
  SibylError,
  signAndSubmit,
  type TradeRequest,
  type Trader,
  TransactionFailed,
  waitForTransaction,
} from '../../src/client/index.ts'
import { ONE } from '../../src/domain/index.ts'
import { createSeededRandom, randomBelow } from '../../src/kit/index.ts'
import { openEmbeddedStage } from '../support/life/embedded-stage.ts'
import { generous } from '../support/life/generous.ts'
import { createHands, type Hands, type Json } from '../support/life/hands.ts'
import type { LifeStage } from '../support/life/life-stage.ts'
import { forward, startScriptedServer, status } from '../support/scripted-server.ts'
import { createDataDir, startCommand } from '../support/service.ts'
import { mint } from '../support/wallet.ts'

const hours = Number(process.env.SIBYL_SIM_HOURS ?? 2)
const minuteMs = 60_000
const lifeMs = 5 * minuteMs
const size = 10n * ONE
const positionMax = 50n * ONE
const patience = { intervalMs: 20, looksMax: 5_000 }

describe('a maker of three markets', () => {
  const data = createDataDir()
  let stage: LifeStage
  let hands: Hands
  let key: string
  let client: Client
  let addresses: string[]

  beforeAll(async () => {
    stage = await openEmbeddedStage({ ...generous, LOG_LEVEL: 'info' })
    hands = createHands(stage)
    const { get, send, until, fundedWallet, blockTime } = hands
    const proposer = await fundedWallet()
    key = (await mint(hands.client(), proposer)).key
    hands.useKey(key)
    client = createClient({ url: stage.service().url, key })
    const { votingMs, minTradingMs } = (await get('/v1/status')).periods
    await send('vault/deposit', proposer, { amount: String(1_000_000n * ONE) })
    const proposedMs = await blockTime()
    await send('proposals/linked', proposer, {
      masterQuestion: 'Which one?',
      category: 'Test',
      endsAt: new Date(proposedMs + votingMs + minTradingMs + (hours + 3) * 60 * minuteMs).toISOString(),
      legs: [{ question: 'The first?' }, { question: 'The second?' }, { question: 'The third?' }],
    })
    await send('voting/vote', proposer, { proposalId: 1 })
    await stage.passUntil(proposedMs + votingMs + 1, await blockTime())
    const { markets } = await until('/v1/markets', ({ pagination }) => pagination.total === 3)
    addresses = markets.map(({ marketAddress }: Json) => marketAddress)
  })
  afterAll(async () => {
    await stage?.close()
    data.remove()
  })

  /** The next block comes so much later. */
  const pass = async (ms: number) => {
    const nowMs = await hands.blockTime()
    await stage.passUntil(nowMs + ms, nowMs)
    await client.devnet.mine({})
  }
  /** The same, and reads reflect it. */
  const passAndSee = async (ms: number) => {
    const untilMs = (await hands.blockTime()) + ms
    await pass(ms)
    await hands.until('/v1/status', ({ chain }) => chain.blockTimestamp >= untilMs)
  }
  /**
   * A block has what comes after its deadline, and it does nothing. A node forgets what waits for ten minutes, which is a
   * deadline too: so some of it passes before it is submitted, and the rest before its block.
   */
  const passSomeOfDeadline = () => client.devnet.advanceTime({ advanceMs: 5 * minuteMs })
  const passRestOfDeadline = () => passAndSee(6 * minuteMs)
  /** What a wallet holds of yes beyond no, and what its resting orders would add on either side. */
  async function exposure(wallet: PrivateKeyWallet, marketAddress: string) {
    const whose = { address: wallet.address, marketAddress }
    const { orders } = await client.users.orders(whose)
    const { positions } = await client.users.positions(whose)
    const held = (type: string) =>
      BigInt(positions.find(({ positionType }) => positionType === type)?.shares ?? 0)
    const rests = { bid: 0n, ask: 0n }
    for (const { side, outcome, quantity, filled } of orders)
      rests[(side === 'buy') === (outcome === 'yes') ? 'bid' : 'ask'] += BigInt(quantity) - BigInt(filled)
    return { net: held('yes') - held('no'), ...rests }
  }

  test(`behavior: ${hours} hours, a block a minute: never more at risk than its limits`, async () => {
    const random = createSeededRandom('a maker’s day')
    const wallet = await hands.fundedWallet()
    // By the client: on a busy machine the venue refuses some requests, and it asks again as it is told to.
    const [stranger, taker] = [
      await createTrader({ client, signer: await hands.fundedWallet() }),
      await createTrader({ client, signer: await hands.fundedWallet() }),
    ]
    const markets: MadeMarket[] = [
      { address: addresses[0] ?? '', fair: 500 },
      { address: addresses[1] ?? '', fair: 300 },
      { address: addresses[2] ?? '', fair: null },
    ]
    const terms = { width: 40, size, skew: 20, positionMax }
    /** With a key of its own: an hour has more quotes than a key may send in the minute that it takes here. */
    const newMaker = async () => {
      const withKey = client.withKey((await mint(hands.client(), wallet)).key)
      const trader = await createTrader({ client: withKey, signer: wallet })
      return createMaker({ client: withKey, trader, terms, lifeMs, patience })
    }
    let maker = await newMaker()
    const did: Record<string, number> = {}
    /** A venue that has no time costs one look, as with the command, or one order of somebody else. */
    const orMissed = async (act: () => Promise<string>) => {
      const what = await act().catch((error: unknown) => {
        if (error instanceof SibylError && error.status === 503) return 'missed'
        throw error
      })
      did[what] = (did[what] ?? 0) + 1
    }
    const send = (trader: typeof taker, order: Omit<Extract<TradeRequest, { kind: 'placeOrder' }>, 'kind'>) =>
      orMissed(async () => {
        await trader.sendAndWait({ kind: 'placeOrder', ...order }, patience)
        return 'sent'
      })
    let reached = 0n
    let middle = 500
    for (let minute = 0; minute < hours * 60; minute++) {
      if (minute % 60 === 0) maker = await newMaker()
      await pass(minuteMs)
      // Somebody else's quotes in the third market wander, and the maker follows their middle.
      middle += 10 * (randomBelow(random, 3) - 1)
      if (minute % 5 === 0) {
        const expiresAt = new Date((await hands.blockTime()) + 5 * minuteMs).toISOString()
        const end = { side: 'buy', quantity: String(size), timeInForce: 'gtd', expiresAt } as const
        for (const order of [
          { outcome: 'yes', price: middle - 60 },
          { outcome: 'no', price: 1_000 - (middle + 60) },
        ] as const)
          await send(stranger, { address: addresses[2] ?? '', ...end, ...order })
      }
      for (const [at, market] of markets.entries()) {
        await orMissed(async () => (await maker.look(market)).did)
        // Takers of the second market know better: they only ever buy yes there.
        const isYes = at === 1 || randomBelow(random, 2) === 0
        if (randomBelow(random, 3) === 0)
          await send(taker, {
            address: market.address,
            side: 'buy',
            outcome: isYes ? 'yes' : 'no',
            price: 900,
            quantity: String(BigInt(1 + randomBelow(random, 15)) * ONE),
            timeInForce: 'ioc',
            clientRef: `${minute}-${at}`,
          })
        const { net, bid, ask } = await exposure(wallet, market.address)
        expect(bid <= size && ask <= size).toBe(true)
        expect([net + bid <= positionMax, ask - net <= positionMax]).toEqual([true, true])
        if (-net > reached) reached = -net
      }
    }
    // The second market pushed it to where it stops selling, a size below its limit, and no further.
    expect(reached).toBe(positionMax - size)
    // It waits whenever somebody has taken the quotes whose middle it follows.
    const { missed = 0, ...others } = did
    // It takes when a side of its quote was skipped: that hangs on when the keeper clears what ended.
    expect(Object.keys({ took: 0, ...others }).sort()).toEqual(['kept', 'quoted', 'sent', 'took', 'waits'])
    expect(missed).toBeLessThan(hours)
    expect((await hands.get(`/v1/users/${wallet.address}/trades`)).pagination.total).toBeGreaterThan(
      hours * 20,
    )
    for (const market of markets) await maker.leave(market)
    await passAndSee(lifeMs)
    expect((await hands.get(`/v1/users/${wallet.address}/orders`)).orders).toEqual([])
  }, 3_600_000)

  describe('somebody puts one share across its bid', () => {
    const terms = { width: 40, size, skew: 20, positionMax }
    const restingOf = async (wallet: PrivateKeyWallet): Promise<string[]> => {
      const { orders } = await client.users.orders({ address: wallet.address })
      return orders
        .map(({ side, outcome, price, quantity, filled }) => {
          const left = (BigInt(quantity) - BigInt(filled)) / ONE
          return `${side} ${outcome} ${price} ${left}`
        })
        .sort()
    }
    /** An ask of one share at 0.100 that ends so much later. */
    const askFor = async (stranger: Trader, market: string, ms: number) =>
      stranger.sendAndWait(
        {
          kind: 'placeOrder',
          address: market,
          side: 'buy',
          outcome: 'no',
          price: 900,
          quantity: String(ONE),
          timeInForce: 'gtd',
          expiresAt: new Date((await hands.blockTime()) + ms).toISOString(),
        },
        patience,
      )

    test('behavior: between every look and its quote, gone by the next: the bid rests after the look', async () => {
      const [wallet, other] = [await hands.fundedWallet(), await hands.fundedWallet()]
      const stranger = await createTrader({ client, signer: other })
      const trader = await createTrader({ client, signer: wallet })
      const [market = ''] = addresses
      const sent: string[] = []
      const raced: Trader = {
        ...trader,
        async sendAndWait(request, options) {
          sent.push(request.kind)
          if (request.kind !== 'quote') return trader.sendAndWait(request, options)
          // Long enough for a slow machine, which takes seconds from a block to the next build.
          await askFor(stranger, market, minuteMs)
          const answer = await trader.sendAndWait(request, options)
          await passAndSee(minuteMs + 1)
          return answer
        },
      }
      const maker = createMaker({ client, trader: raced, terms, lifeMs, patience })
      for (let beat = 0; beat < 3; beat += 1) {
        expect(await maker.look({ address: market, fair: 500 })).toMatchObject({ did: 'took', position: 0n })
        expect(await restingOf(wallet)).toEqual(['buy no 480 10', 'buy yes 480 10'])
        expect(sent.splice(0)).toEqual(['quote', 'placeOrder'])
        expect((await maker.look({ address: market, fair: 500 })).did).toBe('kept')
        // Its quotes have ended when it looks again: nothing of it stands in the ask's way.
        await passAndSee(lifeMs)
      }
    })

    test('behavior: where the book shows it, it is taken, and a size or more is stayed clear of', async () => {
      const [wallet, other] = [await hands.fundedWallet(), await hands.fundedWallet()]
      const stranger = await createTrader({ client, signer: other })
      const trader = await createTrader({ client, signer: wallet })
      const maker = createMaker({ client, trader, terms, lifeMs, patience })
      const market = { address: addresses[1] ?? '', fair: 500 }
      await askFor(stranger, market.address, minuteMs)
      expect(await maker.look(market)).toMatchObject({ did: 'took', position: 0n })
      expect(await restingOf(wallet)).toEqual(['buy no 480 10', 'buy yes 480 9'])
      expect(await maker.look(market)).toMatchObject({ did: 'kept', position: ONE })
      await maker.leave(market)
      for (let i = 0; i < 10; i += 1) await askFor(stranger, market.address, minuteMs + i)
      expect(await maker.look(market)).toMatchObject({ did: 'quoted' })
      expect(await restingOf(wallet)).toEqual(['buy no 480 9', 'buy yes 99 10', 'sell yes 520 1'])
      await maker.leave(market)
      await passAndSee(2 * minuteMs)
    })
  })

  test('behavior: a renewal that fails is asked for again before what it was to renew ends', async () => {
    const hourMs = 60 * minuteMs
    const wallet = await hands.fundedWallet()
    const trader = await createTrader({ client, signer: wallet })
    let failing = 0
    const unlucky: Trader = {
      ...trader,
      async sendAndWait(request, options) {
        if (failing === 0) return trader.sendAndWait(request, options)
        failing -= 1
        await client.devnet.setMining({ mode: 'manual' })
        const build = await trader.build(request)
        await passSomeOfDeadline()
        await signAndSubmit(build, { signer: wallet, node: trader.node })
        await passRestOfDeadline()
        await client.devnet.setMining({ mode: 'instant' })
        return waitForTransaction(client, build.txId, patience)
      },
    }
    const terms = { width: 40, size, skew: 20, positionMax }
    const maker = createMaker({ client, trader: unlucky, terms, lifeMs: hourMs, patience })
    const market = { address: addresses[0] ?? '', fair: 500 }
    const ends = async (): Promise<number[]> => {
      const { orders } = await client.users.orders({ address: wallet.address })
      return orders.map(({ expiresAt }) => Date.parse(expiresAt ?? ''))
    }
    const first = await maker.look(market)
    const [endMs = 0] = await ends()
    expect([first.did, first.renewAtMs, await ends()]).toEqual(['quoted', endMs - hourMs / 2, [endMs, endMs]])

    await passAndSee(hourMs / 2)
    const failedAtMs = (await client.status()).chain?.blockTimestamp ?? 0
    failing = 1
    await expect(maker.look(market)).rejects.toThrow(TransactionFailed)
    const kept = await maker.look(market)
    expect([kept.did, kept.renewAtMs]).toEqual(['kept', failedAtMs + hourMs / 4])
    expect(kept.renewAtMs).toBeLessThan(endMs)
    expect(await ends()).toEqual([endMs, endMs])

    await passAndSee(kept.renewAtMs - (await hands.blockTime()))
    const again = await maker.look(market)
    expect([again.did, (await ends()).length]).toEqual(['quoted', 2])
    expect(again.renewAtMs).toBeGreaterThan(endMs)
    await maker.leave(market)
  })

  describe('as a command', () => {
    const start = (wallet: PrivateKeyWallet, url = stage.service().url, more: readonly string[] = []) => {
      const file = join(data.path, 'wallet')
      writeFileSync(file, wallet.privateKey, { mode: 0o600 })
      const [first, second, third] = addresses
      return startCommand(
        [
          'make',
          `${first}=500`,
          `${second}=300`,
          `${third}=700`,
          '--expiry',
          '300',
          '--json',
          '--wallet',
          file,
          ...more,
        ],
        { SIBYL_URL: url, SIBYL_API_KEY: key },
      )
    }
    const resting = async (wallet: PrivateKeyWallet): Promise<Json[]> =>
      (await hands.get(`/v1/users/${wallet.address}/orders`)).orders
    /** It ends in order, and has said that by then. */
    const interrupt = async (command: ReturnType<typeof start>, complaint: string): Promise<void> => {
      const ended = command.until(/"did":"(never)"/)
      command.kill('SIGINT')
      await expect(ended).rejects.toThrow(complaint)
      expect(await command.exited).toBe(0)
    }

    test('behavior: killed, its quotes are gone within their expiry', async () => {
      const wallet = await hands.fundedWallet()
      const command = start(wallet)
      await command.until(/((?:"did":"quoted"[\s\S]*){3})/)
      command.kill('SIGKILL')
      expect(await command.exited).toBe('SIGKILL')
      expect((await resting(wallet)).map(({ outcome, price }) => `${outcome} ${price}`).sort()).toEqual([
        'no 280',
        'no 480',
        'no 680',
        'yes 280',
        'yes 480',
        'yes 680',
      ])
      await passAndSee(lifeMs)
      expect(await resting(wallet)).toEqual([])
    })

    test('behavior: while its loss cannot be judged it says so, quotes nothing and takes back what rests', async () => {
      const wallet = await hands.fundedWallet()
      let isAway = true
      let tellMissed = (): void => {}
      const missed = new Promise<void>((resolve) => {
        tellMissed = resolve
      })
      const proxy = await startScriptedServer((request, response) => {
        const isMissing = isAway && request.url?.includes('/portfolio') === true
        if (isMissing) tellMissed()
        const script = isMissing ? status(404, {}) : forward(stage.service().url)
        script(request, response)
      })
      const command = start(wallet, proxy.url, ['--max-loss', '100'])
      await missed
      expect(await resting(wallet)).toEqual([])
      isAway = false
      await client.devnet.mine({})
      await command.until(/((?:"did":"quoted"[\s\S]*){3})/)
      expect(await resting(wallet)).toHaveLength(6)
      isAway = true
      await pass(lifeMs / 2)
      await hands.until(`/v1/users/${wallet.address}/orders`, ({ pagination }) => pagination.total === 0)
      const ended = command.until(/"did":"(never)"/)
      command.kill('SIGINT')
      await expect(ended).rejects.toThrow('--max-loss cannot be judged: no quotes until it can')
      expect(await command.exited).toBe(0)
      await proxy.stop()
    })

    test('behavior: a quote that fails in its block is asked for again with the next one', async () => {
      const [wallet, taker] = [await hands.fundedWallet(), await hands.fundedWallet()]
      let isFailing = false
      let tellWaiting = (): void => {}
      const isWaiting = new Promise<void>((resolve) => {
        tellWaiting = resolve
      })
      const proxy = await startScriptedServer((request, response) => {
        if (isFailing && request.url?.startsWith('/v1/transactions/')) tellWaiting()
        const isLate = isFailing && request.url?.endsWith('/quote')
        forward(stage.service().url, isLate ? passSomeOfDeadline : undefined)(request, response)
      })
      // Its quotes are due again after half an hour, and a silent stream is believed for a quarter: neither comes here.
      const command = start(wallet, proxy.url, ['--expiry', '3600'])
      await command.until(/((?:"did":"quoted"[\s\S]*){3})/)
      await client.devnet.setMining({ mode: 'manual' })
      isFailing = true
      await hands.send(`markets/${addresses[0]}/orders`, taker, {
        side: 'buy',
        outcome: 'yes',
        price: 520,
        quantity: String(4n * ONE),
        timeInForce: 'ioc',
      })
      await client.devnet.mine({})
      await isWaiting
      isFailing = false
      await passRestOfDeadline()
      await client.devnet.setMining({ mode: 'instant' })
      // What it may have sent meanwhile.
      await client.devnet.mine({})
      const look = await command.until(/^(.*"did":"took".*"position":"-4000000000000000000".*)$/m)
      expect(JSON.parse(look)).toMatchObject({ address: addresses[0], fair: 500 })
      await interrupt(command, 'is in a block but failed')
      expect(await resting(wallet)).toEqual([])
      await proxy.stop()
    })

    test('behavior: a transaction that the node does not take costs one look', async () => {
      const wallet = await hands.fundedWallet()
      let isRefusing = true
      const node = await startScriptedServer((request, response) => {
        const isRefused = isRefusing && request.url === '/transactions/submit'
        if (isRefused) isRefusing = false
        const script = isRefused ? status(400, { detail: 'not this one' }) : forward(stage.service().nodeUrl)
        script(request, response)
      })
      const proxy = await startScriptedServer(async (request, response) => {
        if (request.url !== '/v1/status') return forward(stage.service().url)(request, response)
        const said = await hands.get('/v1/status')
        status(200, { ...said, network: { ...said.network, nodeUrl: node.url } })(request, response)
      })
      const command = start(wallet, proxy.url)
      await command.until(/((?:"did":"quoted"[\s\S]*){3})/)
      expect(await resting(wallet)).toHaveLength(6)
      await interrupt(command, 'the node did not take the transaction')
      await proxy.stop()
      await node.stop()
    })

    test('behavior: a quote that asks for more gas than --max-gas costs one look', async () => {
      const wallet = await hands.fundedWallet()
      let looks = 0
      let tellAgain = (): void => {}
      const lookedAgain = new Promise<void>((resolve) => {
        tellAgain = resolve
      })
      const proxy = await startScriptedServer((request, response) => {
        const isQuote = request.url?.endsWith('/quote') === true
        if (isQuote) looks += 1
        if (isQuote && looks === addresses.length) void client.devnet.mine({})
        if (looks > addresses.length) tellAgain()
        forward(stage.service().url)(request, response)
      })
      const command = start(wallet, proxy.url, ['--max-gas', '100000'])
      await lookedAgain
      await interrupt(command, 'gas, which is more than 100000')
      expect(await resting(wallet)).toEqual([])
      await proxy.stop()
    })

    test('error: a build for something else ends it', async () => {
      const wallet = await hands.fundedWallet()
      const proxy = await startScriptedServer((request, response) => {
        const isBuild = request.url?.endsWith('/quote') === true
        const other = { unsignedTx: '00', txId: '00'.repeat(32), fromGroup: 0, toGroup: 0, gasAmount: 1 }
        const amounts = { gasPrice: '1', collateralRequired: '0', attoNativeAmount: '0', tokens: [] }
        const script = isBuild ? status(200, { ...other, ...amounts }) : forward(stage.service().url)
        script(request, response)
      })
      const command = start(wallet, proxy.url)
      await expect(command.until(/"did":"(never)"/)).rejects.toThrow('UNTRUSTED_BUILD')
      expect(await command.exited).toBe(1)
      expect(await resting(wallet)).toEqual([])
      await proxy.stop()
    })

    test('behavior: a fill is quoted anew, and an interrupt takes the quotes back', async () => {
      const [wallet, taker] = [await hands.fundedWallet(), await hands.fundedWallet()]
      const command = start(wallet)
      await command.until(/((?:"did":"quoted"[\s\S]*){3})/)
      await hands.send(`markets/${addresses[0]}/orders`, taker, {
        side: 'buy',
        outcome: 'yes',
        price: 520,
        quantity: String(4n * ONE),
        timeInForce: 'ioc',
      })
      const look = await command.until(/^(.*"did":"quoted".*"position":"-4000000000000000000".*)$/m)
      expect(JSON.parse(look)).toMatchObject({
        fair: 500,
        orders: [
          { side: 'sell', outcome: 'no', price: 520, quantity: String(4n * ONE) },
          { side: 'buy', outcome: 'yes', price: 480, quantity: String(6n * ONE) },
          { side: 'buy', outcome: 'no', price: 480, quantity: String(size) },
        ],
      })
      command.kill('SIGINT')
      expect(await command.exited).toBe(0)
      expect(await resting(wallet)).toEqual([])
    })
  })
})
