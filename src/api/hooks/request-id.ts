import type { IncomingMessage } from 'node:http'
import { bytesToHex, type Random } from '../../kit/index.ts'

const legal = /^[A-Za-z0-9-]{1,64}$/

/**
 * A client's own id is echoed when it is harmless. Ours are a random start per process and a counter: unique without
 * asking the system for randomness on every request.
 */
export function createRequestIds(random: Random): (request?: IncomingMessage) => string {
  const start = bytesToHex(random.bytes(6))
  let counter = 0
  return (request) => {
    const own = request?.headers['x-request-id']
    if (typeof own === 'string' && legal.test(own)) return own
    counter += 1
    return `${start}-${counter.toString(36)}`
  }
}
