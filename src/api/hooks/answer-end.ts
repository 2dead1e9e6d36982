import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** By connection, who is to be called when it ends. */
const waiting = new WeakMap<Socket, (() => void)[]>()

/**
 * Calls once: when the answer is out, or when nobody waits for it any more. An answer behind an unfinished one on the same
 * connection is never told that its client has gone; of those only the connection's own end speaks.
 */
export function onAnswerEnd({ socket }: IncomingMessage, response: ServerResponse, call: () => void): void {
  const own = callsOf(socket)
  const end = (): void => {
    const at = own.indexOf(end)
    if (at === -1) return
    own.splice(at, 1)
    call()
  }
  own.push(end)
  response.on('close', end)
}

/** Whether this request's is the only answer that its connection owes. */
export const isOnlyAnswer = ({ socket }: IncomingMessage): boolean => (waiting.get(socket)?.length ?? 0) <= 1

/** One listener a connection, however many requests it carries. */
function callsOf(socket: Socket): (() => void)[] {
  const known = waiting.get(socket)
  if (known !== undefined) return known
  const calls: (() => void)[] = []
  waiting.set(socket, calls)
  socket.once('close', () => {
    for (const call of [...calls]) call()
  })
  return calls
}
