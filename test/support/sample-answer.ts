import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

const api = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'openapi.json'), 'utf8'))
const answers = new Map<string, Schema | undefined>(
  Object.values<Record<string, { operationId: string; responses: Record<string, { content?: Json }> }>>(
    api.paths,
  ).flatMap((methods) =>
    Object.values(methods).map(({ operationId, responses }) => [
      operationId,
      responses['200']?.content?.['application/json']?.schema,
    ]),
  ),
)
type Json = Readonly<Record<string, { readonly schema: Schema }>>

/** An answer as docs/openapi.json describes it: everything there is, lists with one row, and whatever a test says instead. */
export function sampleAnswer(operation: string, instead: object = {}): Record<string, unknown> {
  const schema = answers.get(operation)
  if (schema === undefined) throw new Error(`${operation} answers no JSON`)
  return { ...(sampleOf(schema) as object), ...instead }
}

/** Every operation that answers JSON. */
export const answeringOperations: readonly string[] = [...answers]
  .filter(([, schema]) => schema !== undefined)
  .map(([operation]) => operation)

function sampleOf(schema: Schema): unknown {
  if (schema.$ref !== undefined) return sampleOf(api.components.schemas[schema.$ref.split('/').at(-1) ?? ''])
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf !== undefined) return sampleOf(schema.anyOf[0] ?? {})
  switch (schema.type) {
    case 'string':
      return 'text'
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'array':
      return [sampleOf(schema.items ?? {})]
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, sampleOf(property)]),
      )
    default:
      return null
  }
}
