import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { ApiSettings } from '../settings.ts'

/** The caller's network address. A proxy that reports something else than an address is not believed. */
export type ClientAddress = (request: IncomingMessage) => string

const unknown = '0.0.0.0'
const ownAddress: ClientAddress = (request) => request.socket.remoteAddress ?? unknown

export function createClientAddress(trust: ApiSettings['trustProxy']): ClientAddress {
  if (trust === false) return ownAddress
  const isTrusted =
    // A number of proxies is counted from the socket outwards: only their words are believed.
    typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : proxyAddr.compile([...trust])
  return (request) => {
    const told = proxyAddr(request, isTrusted)
    return isIP(told) !== 0 ? told : ownAddress(request)
  }
}
