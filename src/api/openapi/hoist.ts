import type { TSchema } from 'typebox'
import { assert } from '../../kit/index.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

export interface Hoist {
  /** The schema as the document writes it: whatever has a title becomes a reference to a component. */
  schema(schema: TSchema | JsonSchema): JsonSchema
  readonly components: Record<string, JsonSchema>
}

/** Lifts titled schemas into `components/schemas`, so that a record used in ten answers is written once. */
export function createHoist(): Hoist {
  const components: Record<string, JsonSchema> = {}

  function schema(value: TSchema | JsonSchema): JsonSchema {
    const { title, ...rest } = walk(value) as { title?: string } & JsonSchema
    if (title === undefined) return rest
    assert(
      components[title] === undefined || JSON.stringify(components[title]) === JSON.stringify(rest),
      `two schemas are titled ${title}`,
    )
    components[title] = rest
    return { $ref: `#/components/schemas/${title}` }
  }

  function walk(value: TSchema | JsonSchema): JsonSchema {
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => {
        if (key === 'properties') return [key, mapValues(child as Record<string, JsonSchema>, schema)]
        if (Array.isArray(child) && ['anyOf', 'allOf', 'oneOf'].includes(key)) return [key, child.map(schema)]
        if (['items', 'additionalProperties', 'not'].includes(key) && typeof child === 'object')
          return [key, schema(child as JsonSchema)]
        return [key, child]
      }),
    )
  }

  return { schema, components }
}

function mapValues(
  object: Readonly<Record<string, JsonSchema>>,
  map: (value: JsonSchema) => JsonSchema,
): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
}
