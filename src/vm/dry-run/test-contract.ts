import {
  addressText,
  contractLock,
  type DecodedContract,
  encodeContract,
  groups,
  type Hash,
  hintOfLock,
  type Method,
  type Val,
} from '../../bytecode/index.ts'
import { bytesToHex } from '../../kit/index.ts'
import { initialStateHash } from '../contract-pool.ts'
import { createOverlayWorld } from '../fixture-world.ts'
import { zeroId } from '../ids.ts'
import type { LogEntry, ScriptOutcome, ScriptSuccess } from '../outcome.ts'
import type { AssetOutput } from '../output.ts'
import { runEntry } from '../run.ts'
import { prettyAlph } from '../text.ts'
import type { ContractRecord, MutableWorld, World } from '../world.ts'
import {
  eventText,
  groupByContract,
  type JsonContractState,
  type JsonExecution,
  toJsonContractState,
} from './answers.ts'
import { answering, badRequest, type DryRunAnswer, type DryRunEnv, failed } from './environment.ts'
import { checkArgs, dryRunInput, successOf, toJsonExecution, withGasFee } from './execution.ts'
import { entryFor } from './method-call.ts'
import {
  type AssetState,
  asAmount,
  asArray,
  asAssetState,
  asBlockHash,
  asContract,
  asContractId,
  asHash,
  asInputAsset,
  asInteger,
  asObject,
  asTimestamp,
  asVals,
  optional,
  requireKeys,
} from './request-reader.ts'

/** A contract that is supposed to exist already. */
export interface Existing {
  readonly id: Hash
  readonly contract: DecodedContract
  readonly immFields: readonly Val[]
  readonly mutFields: readonly Val[]
  readonly asset: AssetState
}

export interface TestRequest {
  readonly group: number
  readonly blockHash: Hash
  readonly blockTimestampMs: number
  readonly txId: Hash
  readonly callerId: Hash | undefined
  readonly methodIndex: number
  readonly args: readonly Val[]
  readonly inputs: readonly AssetOutput[]
  readonly dustAmount: bigint
  readonly existing: readonly Existing[]
  readonly tested: Existing
}

export interface TestContractResult extends JsonExecution {
  readonly address: string
  readonly codeHash: Hash
}

const defaultAsset: AssetState = { amount: 10n ** 18n, tokens: [] }
export const dustRetriesMax = 3

/** `POST /contracts/test-contract`: one method of a contract that exists only for this call, in a world made to order. */
export function testContract(request: unknown, env: DryRunEnv): DryRunAnswer<TestContractResult> {
  return answering(() => run(readRequest(request, env), env))
}

function readRequest(body: unknown, env: DryRunEnv): TestRequest {
  const request = asObject(body)
  requireKeys(request, ['bytecode'])
  return {
    group: optional(request.group, asInteger) ?? 0,
    blockHash: optional(request.blockHash, asBlockHash) ?? bytesToHex(env.random.bytes(32)),
    blockTimestampMs: optional(request.blockTimeStamp, asTimestamp) ?? env.nowMs,
    txId: optional(request.txId, asHash) ?? bytesToHex(env.random.bytes(32)),
    callerId: optional(request.callerContractAddress, asContractId),
    methodIndex: optional(request.methodIndex, asInteger) ?? 0,
    args: optional(request.args, asVals) ?? [],
    inputs: optional(request.inputAssets, (assets) => asArray(assets, asInputAsset)) ?? [],
    dustAmount: optional(request.dustAmount, asAmount) ?? 0n,
    existing: optional(request.existingContracts, (list) => asArray(list, readExisting)) ?? [],
    tested: {
      id: optional(request.address, asContractId) ?? zeroId,
      contract: asContract(request.bytecode),
      immFields: optional(request.initialImmFields, asVals) ?? [],
      mutFields: optional(request.initialMutFields, asVals) ?? [],
      asset: optional(request.initialAsset, asAssetState) ?? defaultAsset,
    },
  }
}

function readExisting(value: unknown): Existing {
  const object = asObject(value)
  requireKeys(object, ['address', 'bytecode', 'codeHash', 'immFields', 'mutFields', 'asset'])
  return {
    id: asContractId(object.address),
    contract: asContract(object.bytecode),
    immFields: asVals(object.immFields),
    mutFields: asVals(object.mutFields),
    asset: asAssetState(object.asset),
  }
}

function run(request: TestRequest, env: DryRunEnv): TestContractResult {
  const { tested, methodIndex } = request
  const method = tested.contract.methods[methodIndex]
  if (method === undefined) throw badRequest(`Invalid method index ${methodIndex}`)
  if (request.group < 0 || request.group >= groups) throw badRequest('Invalid group index')
  checkArgs(request.args, method)
  const inputs = withGasFee(request.inputs)
  const opened = { ...tested, contract: withPublicMethod(tested.contract, methodIndex, method) }
  const world = createWorld(env.tipOf(request.group).world, [...request.existing, opened])
  const outcome = runWithDust(request, env, world, inputs, method)
  world.apply(outcome.changes)
  const { contracts, codeHash } = stateAfter(request, world, groupByContract(outcome.logs), opened.contract)
  const block = { hash: request.blockHash, timestampMs: request.blockTimestampMs }
  return {
    address: addressText(contractLock(tested.id)),
    codeHash,
    ...toJsonExecution(outcome, contracts, zeroId, block),
  }
}

/** A private method is opened for the test; the answer shows the code hash from before. */
function withPublicMethod(contract: DecodedContract, index: number, method: Method): DecodedContract {
  if (method.isPublic) return contract
  return { ...contract, methods: contract.methods.with(index, { ...method, isPublic: true }) }
}

export function createWorld(base: World, contracts: readonly Existing[]): MutableWorld {
  const world = createOverlayWorld(base)
  const records = new Map<Hash, ContractRecord>()
  const codes = new Map<Hash, Uint8Array>()
  for (const { id, contract, immFields, mutFields, asset } of contracts) {
    const code = encodeContract(contract)
    const lock = contractLock(id)
    codes.set(code.hash, code.bytes)
    records.set(id, {
      codeHash: code.hash,
      initialStateHash: initialStateHash(code.hash, immFields, mutFields),
      immFields,
      mutFields,
      assetRef: { hint: hintOfLock(lock), key: id },
      asset: { kind: 'contract', amount: asset.amount, lock, tokens: asset.tokens },
    })
  }
  world.apply({ contracts: records, codes, parents: new Map() })
  return world
}

/** Unless the request says how much dust there is, missing dust is added as one more input, a few times over. */
function runWithDust(
  request: TestRequest,
  env: DryRunEnv,
  world: World,
  inputs: readonly AssetOutput[],
  method: Method,
): ScriptSuccess {
  const isGiven = request.dustAmount > 0n
  let dust = request.dustAmount
  let outcome = runOnce(request, env, world, inputs, method, dust)
  for (let retries = 0; retries < (isGiven ? 0 : dustRetriesMax); retries++) {
    if (outcome.ok || outcome.failure.required === undefined) break
    dust += outcome.failure.required
    outcome = runOnce(request, env, world, inputs, method, dust)
  }
  const required = outcome.ok ? undefined : outcome.failure.required
  if (isGiven || required === undefined) return successOf(outcome, 'with messages')
  return successOf(
    outcome,
    'with messages',
    () =>
      `Test failed due to insufficient funds to cover the dust amount. We tried increasing the dust amount to ${prettyAlph(dust)}, ` +
      `but at least ${prettyAlph(required)} is still required. Please figure out the exact dust amount needed and specify it using the dustAmount parameter.`,
  )
}

export function runOnce(
  request: TestRequest,
  env: DryRunEnv,
  world: World,
  inputs: readonly AssetOutput[],
  method: Method,
  dust: bigint,
): ScriptOutcome {
  const first = inputs[0]
  const allInputs =
    first === undefined || dust === 0n ? inputs : [...inputs, { ...first, amount: dust, tokens: [] }]
  const { txId, methodIndex, args, callerId, tested } = request
  const entry = entryFor({ contractId: tested.id, methodIndex, method, args, inputs, callerId })
  const { group, blockTimestampMs: timestampMs, blockHash } = request
  return runEntry(
    dryRunInput(env, world, { group, timestampMs, blockHash }, { txId, inputs: allInputs }),
    entry,
  )
}

/** Contracts created, then those that existed, then the tested one, each unless destroyed. */
function stateAfter(
  request: TestRequest,
  world: World,
  logs: readonly LogEntry[],
  opened: DecodedContract,
): { readonly contracts: readonly JsonContractState[]; readonly codeHash: Hash } {
  const created = contractsInEvents(logs, -1, 'create', request)
  const destroyed = contractsInEvents(logs, -2, 'destroy', request)
  const { tested } = request
  const ids = [...created, ...request.existing.map(({ id }) => id).filter((id) => !destroyed.includes(id))]
  const others = ids.map((id) => toJsonContractState(world, id))
  const openedHash = encodeContract(opened).hash
  if (destroyed.includes(tested.id)) return { contracts: others, codeHash: openedHash }
  const state = toJsonContractState(world, tested.id)
  const codeHash = state.codeHash === openedHash ? encodeContract(tested.contract).hash : state.codeHash
  return { contracts: [...others, { ...state, codeHash }], codeHash }
}

/** The node believes every event with such an index, also one a contract has made up. */
function contractsInEvents(
  logs: readonly LogEntry[],
  eventIndex: number,
  kind: 'create' | 'destroy',
  { blockHash, blockTimestampMs }: TestRequest,
): Hash[] {
  return logs
    .filter((log) => log.eventIndex === eventIndex)
    .map((log) => {
      const [first] = log.fields
      if (first?.type === 'Address' && first.value.startsWith('03')) return first.value.slice(2)
      throw failed(`invalid ${kind} contract event ${eventText(log, blockHash, blockTimestampMs)}`)
    })
}
