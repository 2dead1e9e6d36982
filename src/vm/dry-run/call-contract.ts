import { contractLock, type Hash, type Method } from '../../bytecode/index.ts'
import { bytesToHex } from '../../kit/index.ts'
import { loadCode, methodAt } from '../contract-object.ts'
import { failures, Halt } from '../failure.ts'
import { createOverlayWorld } from '../fixture-world.ts'
import { runEntry } from '../run.ts'
import type { World } from '../world.ts'
import { type JsonExecution, toJsonContractState } from './answers.ts'
import { answering, type DryRunAnswer, type DryRunEnv, failed } from './environment.ts'
import {
  blockOf,
  checkArgs,
  checkGroup,
  dryRunInput,
  successOf,
  toJsonExecution,
  vmFailureText,
  withGasFee,
} from './execution.ts'
import { entryFor } from './method-call.ts'
import {
  asArray,
  asBlockHash,
  asContractId,
  asHash,
  asInputAsset,
  asInteger,
  asObject,
  asVals,
  optional,
  requireKeys,
} from './request-reader.ts'

export type CallContractResult =
  | ({ readonly type: 'CallContractSucceeded' } & JsonExecution)
  | { readonly type: 'CallContractFailed'; readonly error: string }

const callsMax = 20

/** `POST /contracts/call-contract`: one method of a living contract. A call that fails is an answer, not an error. */
export function callContract(body: unknown, env: DryRunEnv): DryRunAnswer<CallContractResult> {
  return answering(() => resultOf(readRequest(body, env), env))
}

/** `POST /contracts/multicall-contract`. */
export function multicallContract(
  body: unknown,
  env: DryRunEnv,
): DryRunAnswer<{ readonly results: readonly CallContractResult[] }> {
  return answering(() => {
    const request = asObject(body)
    requireKeys(request, ['calls'])
    const calls = asArray(request.calls, (call) => readRequest(call, env))
    if (calls.length > callsMax) {
      throw failed(`The number of contract calls exceeds the maximum limit(${callsMax})`)
    }
    for (const { group, contractId, blockHash } of calls)
      checkGroup(group, contractLock(contractId), blockHash)
    return { results: calls.map((call) => resultOf(call, env)) }
  })
}

type CallRequest = ReturnType<typeof readRequest>

function readRequest(body: unknown, env: DryRunEnv) {
  const request = asObject(body)
  requireKeys(request, ['group', 'address', 'methodIndex'])
  return {
    group: asInteger(request.group),
    blockHash: optional(request.worldStateBlockHash, asBlockHash),
    txId: optional(request.txId, asHash) ?? bytesToHex(env.random.bytes(32)),
    contractId: asContractId(request.address),
    callerId: optional(request.callerAddress, asContractId),
    methodIndex: asInteger(request.methodIndex),
    args: optional(request.args, asVals) ?? [],
    inputs: optional(request.inputAssets, (assets) => asArray(assets, asInputAsset)) ?? [],
    interestedIds: optional(request.interestedContracts, (list) => asArray(list, asContractId)) ?? [],
  }
}

function resultOf(request: CallRequest, env: DryRunEnv): CallContractResult {
  const answer = answering(() => call(request, env))
  return answer.status === 200
    ? { type: 'CallContractSucceeded', ...answer.body }
    : { type: 'CallContractFailed', error: answer.detail }
}

function call(request: CallRequest, env: DryRunEnv): JsonExecution {
  const { group, txId, contractId, methodIndex, args, callerId } = request
  checkGroup(group, contractLock(contractId), request.blockHash)
  const block = blockOf(env, group, request.blockHash)
  const method = methodOf(block.world, contractId, methodIndex)
  checkArgs(args, method)
  const inputs = withGasFee(request.inputs)
  const at = { group, timestampMs: env.nowMs, blockHash: block.hash }
  const run = runEntry(
    dryRunInput(env, block.world, at, { txId, inputs }),
    entryFor({ contractId, methodIndex, method, args, inputs, callerId }),
  )
  const outcome = successOf(run, 'with messages')
  const after = createOverlayWorld(block.world)
  after.apply(outcome.changes)
  const contracts = [...request.interestedIds, contractId].map((id) => toJsonContractState(after, id))
  return toJsonExecution(outcome, contracts, txId, block)
}

function methodOf(world: World, contractId: Hash, methodIndex: number): Method {
  const record = world.findContract(contractId)
  const code =
    record === undefined ? undefined : loadCode(record.codeHash, () => world.findCode(record.codeHash))
  if (code === undefined) throw failed(`Failed in IO: ${failures.KeyNotFound(contractId).text}`)
  try {
    return methodAt(code, methodIndex)
  } catch (error) {
    if (error instanceof Halt) throw failed(vmFailureText(error.failure.text))
    throw error
  }
}
