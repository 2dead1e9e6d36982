import { metadataFromBytes, proposalBounds } from '../domain/index.ts'
import { canonicalJson, type JsonObject, utf8ToBytes } from '../kit/index.ts'
import { invalid } from './invalid.ts'

/** Texts are counted in UTF-8 bytes, as the contract counts them; the schema has counted characters already. */
export const bytesOf = (text: string): number => utf8ToBytes(text).length

export function readText(field: string, text: string, bytesMax: number): string {
  const bytes = bytesOf(text)
  if (bytes === 0 || bytes > bytesMax)
    throw invalid(field, text, `${field} must be 1 to ${bytesMax} bytes of UTF-8, it has ${bytes}`)
  return text
}

/** An optional text: absent and empty are the same, because on the chain they are. */
export function readOptionalText(field: string, text: string | undefined, bytesMax: number): string | null {
  return text === undefined || text === '' ? null : readText(field, text, bytesMax)
}

/** Only https, and never fetched: it is somebody else's claim about where a picture is. */
export function readImageUrl(field: string, text: string | undefined): string | null {
  if (text === undefined) return null
  readText(field, text, proposalBounds.imageUrl)
  const isHttps = text.startsWith('https://') && URL.canParse(text) && !/[\s\p{Cc}]/u.test(text)
  if (!isHttps) throw invalid(field, text, `${field} must be an https URL`)
  return text
}

export function readTags(tags: readonly string[] | undefined): readonly string[] {
  const seen = new Set<string>()
  for (const [index, tag] of (tags ?? []).entries()) {
    readText(`tags.${index}`, tag, proposalBounds.tag)
    if (seen.has(tag)) throw invalid(`tags.${index}`, tag, 'every tag appears once')
    seen.add(tag)
  }
  return [...seen]
}

/** Fields of the body that would be told twice, and could then disagree. */
const reservedKeys = ['tags', 'endsAt']

/** Free JSON object, kept with its keys sorted: one meaning, one text on the chain. */
export function readMetadata(
  field: string,
  metadata: JsonObject | undefined,
  bytesMax: number,
): JsonObject | null {
  if (metadata === undefined) return null
  for (const key of reservedKeys)
    if (Object.hasOwn(metadata, key))
      throw invalid(`${field}.${key}`, metadata[key], `${key} is a field of the body, not of its metadata`)
  const text = canonicalJson(metadata)
  if (bytesOf(text) > bytesMax)
    throw invalid(field, text, `${field} must be at most ${bytesMax} bytes as JSON, it has ${bytesOf(text)}`)
  // The indexer's own reader: what it would drop must not be paid for.
  if (metadataFromBytes(utf8ToBytes(text), bytesMax) === null)
    throw invalid(field, metadata, `${field} nests too deeply`)
  return JSON.parse(text) as JsonObject // canonicalJson of an object is an object
}

export function assertTotal(texts: readonly (string | null)[]): void {
  const total = texts.reduce((sum, text) => sum + (text === null ? 0 : bytesOf(text)), 0)
  if (total > proposalBounds.total)
    throw invalid(
      'body',
      `${total} bytes`,
      `all texts together must be at most ${proposalBounds.total} bytes, they have ${total}`,
    )
}
