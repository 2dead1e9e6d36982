import type { IncomingMessage } from 'node:http'
import type { ApiSettings } from '../settings.ts'
import { type Cors, noHeaders } from './cors.ts'

/** An answer is data: it may not be framed, run, sniffed or kept unless its route says so. */
const fixed = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

/** Data has no links to follow; a page must not tell where its reader comes from. */
export const pageHeaders = { 'referrer-policy': 'no-referrer' }

const httpsOnly = { 'strict-transport-security': 'max-age=31536000' }

/** Headers of every answer, but for its id: the fixed ones, and those a browser's origin asks for. */
export function createCommonHeaders(
  settings: ApiSettings,
  cors: Cors,
): (request: IncomingMessage) => Readonly<Record<string, string>> {
  const common = settings.publicUrl.startsWith('https:') ? { ...fixed, ...httpsOnly } : fixed
  return (request) => {
    const forOrigin = cors.headersFor(request)
    return forOrigin === noHeaders ? common : { ...common, ...forOrigin }
  }
}
