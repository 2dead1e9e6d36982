import { resolve } from 'node:path'
import { createIndexView, type IndexView } from '../../api/index.ts'
import type { Deployment } from '../../bindings/index.ts'
import type { Config } from '../../config/index.ts'
import { makeDemo } from '../../demo/index.ts'
import { bytesToHex, type Clock, systemClock, systemRandom } from '../../kit/index.ts'
import { createDatabaseClock, type StoreDatabase } from '../../store/index.ts'
import { assertPortsFree } from '../assert-ports-free.ts'
import type { Opening } from '../opening.ts'
import { createProgressBar } from '../progress-bar.ts'
import { ensureSecretKeys } from '../secrets.ts'
import type { Stops } from '../stops.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { openDeployment } from '../venue/open-deployment.ts'
import { type OpenNode, openNode } from '../venue/open-node.ts'
import { openStore } from './open-store.ts'

/** What every part stands on, whichever of them this process runs. */
export interface Ground extends Site {
  /** Which of several processes on one database this one is. */
  readonly name: string
  readonly database: StoreDatabase
  readonly secretKeys: readonly string[]
  readonly node: OpenNode
  readonly venue: Deployment
  /** The venue's clock. */
  readonly clock: Clock
  readonly index: IndexView
}

export interface Site {
  readonly config: Config
  readonly telemetry: Telemetry
  readonly stops: Stops
  /** For a part that must not go on: the process ends, and says why. */
  readonly halt: (reason: string) => void
  /** What keeps a part of this process from its work, by part; for the probes of a process that runs nothing else. */
  readonly troubles: (() => string | null)[]
  /** Tells people how far the venue has come before it opens. */
  readonly opening: Opening
  /** Called when the indexer of this process has told something new. */
  readonly onFeedGrown: (() => void)[]
}

/** Database, secrets, node, contracts, clock: from the ground up, each saying how it stops. */
export async function openGround(site: Site): Promise<Ground> {
  const { config, telemetry, stops, opening } = site
  opening.report({ doing: 'Opening the database', done: 0, total: 1 })
  const database = await openStore(config, telemetry)
  stops.add('database', () => database.close())
  await assertPortsFree(config, opening.url !== null)
  const secretKeys =
    config.secretKeys.length > 0
      ? config.secretKeys
      : await ensureSecretKeys(resolve(config.dataDir), systemRandom)

  const doing = 'Making the demo venue'
  const showProgress = createProgressBar(doing, process.stderr)
  const made = await makeDemo(config, (progress) => {
    showProgress(progress)
    opening.report({ doing, ...progress })
  })
  if (made !== null) telemetry.observeApp({ kind: 'demo-made', ms: made.ms })
  const node = await openNode(config, { observe: telemetry.observeChain })
  stops.add('node', () => node.stop())
  const venue = await openDeployment(config, node)

  const databaseClock = node.devnet === null ? await createDatabaseClock(database) : null
  stops.add('clock', () => databaseClock?.stop())
  const clock: Clock = node.devnet?.clock ?? databaseClock ?? systemClock

  // One process at a time holds an embedded database: its next one takes the lead up at once, also after a crash.
  const name = database.engine === 'embedded' ? 'embedded' : bytesToHex(systemRandom.bytes(8))
  const index = createIndexView({ database, clock })
  return { ...site, name, database, secretKeys, node, venue, clock, index }
}
