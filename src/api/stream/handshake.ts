import type { IncomingHttpHeaders } from 'node:http'

/** A field of the request, and what is wrong with it. */
type HandshakeFault = readonly [field: string, message: string]

export const noHandshake: HandshakeFault = [
  'headers.upgrade',
  'this address speaks WebSocket: connect to it as ws:// or wss://',
]

/** Sixteen bytes. */
const key = /^[+/0-9A-Za-z]{22}==$/
const protocolName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/**
 * What keeps a request from becoming a WebSocket, or null. The library would refuse the same, in a text of its own on a
 * connection it has taken over.
 */
export function handshakeFault(headers: IncomingHttpHeaders): HandshakeFault | null {
  if (headers.upgrade?.toLowerCase() !== 'websocket') return noHandshake
  if (!key.test(headers['sec-websocket-key'] ?? ''))
    return ['headers.sec-websocket-key', 'Sec-WebSocket-Key must be 16 bytes in base64']
  if (headers['sec-websocket-version'] !== '13')
    return ['headers.sec-websocket-version', 'Sec-WebSocket-Version must be 13']
  const offered = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? []
  if (new Set(offered).size < offered.length || !offered.every((name) => protocolName.test(name)))
    return ['headers.sec-websocket-protocol', 'Sec-WebSocket-Protocol must be names, each once']
  return null
}
