import type { TObject, TSchema } from 'typebox'
import type { ErrorCode } from '../../domain/index.ts'
import { ErrorShape, type Operation, streamOperation } from '../../wire/index.ts'
import { registry } from '../errors/registry.ts'
import { errorExampleOf, errorExamples } from './error-examples.ts'
import { examples } from './examples.ts'
import { createHoist, type JsonSchema } from './hoist.ts'

export type OpenApiDocument = Readonly<Record<string, unknown>>

const headers = {
  'X-Request-Id': {
    schema: { type: 'string' },
    description: 'names this request; the client’s own when it sent one',
  },
  'RateLimit-Limit': { schema: { type: 'integer' }, description: 'requests a minute' },
  'RateLimit-Remaining': { schema: { type: 'integer' }, description: 'what is left of them' },
  'RateLimit-Reset': { schema: { type: 'integer' }, description: 'seconds until all are back' },
  'Retry-After': { schema: { type: 'integer' }, description: 'seconds to wait before trying again' },
}

type HeaderName = keyof typeof headers

/** The OpenAPI 3.1 of a table of routes and of the stream: the same schemas that validate, so the two cannot differ. */
export function createOpenApi(routes: readonly Operation[], version: string): OpenApiDocument {
  const hoist = createHoist()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of [...routes, streamOperation]) {
    paths[route.path] ??= {}
    paths[route.path]![route.method.toLowerCase()] = operation(route)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sibyl',
      version,
      description:
        'Non-custodial prediction-market trading on Alephium. Amounts are digit strings in base units (18 decimals), prices are thousandths, times are ISO-8601 UTC.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: hoist.components,
      headers,
      examples: Object.fromEntries(
        Object.entries(errorExamples).map(([name, value]) => [name, { summary: value.message, value }]),
      ),
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'sibyl_live_…' } },
    },
  }

  function operation(route: Operation): unknown {
    const { params, query, body, answers = {} } = examples[route.id] ?? {}
    const parameters = [
      ...parametersOf(route.params, 'path', params),
      ...parametersOf(route.query, 'query', query),
    ]
    const answerAs = (type: string, schema: JsonSchema) => ({
      [type]: { schema, ...(type in answers && { example: answers[type] }) },
    })
    return {
      operationId: route.id,
      tags: [route.tag],
      summary: route.summary,
      description: [route.description, keyNeededFor(route)].filter((text) => text !== undefined).join(' '),
      security: route.access === 'public' ? [{}, { apiKey: [] }] : [{ apiKey: [] }],
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(route.body === undefined
        ? {}
        : {
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: withoutDefaulted(hoist.schema(route.body)),
                  ...(body === undefined ? {} : { example: body }),
                },
              },
            },
          }),
      responses: {
        [route.answer === undefined ? 204 : 200]: {
          description: route.answerMeaning,
          headers: { ...headersFor(route), ...ownHeaders(route) },
          ...(route.answer === undefined
            ? {}
            : {
                content: {
                  ...answerAs(route.contentType ?? 'application/json', hoist.schema(route.answer)),
                  ...(route.alsoAs === undefined ? {} : answerAs(route.alsoAs, { type: 'string' })),
                },
              }),
        },
        ...Object.fromEntries(
          Object.entries(route.alsoAnswers ?? {}).map(([status, description]) => [
            status,
            { description, headers: { ...headersFor(route), ...ownHeaders(route) } },
          ]),
        ),
        ...errorResponses(route),
      },
    }
  }

  function parametersOf(
    schema: TObject | undefined,
    place: 'path' | 'query',
    example: Readonly<Record<string, unknown>> = {},
  ): unknown[] {
    if (schema === undefined) return []
    const required = new Set<string>((schema as { required?: string[] }).required ?? [])
    return Object.entries(schema.properties).map(([name, property]) => {
      const { description, ...rest } = hoist.schema(property as TSchema)
      return {
        name,
        in: place,
        required: place === 'path' || (required.has(name) && !('default' in rest)),
        ...(description === undefined ? {} : { description }),
        schema: rest,
        ...(name in example && { example: example[name] }),
      }
    })
  }

  function errorResponses(route: Operation): Record<string, unknown> {
    const codes = codesOf(route)
    const statuses = [...new Set(codes.map((code) => registry[code].status))].sort((a, b) => a - b)
    return Object.fromEntries(
      statuses.map((status) => [
        status,
        {
          description: codesWith(status).join(', '),
          headers: headersFor(route, status === 429 || status >= 502 ? ['Retry-After'] : []),
          content: {
            'application/json': {
              schema: {
                allOf: [
                  hoist.schema(ErrorShape),
                  {
                    type: 'object',
                    properties: { statusCode: { const: status }, code: { enum: codesWith(status) } },
                  },
                ],
              },
              examples: Object.fromEntries(
                codesWith(status).map((code) => [
                  code,
                  { $ref: `#/components/examples/${errorExampleOf(route.id, code)}` },
                ]),
              ),
            },
          },
        },
      ]),
    )

    function codesWith(status: number): ErrorCode[] {
      return codes.filter((code) => registry[code].status === status)
    }
  }
}

/** Who looks at an operation's lock sees that it wants a key, and here which. */
function keyNeededFor({ access }: Operation): string | undefined {
  if (access === 'public') return undefined
  return access === 'key' ? 'Needs a key.' : `Needs a key with the scope \`${access}\`.`
}

/**
 * The document as the page shows it. A key is optional where none is needed, and the page would draw a lock there too; so
 * only what needs a key keeps one.
 */
export function withLocksWhereNeeded(document: OpenApiDocument): OpenApiDocument {
  const paths = Object.entries(document.paths as Record<string, Record<string, { security: object[] }>>).map(
    ([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          operation.security.some(isNothing) ? { ...operation, security: [] } : operation,
        ]),
      ),
    ],
  )
  return { ...document, paths: Object.fromEntries(paths) }
}

const isNothing = (requirement: object): boolean => Object.keys(requirement).length === 0

/** The codes of a route: its own, and those that hooks and accidents add to every route. */
function codesOf(route: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    'INVALID_REQUEST',
    'INTERNAL_ERROR',
    'UNAVAILABLE',
    ...(route.errors ?? []),
  ])
  if (route.path.startsWith('/v1')) {
    codes.add('UNAUTHORIZED')
    codes.add('RATE_LIMITED')
  }
  if (route.access !== 'public' && route.access !== 'key') codes.add('INSUFFICIENT_SCOPE')
  return Object.keys(registry).filter((code): code is ErrorCode => codes.has(code as ErrorCode))
}

function headersFor(route: Operation, also: readonly HeaderName[] = []): Record<string, unknown> {
  const names: HeaderName[] = ['X-Request-Id']
  if (route.path.startsWith('/v1')) names.push('RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset')
  names.push(...also)
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function ownHeaders(route: Operation): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(route.headers ?? {}).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  )
}

/** In a body the validator fills a default before it looks for what is missing: such a field need not be sent. */
function withoutDefaulted(schema: JsonSchema): JsonSchema {
  const { required, properties } = schema as { required?: string[]; properties?: Record<string, JsonSchema> }
  if (required === undefined || properties === undefined) return schema
  return { ...schema, required: required.filter((name) => !('default' in (properties[name] ?? {}))) }
}
