/** The part of JSON Schema that the answers' schemas use. */
export interface AnswerSchema {
  readonly type?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly AnswerSchema[]
  readonly items?: AnswerSchema
  readonly properties?: Readonly<Record<string, AnswerSchema>>
  readonly patternProperties?: Readonly<Record<string, AnswerSchema>>
  readonly required?: readonly string[]
}

/**
 * Says where a value differs from its schema, `pagination.total is missing` for example; null when it does not. More than
 * the schema says is fine, and so is another word than those it lists: a later release may know more.
 */
export function findMisfit(value: unknown, schema: AnswerSchema, path = ''): string | null {
  if (schema.anyOf !== undefined) {
    const misfits = schema.anyOf.map((one) => findMisfit(value, one, path))
    // Of several the first is what is usually there; null comes last.
    return misfits.includes(null) ? null : (misfits[0] ?? null)
  }
  const kind = schema.enum === undefined ? kindOfType(schema.type) : typeof schema.enum[0]
  if (kind === undefined) return null
  if (kindOf(value) !== kind) return `${nameOf(path)} is ${words[kindOf(value)]}, not ${words[kind]}`
  const { items, properties = {}, patternProperties, required = [] } = schema
  if (Array.isArray(value) && items !== undefined)
    return firstOf(value.entries(), ([index, item]) => findMisfit(item, items, `${path}[${index}]`))
  if (kind !== 'object') return null
  const fields = value as Readonly<Record<string, unknown>> // just checked
  const within = (name: string): string => (path === '' ? name : `${path}.${name}`)
  const [values] = Object.values(patternProperties ?? {})
  if (values !== undefined)
    return firstOf(Object.entries(fields), ([name, item]) => findMisfit(item, values, within(name)))
  return firstOf(Object.entries(properties), ([name, property]) => {
    if (fields[name] !== undefined) return findMisfit(fields[name], property, within(name))
    return required.includes(name) ? `${within(name)} is missing` : null
  })
}

function firstOf<T>(list: Iterable<T>, misfitOf: (item: T) => string | null): string | null {
  for (const item of list) {
    const misfit = misfitOf(item)
    if (misfit !== null) return misfit
  }
  return null
}

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** Undefined: whatever it is. */
const kindOfType = (type: unknown): string | undefined =>
  type === 'integer' ? 'number' : typeof type === 'string' ? type : undefined

const words: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'an object',
}

const nameOf = (path: string): string => (path === '' ? 'the body' : path)
