import { createIndexView } from '../../src/api/index.ts'
import { createMetrics } from '../../src/app/telemetry/metrics.ts'
import { toDevnetControls } from '../../src/app/venue/devnet-controls.ts'
import { createFaucet } from '../../src/app/venue/faucet.ts'
import { createNodeView } from '../../src/app/venue/node-view.ts'
import { createAuth, createVerifier } from '../../src/auth/index.ts'
import type { Deployment } from '../../src/bindings/index.ts'
import { createBuilder } from '../../src/builder/index.ts'
import { connectNode } from '../../src/chain/index.ts'
import { demoSpanMs } from '../../src/demo/demo-plot.ts'
import { type DemoStage, openStage } from '../../src/demo/demo-stage.ts'
import { playDemo } from '../../src/demo/play-demo.ts'
import { deployOnDevnet, patientLimits, VENUE_GROUP } from '../../src/deploy/index.ts'
import { type Devnet, startDevnet } from '../../src/devnet/index.ts'
import { createIndexer } from '../../src/indexer/index.ts'
import { createSaltBox, relayReveal } from '../../src/keeper/index.ts'
import { createSeededRandom, monotonicClock } from '../../src/kit/index.ts'
import { createTestApi, type TestApi } from '../../test/support/api.ts'
import { createTestDatabase } from '../../test/support/database.ts'

/** The demo's venue in this process, with a clock that stands still and chance from a seed: two of them are equal. */
export interface DemoVenue {
  readonly api: TestApi
  readonly stage: DemoStage
  readonly devnet: Devnet
  readonly deployment: Deployment
  /** Submits what a build answered, and waits for the index. */
  readonly submit: (unsignedTx: string, signature: string) => Promise<void>
  readonly index: () => Promise<void>
  readonly close: () => Promise<void>
}

const seed = 'sibyl demo'
/** The demo's present, that of its visitor, is three days later. */
const startMs = Date.UTC(2026, 0, 1)
const confirmations = 10
/** Where a devnet that is started as the README says answers. */
const nodeUrl = 'http://127.0.0.1:22973'

export async function openDemoVenue(): Promise<DemoVenue> {
  const devnet = await startDevnet({ startMs, seed })
  const { clock } = devnet
  const chain = connectNode({
    url: devnet.url,
    group: VENUE_GROUP,
    clock: monotonicClock,
    fetch: devnet.fetch,
    limits: patientLimits,
  })
  let file: string | null = null
  const deployment = await deployOnDevnet(devnet, {
    read: async () => file,
    async write(text) {
      file = text
    },
  })
  const stage = openStage({ devnet, chain, venue: deployment })
  await playDemo(stage, { seed, endMs: startMs + demoSpanMs, report: () => undefined })

  const own = await createTestDatabase('embedded')
  const database = await own.open()
  await database.execute({ label: 'fix-epoch', sql: `update feed_head set epoch = '5eed5eed'` })
  const { vault, voting, oracle, parlays, desk } = deployment.contracts
  const indexer = createIndexer({
    chain,
    database,
    venue: {
      vault: vault.address,
      voting: voting.address,
      oracle: oracle.address,
      parlays: parlays.address,
      desk: desk.address,
    },
    clock,
    networkId: deployment.networkId,
    startHeight: 0,
    name: 'demo',
    isNodeAuthority: true,
    feed: { retentionMs: demoSpanMs, confirmations },
  })
  const view = createIndexView({ database, clock })
  const index = async (): Promise<void> => {
    const height = await chain.getHeight()
    while ((indexer.status().checkpoint?.height ?? -1) < height) await indexer.step()
    view.expire()
  }
  await index()

  const verifier = createVerifier({ threads: 1, jobMs: 300_000 })
  const auth = createAuth({
    database,
    clock,
    random: createSeededRandom('examples'),
    publicUrl: () => 'http://127.0.0.1:8080',
    networkId: deployment.networkId,
    group: VENUE_GROUP,
    verifier,
  })
  const metrics = createMetrics()
  metrics.followIndex(async () => {
    const status = await view.current()
    return status && { ...status, lagMs: view.lagMs(status) }
  })
  const saltBox = createSaltBox(
    ['a secret of the examples, long enough to be one'],
    createSeededRandom('salts'),
  )
  const api = await createTestApi({
    database,
    settings: { publicUrl: 'http://127.0.0.1:8080' },
    parts: {
      auth,
      index: view,
      builder: createBuilder({
        database,
        chain,
        clock,
        venue: deployment,
        confirmations,
        observe: () => undefined,
      }),
      venue: deployment,
      relay: {
        accept: (request) => relayReveal(request, { database, chain, clock, venue: deployment, saltBox }),
      },
      node: {
        ...createNodeView(nodeUrl, chain),
        async tip() {
          const { height, hash, timestampMs } = await chain.getTip()
          return { height, blockHash: hash, blockTimestamp: timestampMs }
        },
      },
      faucet: createFaucet(devnet, deployment),
      devnet: toDevnetControls(devnet.controls),
      operator: { unreadyReasons: async () => [], metrics: () => metrics.text() },
    },
  })
  return {
    api,
    stage,
    devnet,
    deployment,
    index,
    async submit(unsignedTx, signature) {
      await chain.submit({ unsignedTx, signature })
      await index()
    },
    async close() {
      await api.close()
      await auth.close()
      await verifier.close()
      await devnet.stop()
      await database.close()
      await own.drop()
    },
  }
}
