import type { Access } from '../../wire/index.ts'
import type { ApiParts } from '../parts.ts'
import { Answer, type ApiRequest } from '../route.ts'

/** Whether a caller prefers CSV: it names it, and names JSON with no higher q, and not before it with the same. */
export const wantsCsv = (accept: string | undefined): boolean => {
  const parts = (accept ?? '').split(',').map((part) => part.toLowerCase().replaceAll(/\s/g, '').split(';'))
  const of = (type: string) => parts.findIndex(([name]) => name === type)
  const weightOf = (place: number): number =>
    place === -1 ? 0 : Number(parts[place]!.find((part) => part.startsWith('q='))?.slice(2) ?? 1)
  const [csv, json] = [of('text/csv'), of('application/json')]
  const [csvWeight, jsonWeight] = [weightOf(csv), weightOf(json)]
  return csvWeight > 0 && (csvWeight > jsonWeight || (csvWeight === jsonWeight && csv < json))
}

/** A list that comes as CSV, too: a line of names, then one line a record (RFC 4180). Its cursor is in a header. */
export function orCsv<P, Q, A extends Access>(
  name: string,
  columns: readonly string[],
  handler: (request: ApiRequest<P, Q, unknown, A>, parts: ApiParts) => Promise<Answer>,
): typeof handler {
  return async (request, parts) => {
    if (!wantsCsv(request.headers.accept)) {
      const found = await handler(request, parts)
      return new Answer({ ...found, headers: { ...found.headers, vary: 'Accept' } })
    }
    // A copy that a caller has may be the JSON: it is never answered with 304.
    const { 'if-none-match': _, ...headers } = request.headers
    const found = await handler({ ...request, headers }, parts)
    const page = JSON.parse(String(found.text)) as {
      readonly pagination: { readonly nextCursor: string | null }
      readonly [list: string]: unknown
    }
    const records = page[name] as readonly Readonly<Record<string, string | number | null>>[]
    const lines = [columns, ...records.map((record) => columns.map((column) => record[column] ?? ''))]
    const { etag: _etag, ...rest } = found.headers
    return new Answer({
      headers: {
        ...rest,
        vary: 'Accept',
        'content-type': 'text/csv; charset=utf-8',
        ...(page.pagination.nextCursor === null ? {} : { 'x-next-cursor': page.pagination.nextCursor }),
      },
      text: lines.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join(''),
    })
  }
}

const toCell = (value: string | number): string => {
  const text = String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
