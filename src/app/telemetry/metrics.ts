import { getHeapStatistics } from 'node:v8'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { ReplicaFigures } from '../../api/index.ts'
import { createTimings, type Series } from './timings.ts'

export interface Metrics {
  request(method: string, route: string, status: number, ms: number): void
  statement(label: string, failed: boolean, ms: number): void
  /** Everything else that is worth counting: `room` and `kind` of an observation. */
  event(room: string, kind: string, count?: number): void
  /** A Bug in one of the keeper's duties; their names are a closed set. */
  keeperBug(duty: string): void
  /** What the keeper's wallet has, in base units. */
  keeperBalance(wallet: string, attoAlph: bigint): void
  underPressure(yes: boolean): void
  /** Who knows whether this process does the work of a part of which one leads: asked at every scrape. */
  followLeader(part: 'indexer' | 'keeper', isLeading: () => boolean): void
  /** Whether rate limits are counted together with other replicas; only told where a store is configured. */
  sharedLimits(yes: boolean): void
  /** The block at which this process's indexer halted. */
  indexHalted(height: number): void
  /** Who answered a list or search that a read replica may answer. */
  replicaRead(outcome: string): void
  /** Who knows how far behind the read replicas are: asked at every scrape. */
  followReplicas(read: () => readonly ReplicaFigures[]): void
  /** Who knows how the index stands: asked at every scrape. */
  followIndex(read: () => Promise<IndexFigures | null>): void
  text(): Promise<{ readonly contentType: string; readonly text: string }>
}

export interface IndexFigures {
  readonly height: number
  readonly nodeHeight: number
  readonly lagMs: number
}

/** Prometheus metrics. Labels come from closed sets (routes, labels of statements, kinds), never from a request. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'sibyl_' })
  const registers = [registry]
  const requests = createTimings({
    name: 'sibyl_http_request_seconds',
    help: 'Time from the request’s headers to the end of its answer.',
    labels: ['method', 'route', 'status'],
    bounds: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
  })
  const statements = createTimings({
    name: 'sibyl_sql_statement_seconds',
    help: 'Time of a statement by its label.',
    labels: ['label', 'failed'],
    bounds: [0.0005, 0.002, 0.01, 0.05, 0.25, 1],
  })
  const events = new Counter({
    name: 'sibyl_events_total',
    help: 'What the rooms have told, by room and kind.',
    labelNames: ['room', 'kind'],
    registers,
  })
  const keeperBugs = new Counter({
    name: 'sibyl_keeper_bugs_total',
    help: 'Bugs met in a duty of the keeper, which then waits while the others go on.',
    labelNames: ['duty'],
    registers,
  })
  const keeperBalance = new Gauge({
    name: 'sibyl_keeper_balance_alph',
    help: 'ALPH in the keeper’s wallet, looked at every minute and after every round of work.',
    // A gauge without labels shows 0 from the start, in processes without a keeper too.
    labelNames: ['wallet'],
    registers,
  })
  const pressure = new Gauge({
    name: 'sibyl_under_pressure',
    help: '1 while new requests are refused because the process is overloaded.',
    registers,
  })
  new Gauge({
    name: 'sibyl_nodejs_heap_limit_bytes',
    help: 'What the heap may grow to before the process ends.',
    registers,
  }).set(getHeapStatistics().heap_size_limit)
  const leaders = new Map<string, () => boolean>()
  new Gauge({
    name: 'sibyl_leading',
    help: '1 while this process leads: of several indexers or keepers on one database one works.',
    labelNames: ['part'],
    registers,
    collect() {
      for (const [part, isLeading] of leaders) this.set({ part }, isLeading() ? 1 : 0)
    },
  })
  const shared = new Gauge({
    name: 'sibyl_rate_limits_shared',
    help: '1 while rate limits are counted in the store all replicas share, 0 while each counts by itself.',
    // A gauge without labels shows 0 from the start, which would ring where no store is configured.
    labelNames: ['store'],
    registers,
  })
  const halted = new Gauge({
    name: 'sibyl_index_halted_block',
    help: 'The block at which this process’s indexer halted; no sample while it runs.',
    // A gauge without labels shows 0 from the start, which is a block too.
    labelNames: ['part'],
    registers,
  })
  const replicaReads = new Counter({
    name: 'sibyl_read_replica_reads_total',
    help: 'Lists and searches by who answered: a read replica (answered), or the primary and why.',
    labelNames: ['outcome'],
    registers,
  })
  let readReplicas: () => readonly ReplicaFigures[] = () => []
  new Gauge({
    name: 'sibyl_read_replica_lag_seconds',
    help: 'How long ago a read replica was last seen with everything the primary had.',
    labelNames: ['replica'],
    registers,
    collect() {
      for (const { name, lagMs } of readReplicas()) this.set({ replica: name }, lagMs / 1000)
    },
  })
  const figures = {
    height: new Gauge({ name: 'sibyl_index_height', help: 'Block the index reflects.', registers }),
    nodeHeight: new Gauge({
      name: 'sibyl_node_height',
      help: 'Newest block of the node, as the indexer saw it.',
      registers,
    }),
    lag: new Gauge({
      name: 'sibyl_index_lag_seconds',
      help: 'How long ago the index last had everything its node had.',
      registers,
    }),
  }
  let readIndex: () => Promise<IndexFigures | null> = async () => null

  async function refreshIndex(): Promise<void> {
    // A scrape while the database is away still tells everything else; the figures stay what they were.
    const now = await readIndex().catch(() => null)
    if (now === null) return
    figures.height.set(now.height)
    figures.nodeHeight.set(now.nodeHeight)
    figures.lag.set(now.lagMs / 1000)
  }

  const byRoute = new Map<string, Map<number, Series>>()
  const byLabel = { fine: new Map<string, Series>(), failed: new Map<string, Series>() }

  return {
    request(method, route, status, ms) {
      const place = method === 'GET' ? route : `${method} ${route}`
      const byStatus = getOrMake(byRoute, place, () => new Map<number, Series>())
      getOrMake(byStatus, status, () => requests.series(method, route, String(status))).add(ms / 1000)
    },
    statement(label, failed, ms) {
      const known = failed ? byLabel.failed : byLabel.fine
      getOrMake(known, label, () => statements.series(label, String(failed))).add(ms / 1000)
    },
    event: (room, kind, count = 1) => events.inc({ room, kind }, count),
    keeperBug: (duty) => keeperBugs.inc({ duty }),
    keeperBalance: (wallet, attoAlph) => keeperBalance.set({ wallet }, Number(attoAlph) / 1e18),
    underPressure: (yes) => pressure.set(yes ? 1 : 0),
    followLeader: (part, isLeading) => void leaders.set(part, isLeading),
    sharedLimits: (yes) => shared.set({ store: 'redis' }, yes ? 1 : 0),
    indexHalted: (height) => halted.set({ part: 'indexer' }, height),
    replicaRead: (outcome) => replicaReads.inc({ outcome }),
    followReplicas(read) {
      readReplicas = read
    },
    followIndex(read) {
      readIndex = read
    },
    async text() {
      await refreshIndex()
      const own = (await registry.metrics()).trimEnd()
      return {
        contentType: registry.contentType,
        text: [own, requests.text(), statements.text(), ''].join('\n'),
      }
    },
  }
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}
