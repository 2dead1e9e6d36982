import type { Socket } from 'node:net'
import type { ApiParts } from '../parts.ts'
import { toErrorAnswer } from './error-answer.ts'
import { invalid } from './invalid.ts'
import { writeRawError } from './write-error.ts'

/** What Node's parser complains about, by code; everything else is "not valid HTTP". */
const sentences: Readonly<Record<string, readonly [field: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['headers', 'the URL and headers are larger than 16 KB'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['body', 'the chunk extensions are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request', 'the request did not arrive in time'],
}

/** Node's own half of a connection: which answer it is in the middle of. Nothing public says so. */
interface ServerSocket extends Socket {
  _httpMessage?: { headersSent: boolean } | null
}

/**
 * The last door: bytes that are no HTTP request still get the contract's error, charged to the caller's address.
 * Nothing is written into the middle of an answer that has begun.
 */
export function createClientErrors(
  parts: ApiParts,
  nextRequestId: () => string,
): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket: ServerSocket) => {
    const code = error.code ?? 'unknown'
    if (code === 'ECONNRESET' || socket.destroyed) return
    parts.observe({ kind: 'malformed', code })
    if (socket._httpMessage?.headersSent) {
      socket.destroy()
      return
    }
    const [field, message] = sentences[code] ?? ['request', 'the request is not valid HTTP']
    const requestId = nextRequestId()
    const answer = toErrorAnswer(invalid(field, undefined, message), requestId)
    const write = (rate: Parameters<typeof writeRawError>[2]['rate']): void =>
      writeRawError(socket, answer, { requestId, rate })
    const rate = async () =>
      parts.limiter.take({ kind: 'read', ip: socket.remoteAddress ?? '0.0.0.0', key: null })
    rate().then(write, () => write(null))
  }
}
