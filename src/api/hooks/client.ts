import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** The caller's network address. A proxy that reports something else than an address is not believed. */
export function clientOf(request: FastifyRequest): string {
  const { ip } = request
  if (isIP(ip) !== 0) return ip
  return request.socket.remoteAddress ?? '0.0.0.0'
}
