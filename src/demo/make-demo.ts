import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseDeploymentFile } from '../bindings/index.ts'
import { connectNode } from '../chain/index.ts'
import type { Config } from '../config/index.ts'
import { makeFolder } from '../config/index.ts'
import { deploymentPath, deployOnDevnet, fileStorage, patientLimits, VENUE_GROUP } from '../deploy/index.ts'
import { startDevnet } from '../devnet/index.ts'
import { assert, createManualClock, monotonicClock, monotonicMs, systemClock } from '../kit/index.ts'
import { demoSpanMs } from './demo-plot.ts'
import { openStage } from './demo-stage.ts'
import { type DemoProgress, playDemo } from './play-demo.ts'

/** The chain's chance while the demo is made, unless DEVNET_SEED says otherwise. */
const defaultSeed = 'sibyl demo'
/** Beside the chain's own file: a chain that has it was made by the demo. */
const markFileName = 'demo'

export interface MadeDemo {
  readonly ms: number
}

/** Whether the embedded devnet's chain is one that the demo made. */
export const isDemoChain = (config: Config): boolean =>
  config.demo && existsSync(join(resolve(config.dataDir), 'devnet', markFileName))

/**
 * Makes the demo's chain when the embedded devnet has none yet; null when there was nothing to do.
 *
 * It is made in a folder of its own and moved into place as its last act. A start that is cut off leaves no chain
 * behind, and the next one begins afresh; a chain that is there, with or without a demo, is never touched.
 * While it is made the clock stands still and only the history moves it, so that the same seed and first time give the
 * same chain on every machine. It ends at the present, or where DEVNET_START_MS leads.
 */
export async function makeDemo(
  config: Config,
  report: (progress: DemoProgress) => void,
): Promise<MadeDemo | null> {
  const dataDir = resolve(config.dataDir)
  const target = join(dataDir, 'devnet')
  if (!config.demo || config.nodeUrls.length > 0 || existsSync(target)) return null
  const startedMs = monotonicMs()
  const folder = join(dataDir, 'demo.new')
  await rm(folder, { recursive: true, force: true })
  makeFolder(folder, 'DATA_DIR')

  const presentMs = systemClock.nowMs()
  const startMs = config.devnetStartMs ?? presentMs - demoSpanMs
  const seed = config.devnetSeed ?? defaultSeed
  const devnet = await startDevnet({
    clock: createManualClock(presentMs),
    startMs,
    seed,
    dataDir: folder,
  })
  const storage = fileStorage(join(folder, 'deployment.json'))
  try {
    const chain = connectNode({
      url: devnet.url,
      group: VENUE_GROUP,
      clock: monotonicClock,
      fetch: devnet.fetch,
      limits: patientLimits,
    })
    const venue = await deployOnDevnet(devnet, storage)
    await playDemo(openStage({ devnet, chain, venue }), { seed, endMs: startMs + demoSpanMs, report })
  } finally {
    await devnet.stop()
  }
  await fileStorage(join(folder, 'devnet', markFileName)).write(`${seed}\n`)
  await putDeployment(config, await storage.read())
  await rename(join(folder, 'devnet'), target)
  await rm(folder, { recursive: true, force: true })
  return { ms: monotonicMs() - startedMs }
}

/** The file of another chain stays: opening the venue will refuse it with a sentence. */
async function putDeployment(config: Config, text: string | null): Promise<void> {
  assert(text !== null, 'the demo was deployed')
  const storage = fileStorage(deploymentPath(config))
  const old = await storage.read()
  const [before, after] = [old === null ? null : parseDeploymentFile(old), parseDeploymentFile(text)]
  assert(typeof after !== 'string', 'the demo wrote a deployment file')
  if (before !== null && (typeof before === 'string' || before.genesisHash !== after.genesisHash)) return
  await storage.write(text)
}
