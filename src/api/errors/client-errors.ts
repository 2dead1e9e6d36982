import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { RateDecision } from '../../auth/index.ts'
import { type FramingFault, guardFraming } from '../hooks/framing.ts'
import type { ObserveApi } from '../observation.ts'
import { type ErrorAnswer, toErrorAnswer } from './error-answer.ts'
import { invalid } from './invalid.ts'
import { endWithError, writeRawError } from './write-error.ts'

/** What Node's parser complains about, by code; everything else is "not valid HTTP". */
const sentences: Readonly<Record<string, FramingFault>> = {
  HPE_HEADER_OVERFLOW: ['headers', 'the URL and headers are larger than 16 KB'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['body', 'the chunk extensions are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request', 'the request did not arrive in time'],
}

export interface ClientErrors {
  /**
   * Bytes that are no HTTP request. Nothing is written into the middle of an answer that has begun, nor before one that is
   * owed: the client would take it for that. Nor where nothing was asked: a browser opens spare connections, and would
   * take it for the answer to what it sends there next.
   */
  onClientError(error: Error & { code?: string }, socket: Socket): void
  /** Stands before a handler, and refuses what Node's parser took and we do not. */
  guard(handle: RequestListener): RequestListener
}

/** The last door: what cannot be read as a request still gets the contract's error, charged to the caller's address. */
export function createClientErrors(options: {
  readonly nextRequestId: () => string
  readonly observe: ObserveApi
  /** Whether the next answer on it belongs to an earlier request; absent where answers are written at once. */
  readonly isAnswering?: (socket: Socket) => boolean
  /** Takes one read from the budget of an address; absent where nothing is limited. */
  readonly charge?: (ip: string) => RateDecision | Promise<RateDecision>
}): ClientErrors {
  function answerOf([field, message]: FramingFault): { answer: ErrorAnswer; requestId: string } {
    const requestId = options.nextRequestId()
    return { requestId, answer: toErrorAnswer(invalid(field, undefined, message), requestId) }
  }

  async function charge(socket: Socket): Promise<RateDecision | null> {
    try {
      return (await options.charge?.(socket.remoteAddress ?? '0.0.0.0')) ?? null
    } catch {
      return null
    }
  }

  function refuse(fault: FramingFault, request: IncomingMessage, response: ServerResponse): void {
    options.observe({ kind: 'malformed', code: fault[0] })
    const { answer, requestId } = answerOf(fault)
    void charge(request.socket).then((rate) => endWithError(response, answer, { requestId, rate }))
  }

  return {
    guard: (handle) => guardFraming(handle, refuse),
    onClientError(error, socket) {
      const code = error.code ?? 'unknown'
      if (code === 'ECONNRESET' || socket.destroyed) return
      if (socket.bytesRead === 0) {
        socket.destroy()
        return
      }
      options.observe({ kind: 'malformed', code })
      if (options.isAnswering?.(socket)) {
        socket.destroy()
        return
      }
      const { answer, requestId } = answerOf(sentences[code] ?? ['request', 'the request is not valid HTTP'])
      void charge(socket).then((rate) => writeRawError(socket, answer, { requestId, rate }))
    },
  }
}
