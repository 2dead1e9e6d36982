import { availableParallelism } from 'node:os'

/** Where we know nothing of the server: sixteen were slower than eight when the pool was first measured, on two cores. */
const sessionsMax = 8

/**
 * How many lists one process has a server work on at once. A server that shares our cores runs no more of them than it has
 * cores: the others take turns with whoever reads requests and refuses what is too much. With eight on two slow cores a
 * refusal took 13 to 16 ms, and the first one on a new connection up to two seconds, because Node accepts one per turn of
 * its event loop; with three it took 2 to 4.
 */
export function defaultListSessions(url: string, cores = availableParallelism()): number {
  return isOnThisMachine(url) ? Math.min(sessionsMax, cores + 1) : sessionsMax
}

function isOnThisMachine(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const host = (searchParams.get('host') ?? decodeURIComponent(hostname)).toLowerCase()
  // A path is a socket's folder, and so is no host at all.
  return host === '' || host.startsWith('/') || /^(?:localhost|127\.[0-9.]+|\[?::1\]?)$/.test(host)
}
