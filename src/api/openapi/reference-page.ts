import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { AsyncApiDocument } from './async-document.ts'
import { type OpenApiDocument, withLocksWhereNeeded } from './document.ts'

/** Everything the page needs comes from this server: it works without a network, and nobody else learns who reads it. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "base-uri 'none'",
  "connect-src 'self'",
  "font-src 'self' data:",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "img-src 'self' data:",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
].join('; ')

/** No bar of the page's makers on top, and room for what is asked for most. */
const stylesheet = '.swagger-ui .topbar { display: none } .swagger-ui .info { margin: 24px 0 }'

/** `/openapi.json` and `/asyncapi.json`, and `/docs` for people. */
export async function addReferencePage(
  app: FastifyInstance,
  {
    document,
    asyncDocument,
  }: { readonly document: OpenApiDocument; readonly asyncDocument: AsyncApiDocument },
): Promise<void> {
  for (const [path, served] of [
    ['/openapi.json', document],
    ['/asyncapi.json', asyncDocument],
  ] as const) {
    const text = JSON.stringify(served)
    app.get(path, { config: { path } }, (_request, reply) =>
      reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(text),
    )
  }
  const shown = withLocksWhereNeeded(document)
  await app.register(swagger, { mode: 'static', specification: { document: shown as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: contentSecurityPolicy,
    theme: { title: 'Sibyl: API reference', css: [{ filename: 'sibyl.css', content: stylesheet }] },
    uiConfig: { docExpansion: 'list', validatorUrl: null, persistAuthorization: false },
  })
}
