/**
 * api: the interface over HTTP.
 *
 * Owns          Fastify assembly, error registry, hooks, the OpenAPI, one file per operation under v1/.
 * Does not own  SQL text, chain calls, rules: a handler asks one room and writes down its answer.
 */
export { type Api, createApi } from './app.ts'
export type { ErrorEntry } from './errors/registry.ts'
export { registry } from './errors/registry.ts'
export { createListGate, type ListGate } from './hooks/list-gate.ts'
export { listenSentence } from './listen-sentence.ts'
export type { ApiObservation, ObserveApi } from './observation.ts'
export { createOpenApi, type OpenApiDocument } from './openapi/document.ts'
export type { ApiParts, ChainTip, NodeView, Operator, Venue } from './parts.ts'
export { createProbeServer, type ProbeServer, type ProbeServerOptions } from './probe-server.ts'
export { createIndexView, type IndexView } from './reads/index-view.ts'
export { createResponseCache, type ResponseCache } from './reads/response-cache.ts'
export { type Answer, type ApiRequest, answer, defineRoute, type Route } from './route.ts'
export { type ApiSettings, defaultServerLimits, type ServerLimits } from './settings.ts'
export { routes } from './v1/routes.ts'
