import type { IncomingMessage } from 'node:http'

/** `none`: no header. `bad`: a header that holds no token. Otherwise the token, not yet looked up. */
export type Bearer = { readonly kind: 'none' | 'bad' } | { readonly kind: 'token'; readonly token: string }

const none: Bearer = { kind: 'none' }
const bad: Bearer = { kind: 'bad' }
const pattern = /^bearer ([\x21-\x7e]+)$/i

/** Node keeps the first of two Authorization headers in silence; we take two as none of either. */
export function readBearer(request: IncomingMessage): Bearer {
  const header = request.headers.authorization
  if (header === undefined) return none
  if (countHeader(request.rawHeaders, 'authorization') > 1) return bad
  const token = pattern.exec(header)?.[1]
  return token === undefined ? bad : { kind: 'token', token }
}

function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const candidate = rawHeaders[i]!
    if (candidate.length === name.length && candidate.toLowerCase() === name) count += 1
  }
  return count
}
