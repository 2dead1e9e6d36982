import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  request(method: string, route: string, status: number, ms: number): void
  statement(label: string, failed: boolean, ms: number): void
  /** Everything else that is worth counting: `room` and `kind` of an observation. */
  event(room: string, kind: string): void
  underPressure(yes: boolean): void
  text(): Promise<{ readonly contentType: string; readonly text: string }>
}

/** Prometheus metrics. Labels come from closed sets (routes, labels of statements, kinds), never from a request. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'sibyl_' })
  const registers = [registry]
  const requests = new Histogram({
    name: 'sibyl_http_request_seconds',
    help: 'Time from the request’s headers to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  const statements = new Histogram({
    name: 'sibyl_sql_statement_seconds',
    help: 'Time of a statement by its label.',
    labelNames: ['label', 'failed'],
    buckets: [0.0005, 0.002, 0.01, 0.05, 0.25, 1],
    registers,
  })
  const events = new Counter({
    name: 'sibyl_events_total',
    help: 'What the rooms have told, by room and kind.',
    labelNames: ['room', 'kind'],
    registers,
  })
  const pressure = new Gauge({
    name: 'sibyl_under_pressure',
    help: '1 while new requests are refused because the process is overloaded.',
    registers,
  })

  // A labelled child is looked up by hashing its labels; remembering it makes a request cost one map access.
  const requestChildren = new Map<string, { observe(value: number): void }>()
  const statementChildren = new Map<string, { observe(value: number): void }>()

  return {
    request(method, route, status, ms) {
      const id = `${method} ${status} ${route}`
      let child = requestChildren.get(id)
      if (child === undefined) {
        child = requests.labels(method, route, String(status))
        requestChildren.set(id, child)
      }
      child.observe(ms / 1000)
    },
    statement(label, failed, ms) {
      const id = failed ? `!${label}` : label
      let child = statementChildren.get(id)
      if (child === undefined) {
        child = statements.labels(label, String(failed))
        statementChildren.set(id, child)
      }
      child.observe(ms / 1000)
    },
    event: (room, kind) => events.inc({ room, kind }),
    underPressure: (yes) => pressure.set(yes ? 1 : 0),
    text: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}
