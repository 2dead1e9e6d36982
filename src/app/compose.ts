import type { OpeningPage } from '../../bin/opening-page.mjs'
import { type Config, ConfigError } from '../config/index.ts'
import { monotonicMs } from '../kit/index.ts'
import { beginOpening, noOpening } from './opening.ts'
import { type Ground, openGround } from './parts/ground.ts'
import { openApi } from './parts/open-api.ts'
import { openDemo } from './parts/open-demo.ts'
import { openIndexer } from './parts/open-indexer.ts'
import { openKeeper } from './parts/open-keeper.ts'
import { openProbes } from './parts/open-probes.ts'
import { createStops } from './stops.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

export interface House {
  /** Where this process answers: the API, or its probes alone. */
  readonly url: string
  /** Where wallets submit. */
  readonly nodeUrl: string
  /** Resolves with the reason when a part must not go on. */
  readonly halted: Promise<string>
  stop(): Promise<void>
}

/** What a process is for. `start` is the whole venue; the others share a database server and a node with their like. */
export type Role = keyof typeof roles

interface Composition {
  /** Opened in this order. */
  readonly parts: readonly ((ground: Ground) => Promise<void>)[]
  /** What answers on PORT, last of all: who asks it finds everything running. */
  readonly face: (ground: Ground) => Promise<string>
  /** Whether people may look before it is open. */
  readonly opensInPublic?: boolean
  /** Settings without which this role makes no sense. */
  readonly needs: readonly (keyof typeof needed)[]
}

/** Why a role needs a setting, said when it is missing. */
const needed = {
  databaseUrl: 'DATABASE_URL is required: an embedded database is for one process that runs everything',
  nodeUrls: 'ALEPHIUM_NODE_URL is required: an embedded devnet is for one process that runs everything',
  keeperKey: 'KEEPER_KEY is required: the key of a wallet that pays for the keeper’s transactions',
} as const

const roles = {
  start: { parts: [openIndexer, openKeeper, openDemo], face: openApi, needs: [], opensInPublic: true },
  api: { parts: [], face: openApi, needs: ['databaseUrl', 'nodeUrls'] },
  index: { parts: [openIndexer], face: openProbes, needs: ['databaseUrl', 'nodeUrls'] },
  keeper: { parts: [openKeeper], face: openProbes, needs: ['databaseUrl', 'nodeUrls', 'keeperKey'] },
} as const satisfies Record<string, Composition>

/**
 * Opens the rooms from the ground up, each saying how it stops; stopping runs in reverse. When a room does not open,
 * those below it are closed again before the reason is thrown.
 */
export async function compose(
  config: Config,
  telemetry: Telemetry,
  {
    role,
    page = null,
    onOpening = () => undefined,
  }: {
    readonly role: Role
    /** Holds the port already. */
    readonly page?: OpeningPage | null
    onOpening?: ((url: string) => void) | undefined
  },
): Promise<House> {
  const { parts, face, needs, opensInPublic = false }: Composition = roles[role]
  const missing = needs.filter((name) => config[name] === null || config[name]?.length === 0)
  if (missing.length > 0) throw new ConfigError(missing.map((name) => needed[name]))

  const startedMs = monotonicMs()
  const stops = createStops((part, cause) => telemetry.observeApp({ kind: 'stop-failed', part, cause }))
  let halt = (_reason: string): void => undefined
  const halted = new Promise<string>((resolve) => {
    halt = resolve
  })
  try {
    const opening = opensInPublic ? await beginOpening(config, stops, page) : noOpening
    if (opening.url !== null) onOpening(opening.url)
    const site = { config, telemetry, stops, halt, opening, troubles: [], onFeedGrown: [] }
    const ground = await openGround(site)
    for (const open of parts) await open(ground)
    const url = await face(ground)
    const { engine } = ground.database
    telemetry.observeApp({ kind: 'started', role, url, engine, ms: monotonicMs() - startedMs })
    return { url, nodeUrl: ground.node.url, halted, stop: () => stops.run() }
  } catch (error) {
    await stops.run()
    throw error
  }
}
