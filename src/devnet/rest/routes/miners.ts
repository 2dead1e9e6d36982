import { addressText } from '../../../bytecode/index.ts'
import { badRequest } from '../../api-error.ts'
import { chainOf } from '../../chain-index.ts'
import { testWallets } from '../../wallets.ts'
import { groupQuery, type RouteContext, type RouteRequest, requiredQuery } from '../request.ts'

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

export const getMinerAddresses = () => ({ addresses: testWallets().map(({ lock }) => addressText(lock)) })
