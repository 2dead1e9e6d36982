import { addressText } from '../../../bytecode/index.ts'
import { groupOfLock } from '../../../transaction/index.ts'
import { badRequest } from '../../api-error.ts'
import { chainOf, GROUPS } from '../../chain-index.ts'
import { testWallets } from '../../wallets.ts'
import { listOf, withKeys } from '../json-body.ts'
import { bodyOf, groupQuery, type RouteContext, type RouteRequest, requiredQuery } from '../request.ts'
import { assetLockOf } from '../wire-values.ts'

export function mineOneBlock({ core }: RouteContext, request: RouteRequest): boolean {
  core.mine(chainOf(groupQuery(request, 'fromGroup'), groupQuery(request, 'toGroup')))
  return true
}

/** The devnet mines when it is told to; the node's miner has nothing to start or stop. */
export function postMining(_: RouteContext, request: RouteRequest): boolean {
  const action = requiredQuery(request, 'action')
  if (action !== 'start-mining' && action !== 'stop-mining')
    throw badRequest(`Invalid value for: query parameter action (Invalid miner action: ${action})`)
  return true
}

export const getMinerAddresses = ({ core }: RouteContext) => ({
  addresses: (core.state.miners ?? testWallets().map(({ lock }) => lock)).map((lock) => addressText(lock)),
})

/** From now on blocks pay these; before, a lock nobody knows. */
export function putMinerAddresses({ core }: RouteContext, request: RouteRequest): undefined {
  const locks = listOf(assetLockOf)(withKeys(bodyOf(request), 'addresses').addresses)
  if (locks.length !== GROUPS)
    throw badRequest(`Wrong number of addresses, expected ${GROUPS}, got ${locks.length}`)
  for (const [group, lock] of locks.entries())
    if (groupOfLock(lock) !== group)
      throw badRequest(`Address ${addressText(lock)} doesn't belong to group ${group}`)
  core.setMiners(locks)
  return undefined
}
