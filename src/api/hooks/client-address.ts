import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The caller's network address. A proxy that reports something else than an address is not believed. */
export function clientAddress(request: FastifyRequest): string {
  const { ip } = request
  const own = request.raw.socket.remoteAddress
  if (ip === own || isIP(ip) !== 0) return ip
  return own ?? '0.0.0.0'
}
