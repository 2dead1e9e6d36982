import { notFound } from '../../api-error.ts'
import { CHAINS, fromOf, toOf } from '../../chain-index.ts'
import { dropExpired } from '../../submit.ts'
import { hashQuery, type RouteContext, type RouteRequest } from '../request.ts'
import { pooledView } from '../views.ts'

export function listPool({ core }: RouteContext) {
  dropExpired(core)
  return Array.from({ length: CHAINS }, (_, chain) => ({
    fromGroup: fromOf(chain),
    toGroup: toOf(chain),
    transactions: core.state.pool.ofChain(chain).map(({ tx, seenAtMs }) => pooledView(tx, seenAtMs)),
  })).filter(({ transactions }) => transactions.length > 0)
}

export function clearPool({ core }: RouteContext): void {
  core.removeFromPool([...core.state.pool.all()].map(({ tx }) => tx.txId))
}

/** There is nobody to broadcast to; a transaction that waits is acknowledged. */
export function rebroadcast({ core }: RouteContext, request: RouteRequest): void {
  const txId = hashQuery(request, 'txId')
  if (core.state.pool.get(txId) === undefined) throw notFound(`TxId: ${txId}`)
}

/** Drops what has waited too long; everything else in the pool was checked when it came. */
export const validatePool = ({ core }: RouteContext): void => dropExpired(core)
