/**
 * api: the interface over HTTP.
 *
 * Owns          Fastify assembly, error registry, hooks, the OpenAPI, one file per operation under v1/.
 * Does not own  SQL text, chain calls, rules: a handler asks one room and writes down its answer.
 */
export { type Api, createApi } from './app.ts'

export { registry } from './errors/registry.ts'
export { createListGate, type ListGate, NODE_READS_MAX } from './hooks/list-gate.ts'
export { listenSentence } from './listen-sentence.ts'
export type { ApiObservation, ObserveApi } from './observation.ts'
export { createAsyncApi } from './openapi/async-document.ts'
export { createOpenApi } from './openapi/document.ts'
export type { ApiParts, ChainTip, DevnetControls, NodeView, Operator } from './parts.ts'
export { createProbeServer } from './probe-server.ts'
export { createIndexView, type IndexView } from './reads/index-view.ts'
export { createReadReplicas, type ReadReplicas, type ReplicaFigures } from './reads/read-replicas.ts'
export { createResponseCache } from './reads/response-cache.ts'
export { defineRoute, type Route } from './route.ts'
export { type ApiSettings, defaultServerLimits, type ServerLimits } from './settings.ts'
export { routes } from './v1/routes.ts'
