import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid } from '../errors/invalid.ts'
import { parseJsonBody } from './json-body.ts'

/** Bodies are JSON in UTF-8, sent as they are. Everything else a client may announce is refused by name. */
export function addJsonParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      assertPlainJson(request)
      return parseJsonBody(body)
    },
  )
}

const charset = /;\s*charset\s*=\s*"?([^";\s]+)"?/i

function assertPlainJson({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity')
    throw invalid('headers.content-encoding', encoding, 'the body must not be compressed')
  const named = charset.exec(headers['content-type'] ?? '')?.[1]
  if (named !== undefined && !['utf-8', 'utf8'].includes(named.toLowerCase()))
    throw invalid('headers.content-type', named, 'the charset must be utf-8')
}
