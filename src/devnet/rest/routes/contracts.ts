import { bytesToHex } from '../../../kit/index.ts'
import {
  callContract,
  callTxScript,
  type DryRunAnswer,
  multicallContract,
  testContract,
  toJsonContractState,
} from '../../../vm/index.ts'
import { ApiError, failed, notFound } from '../../api-error.ts'
import { GROUPS } from '../../chain-index.ts'
import { dryRunEnv } from '../../dry-run-env.ts'
import { worldOf } from '../../world.ts'
import { bodyOf, contractParam, hashParam, type RouteContext, type RouteRequest } from '../request.ts'
import { contractAddress } from '../views.ts'
import { counterRange } from './counter-range.ts'

/** The node does not say "not found" for a contract but shows how its storage failed; the SDK looks for `KeyNotFound`. */
export const contractNotFound = (id: string): ApiError =>
  failed(
    `Failed in IO: org.alephium.io.IOError$KeyNotFound: org.alephium.util.AppException: Key ContractId(hex"${id}") not found in CachedKV.get`,
  )

/** The last byte of a contract's id is its group; no contract ever had one beyond the last group. */
export function checkGroup(id: string): string {
  if (Number.parseInt(id.slice(-2), 16) >= GROUPS)
    throw failed(`Invalid group of contract ${contractAddress(id)}`)
  return id
}

const contractIn = (request: RouteRequest): string => checkGroup(contractParam(request, 'address'))

export function getContractState({ core }: RouteContext, request: RouteRequest) {
  const id = contractIn(request)
  if (!core.state.contracts.has(id)) throw contractNotFound(id)
  return toJsonContractState(worldOf(core.state, Number.parseInt(id.slice(-2), 16)), id)
}

export function getContractCode({ core }: RouteContext, request: RouteRequest) {
  const hash = hashParam(request, 'codeHash')
  const code = core.state.codes.get(hash)
  if (code === undefined) throw notFound(`Contract code hash: ${hash}`)
  return bytesToHex(code)
}

export function getParent({ core }: RouteContext, request: RouteRequest) {
  const parent = core.state.parents.get(contractIn(request))
  return { parent: parent === undefined ? null : contractAddress(parent) }
}

export function getSubContracts({ core }: RouteContext, request: RouteRequest) {
  const id = contractIn(request)
  const { start, limit } = counterRange(request)
  const children = core.state.children.get(id)
  const page = children?.slice(start, start + limit) ?? []
  if (page.length === 0) {
    const address = contractAddress(id)
    if (children === undefined) throw notFound(`Sub-contracts of ${address}`)
    if (children.length !== start)
      throw notFound(
        `Current count for sub-contracts of ${address} is '${children.length}', sub-contracts start from '${start}' with limit '${limit}'`,
      )
    return { subContracts: [], nextStart: children.length }
  }
  return { subContracts: page.map(contractAddress), nextStart: start + page.length }
}

export function getSubContractCount({ core }: RouteContext, request: RouteRequest) {
  const id = contractIn(request)
  const children = core.state.children.get(id)
  if (children === undefined)
    throw notFound(`Current sub-contracts count for contract ${contractAddress(id)}`)
  return children.length
}

function answer<T>(result: DryRunAnswer<T>): T {
  if (result.status === 200) return result.body
  throw new ApiError(result.status, { detail: result.detail })
}

export const postTestContract = (context: RouteContext, request: RouteRequest) =>
  answer(testContract(bodyOf(request), dryRunEnv(context)))

export const postCallContract = (context: RouteContext, request: RouteRequest) =>
  answer(callContract(bodyOf(request), dryRunEnv(context)))

export const postMulticall = (context: RouteContext, request: RouteRequest) =>
  answer(multicallContract(bodyOf(request), dryRunEnv(context)))

export const postCallTxScript = (context: RouteContext, request: RouteRequest) =>
  answer(callTxScript(bodyOf(request), dryRunEnv(context)))
