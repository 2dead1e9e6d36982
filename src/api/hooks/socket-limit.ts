import type { IncomingMessage } from 'node:http'
import { requestsPerSocketMax } from '../settings.ts'

const count = Symbol('requests on this socket')

/**
 * Counts a request on its connection and says whether it is the last one: the connection is closed with its thousandth
 * answer. Node has a setting of this name, but answers what follows on the same connection with a 503 without a body.
 */
export function isLastOnSocket(request: IncomingMessage): boolean {
  const socket = request.socket as { [count]?: number }
  const counted = (socket[count] ?? 0) + 1
  socket[count] = counted
  return counted >= requestsPerSocketMax
}
