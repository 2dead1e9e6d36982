import { NodeProvider } from '@alephium/web3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, createTrader, UntrustedBuild } from '../../src/client/index.ts'
import { ONE } from '../../src/domain/index.ts'
import type { Database } from '../../src/store/index.ts'
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
