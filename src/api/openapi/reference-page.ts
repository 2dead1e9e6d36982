import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply } from 'fastify'
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

const jsonType = 'application/json; charset=utf-8'

/**
 * The documents are large, and anybody may ask for them as often as they like. As bytes, made once, all answers that
 * wait for their reader share them; a text would be copied for each.
 */
const bytesOf = (document: unknown): Buffer => Buffer.from(JSON.stringify(document))

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
    const bytes = bytesOf(served)
    app.get(path, { config: { path } }, (_request, reply) =>
      reply.header('content-type', jsonType).header('cache-control', 'no-cache').send(bytes),
    )
  }
  const shown = withLocksWhereNeeded(document)
  await app.register(swagger, { mode: 'static', specification: { document: shown as never } })
  const shownBytes = bytesOf(shown)
  let yamlBytes: Buffer | null = null
  /** The page's own routes make the text anew for each answer. YAML takes a second to make, and hardly anybody asks. */
  const ownFiles: Readonly<Record<string, (reply: FastifyReply) => FastifyReply>> = {
    '/docs/json': (reply) => reply.header('content-type', jsonType).send(shownBytes),
    '/docs/yaml': (reply) => {
      yamlBytes ??= Buffer.from(app.swagger({ yaml: true }))
      return reply.header('content-type', 'application/x-yaml').send(yamlBytes)
    },
  }
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiHooks: {
      preHandler(request, reply, done) {
        const send = ownFiles[request.routeOptions.url ?? '']
        if (send === undefined) done()
        else send(reply)
      },
    },
    staticCSP: contentSecurityPolicy,
    theme: { title: 'Sibyl: API reference', css: [{ filename: 'sibyl.css', content: stylesheet }] },
    uiConfig: { docExpansion: 'list', validatorUrl: null, persistAuthorization: false },
  })
}
