/** What a value of an answer must look like. More than this is fine: a later release may say more. */
export type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'null'
  | 'unknown'
  | { readonly items: Shape }
  | { readonly values: Shape }
  | { readonly anyOf: readonly Shape[] }
  | { readonly fields: Readonly<Record<string, Shape>>; readonly optional?: readonly string[] }

/** Says where a value differs from a shape, `pagination.total is missing` for example; null when it does not. */
export function findMisfit(value: unknown, shape: Shape, path = ''): string | null {
  if (shape === 'unknown') return null
  if (typeof shape === 'string')
    return kindOf(value) === shape ? null : `${nameOf(path)} is ${wordFor(value)}, not ${words[shape]}`
  if ('anyOf' in shape) {
    const misfits = shape.anyOf.map((one) => findMisfit(value, one, path))
    // Of several the first is what is usually there; null comes last.
    return misfits.includes(null) ? null : (misfits[0] ?? null)
  }
  if ('items' in shape) {
    if (!Array.isArray(value)) return `${nameOf(path)} is ${wordFor(value)}, not a list`
    return firstOf(value.entries(), ([index, item]) => findMisfit(item, shape.items, `${path}[${index}]`))
  }
  if (kindOf(value) !== 'object') return `${nameOf(path)} is ${wordFor(value)}, not an object`
  const fields = value as Readonly<Record<string, unknown>> // just checked
  const within = (name: string): string => (path === '' ? name : `${path}.${name}`)
  if ('values' in shape)
    return firstOf(Object.entries(fields), ([name, item]) => findMisfit(item, shape.values, within(name)))
  return firstOf(Object.entries(shape.fields), ([name, field]) => {
    if (fields[name] !== undefined) return findMisfit(fields[name], field, within(name))
    return shape.optional?.includes(name) ? null : `${within(name)} is missing`
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
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value

const words: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  list: 'a list',
  object: 'an object',
}

const wordFor = (value: unknown): string => words[kindOf(value)] ?? kindOf(value)
const nameOf = (path: string): string => (path === '' ? 'the body' : path)
