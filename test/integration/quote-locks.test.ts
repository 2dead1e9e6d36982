import { NodeProvider } from '@alephium/web3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createTrader, UntrustedBuild } from '../../src/client/index.ts'
import { ONE } from '../../src/domain/index.ts'
import { type Database, listOpenOrderIds } from '../../src/store/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type BuildStage, openBuildStage, parseAnswer, signerOf } from '../support/venue/build-stage.ts'
import { pinOf } from '../support/venue/genuine-builds.ts'

let own: TestDatabase
let database: Database
let stage: BuildStage
beforeAll(async () => {
  own = await createTestDatabase('embedded')
  database = await own.open()
  stage = await openBuildStage(database, 'quote-locks')
})
afterAll(async () => {
  await stage.close()
  await database.close()
  await own.drop()
})

test('behavior: a trader reads from its node what the orders that a quote cancels lock', async () => {
  const [address = ''] = await stage.openMarkets()
  const maker = stage.wallet({ collateral: 1_000n * ONE })
  const order = (price: number, outcome: 'yes' | 'no' = 'yes') =>
    ({ side: 'buy', outcome, price, quantity: String(10n * ONE) }) as const
  const from = { ...signerOf(maker), marketAddress: address }
  for (const bid of [order(100), order(333, 'no')])
    await stage.send(maker, stage.builder.placeOrder({ ...from, ...bid }))
  await stage.index()
  stage.devnet.controls.setTime({ advanceMs: 1_000 })

  const client = {
    tx: {
      quote: async ({ orders }: { readonly orders: [] }) =>
        parseAnswer(await stage.builder.quote({ ...from, cancel: 'all', orders })),
    },
    markets: { get: async () => ({ id: 1, proposalId: null }) },
  } as unknown as Client // all that a quote may ask
  const signer = { getSelectedAccount: async () => ({ ...maker, group: 0 }) } as never // it signs nothing
  const node = new NodeProvider(stage.devnet.url, undefined, stage.devnet.fetch)
  const trader = await createTrader({ client, signer, venue: pinOf(stage), node })
  const request = { kind: 'quote', address, cancel: 'all', orders: [order(600)] } as const
  const { collateralRequired } = await trader.build(request)
  // 6 units, of which the cancelled bids give back 1 and 3.33.
  expect(collateralRequired).toBe(String(1_670_000_000_000_000_000n))

  const orderLocks = new Map([[1, ONE]])
  const field = await trader.build(request, { orderLocks }).catch((error: unknown) => {
    if (error instanceof UntrustedBuild) return error.field
    throw error
  })
  expect(field).toBe('collateralRequired')
})

test('behavior: "all" of forty-one orders cancels the forty oldest', async () => {
  const [address = ''] = await stage.openMarkets()
  const maker = stage.wallet({ collateral: 1_000n * ONE })
  const quote = (price: number, count: number, cancel: 'all' | readonly number[] = []) => {
    const order = { side: 'buy', outcome: 'yes', price, quantity: String(ONE) } as const
    const orders = Array.from({ length: count }, () => order)
    return stage.builder.quote({ ...signerOf(maker), marketAddress: address, cancel, orders })
  }
  for (const [price, count] of [
    [100, 20],
    [101, 20],
    [102, 1],
  ] as const)
    await stage.send(maker, quote(price, count))
  await stage.index()
  stage.devnet.controls.setTime({ advanceMs: 1_000 })
  await stage.send(maker, quote(103, 1, 'all'))
  await stage.index()
  const whose = { marketAddress: address, trader: maker.address, limit: 100 }
  expect(await listOpenOrderIds(database, whose)).toEqual([41, 42])
})

test('behavior: a quote of which nothing would rest is built when it cancels something, and else refused', async () => {
  const [address = ''] = await stage.openMarkets()
  const [maker, other] = [stage.wallet({ collateral: 100n * ONE }), stage.wallet({ collateral: 100n * ONE })]
  const bid = { side: 'buy', outcome: 'yes', price: 600, quantity: String(ONE) } as const
  const quote = (cancel: readonly number[]) =>
    stage.builder.quote({ ...signerOf(maker), marketAddress: address, cancel, orders: [bid] })
  const place = (wallet: typeof maker, terms: object) =>
    stage.send(
      wallet,
      stage.builder.placeOrder({ ...signerOf(wallet), marketAddress: address, ...bid, ...terms }),
    )
  await place(maker, { price: 300 })
  await place(other, { outcome: 'no', price: 500 })
  await stage.index()
  stage.devnet.controls.setTime({ advanceMs: 1_000 })
  await expect(quote([])).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    details: { reason: 'nothing_would_rest', reasons: ['post-only'] },
  })
  await stage.send(maker, quote([1]))
  await stage.index()
  const whose = { marketAddress: address, trader: maker.address, limit: 100 }
  expect(await listOpenOrderIds(database, whose)).toEqual([])
})

test('behavior: a quote brings gas for orders of the newest block, which a dry run does not cancel', async () => {
  const [address = ''] = await stage.openMarkets()
  const maker = stage.wallet({ collateral: 100n * ONE, coins: 3 })
  const quote = (price: number, count: number, cancel: readonly number[] = []) => {
    const order = { side: 'buy', outcome: 'yes', price, quantity: String(ONE) } as const
    const orders = Array.from({ length: count }, () => order)
    return stage.builder.quote({ ...signerOf(maker), marketAddress: address, cancel, orders })
  }
  const { controls } = stage.devnet
  controls.setMining({ mode: 'manual' })
  await stage.send(maker, quote(100, 20))
  await stage.send(maker, quote(101, 20))
  controls.mine()
  controls.setMining({ mode: 'instant' })
  const ids = Array.from({ length: 40 }, (_, i) => 1 + i)
  const build = await quote(102, 1, ids)
  controls.setTime({ advanceMs: 1_000 })
  await stage.send(maker, build)
  await stage.index()
  const whose = { marketAddress: address, trader: maker.address, limit: 100 }
  expect(await listOpenOrderIds(database, whose)).toEqual([41])
})

test('behavior: a quote brings gas for orders that are skipped now and may rest by then', async () => {
  const [address = ''] = await stage.openMarkets()
  const [maker, other] = [stage.wallet({ collateral: 100n * ONE }), stage.wallet({ collateral: 100n * ONE })]
  const from = { ...signerOf(other), marketAddress: address }
  const terms = { side: 'buy', quantity: String(ONE) } as const
  await stage.send(other, stage.builder.placeOrder({ ...from, ...terms, outcome: 'no', price: 900 }))
  await stage.index()
  stage.devnet.controls.setTime({ advanceMs: 1_000 })
  // One rests below the ask at 100, and nineteen would cross it.
  const orders = Array.from({ length: 20 }, (_, i) => ({
    ...terms,
    outcome: 'yes' as const,
    price: 90 + 47 * i,
  }))
  const build = await stage.builder.quote({ ...signerOf(maker), marketAddress: address, orders })
  await stage.send(other, stage.builder.cancelOrder({ ...from, orderId: 1, method: 'POST' }))
  await stage.send(maker, build)
  await stage.index()
  const whose = { marketAddress: address, trader: maker.address, limit: 100 }
  expect(await listOpenOrderIds(database, whose)).toEqual(Array.from({ length: 20 }, (_, i) => 2 + i))
})
