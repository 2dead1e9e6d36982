/**
 * Calls `work` once everything that has already arrived has been handled: when the event loop has gone through the
 * sockets that were ready. For work that many arrivals can share.
 */
export function afterThisTurn(work: () => void): void {
  setImmediate(work)
}
