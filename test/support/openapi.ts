import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

interface Operation {
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly content?: Readonly<Record<string, { readonly schema: object }>>
        readonly headers?: Readonly<Record<string, unknown>>
      }
    >
  >
}

export interface CheckedResponse {
  readonly method: string
  /** As sent, query included. */
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

const document = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'openapi.json'), 'utf8'),
) as { paths: Record<string, Record<string, Operation>>; components: object }

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
ajv.addSchema({ $id: 'sibyl', components: document.components })

const patterns = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
}))

const validators = new Map<string, ValidateFunction>()

/**
 * Throws when an answer is not one that docs/openapi.json promises: its status must be documented for the operation,
 * its body must fit, and the headers that every answer carries must be there. Unknown paths answer with the error shape.
 */
export function assertDocumented(response: CheckedResponse): void {
  const path = response.url.split(/[?#]/)[0]!
  const { method, status, headers, body } = response
  assertCommonHeaders(response, path)
  const found = patterns.find(({ pattern }) => pattern.test(path))
  const operation = found && document.paths[found.path]?.[(method === 'HEAD' ? 'GET' : method).toLowerCase()]
  if (method === 'OPTIONS' || method === 'HEAD') return
  if (operation === undefined) {
    if (status >= 400)
      assertFits('error', { $ref: 'sibyl#/components/schemas/Error' }, JSON.parse(body), response)
    return
  }
  const answer = operation.responses[status]
  if (answer === undefined)
    throw new Error(`${method} ${found!.path} answered ${status}, which is not documented: ${body}`)
  const type = String(headers['content-type']).split(';')[0]!
  if (type !== 'application/json' && answer.content?.[type] !== undefined) return
  const schema = answer.content?.['application/json']?.schema
  if (schema === undefined) return
  if (!String(headers['content-type']).startsWith('application/json'))
    throw new Error(`${method} ${found!.path} answered ${status} as ${headers['content-type']}`)
  assertFits(`${method} ${found!.path} ${status}`, schema, JSON.parse(body), response)
}

function assertCommonHeaders({ method, headers, status }: CheckedResponse, path: string): void {
  if (headers['x-request-id'] === undefined) throw new Error('there is no X-Request-Id')
  const limited = /^\/v1(\/|$)/.test(path) && method !== 'OPTIONS'
  if (limited && headers['ratelimit-limit'] === undefined)
    throw new Error(`${method} ${path}: there is no RateLimit-Limit`)
  if ((status === 429 || status === 503) && headers['retry-after'] === undefined)
    throw new Error(`${method} ${path}: ${status} without Retry-After`)
}

function assertFits(name: string, schema: object, value: unknown, { body }: CheckedResponse): void {
  let validate = validators.get(name)
  if (validate === undefined) {
    const local = JSON.parse(
      JSON.stringify(schema).replaceAll('"#/components/', '"sibyl#/components/'),
    ) as object
    validate = ajv.compile(local)
    validators.set(name, validate)
  }
  if (!validate(value))
    throw new Error(`${name}: ${ajv.errorsText(validate.errors)} in ${body.slice(0, 500)}`)
}
