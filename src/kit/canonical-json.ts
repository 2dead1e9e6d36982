/** What a body is made of once it is validated. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json | undefined
}

/**
 * One text for one meaning: keys sorted by code unit, no white space, numbers as JavaScript writes them (`1e2` and
 * `100.0` are `100`), absent fields left out. Depth is bounded by whoever parsed the body.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value as JsonObject).filter((field): field is [string, Json] => {
    return field[1] !== undefined
  })
  fields.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${fields.map(([key, child]) => `${JSON.stringify(key)}:${canonicalJson(child)}`).join(',')}}`
}
