import { decodeTxScriptMethods } from '../../bytecode/index.ts'
import { bytesToHex } from '../../kit/index.ts'
import { createOverlayWorld } from '../fixture-world.ts'
import { runScript } from '../run.ts'
import { type JsonExecution, toJsonContractState } from './answers.ts'
import { answering, badRequest, type DryRunAnswer, type DryRunEnv } from './environment.ts'
import { blockOf, checkGroup, dryRunInput, successOf, toJsonExecution, withGasFee } from './execution.ts'
import {
  asArray,
  asAssetLock,
  asBlockHash,
  asBytes,
  asContractId,
  asHash,
  asInputAsset,
  asInteger,
  asObject,
  optional,
  requireKeys,
} from './request-reader.ts'

/** `POST /contracts/call-tx-script`: a script as if somebody had sent it with these assets. */
export function callTxScript(body: unknown, env: DryRunEnv): DryRunAnswer<JsonExecution> {
  return answering(() => {
    const request = readRequest(body, env)
    const inputs = withGasFee(request.inputs)
    const methods = decodeTxScriptMethods(request.bytecode)
    if (!methods.ok) throw badRequest(methods.error.message)
    checkGroup(request.group, request.callerLock, request.blockHash)
    const block = blockOf(env, request.group, request.blockHash)
    const { group, txId } = request
    const at = { group, timestampMs: env.nowMs, blockHash: block.hash }
    const run = runScript(dryRunInput(env, block.world, at, { txId, inputs }), methods.value)
    const outcome = successOf(run, 'without messages')
    const after = createOverlayWorld(block.world)
    after.apply(outcome.changes)
    const contracts = request.interestedIds.map((id) => toJsonContractState(after, id))
    return toJsonExecution(outcome, contracts, txId, block)
  })
}

function readRequest(body: unknown, env: DryRunEnv) {
  const request = asObject(body)
  requireKeys(request, ['group', 'bytecode'])
  return {
    group: asInteger(request.group),
    bytecode: asBytes(request.bytecode),
    callerLock: optional(request.callerAddress, asAssetLock),
    blockHash: optional(request.worldStateBlockHash, asBlockHash),
    txId: optional(request.txId, asHash) ?? bytesToHex(env.random.bytes(32)),
    inputs: optional(request.inputAssets, (assets) => asArray(assets, asInputAsset)) ?? [],
    interestedIds: optional(request.interestedContracts, (list) => asArray(list, asContractId)) ?? [],
  }
}
