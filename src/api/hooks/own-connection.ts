import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'

const streaming = new WeakSet<Socket>()

/** From now on the connection carries a stream, which has no end. */
export const carryStream = ({ socket }: IncomingMessage): void => {
  streaming.add(socket)
}

/** Stands before a handler. Whatever is asked behind a stream would wait for ever, and hold its place as long: its connection ends. */
export const guardStreams =
  (handle: RequestListener): RequestListener =>
  (request, response) => {
    if (streaming.has(request.socket)) request.socket.destroy()
    else handle(request, response)
  }
