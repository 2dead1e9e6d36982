import {
  attempt,
  byteVec,
  type ContractCode,
  contractLock,
  type DecodedContract,
  decodeContract,
  decodeVals,
  encodeContract,
  type Hash,
  type Instruction,
  isWellFormed,
  type Lock,
  type Method,
  type Val,
} from '../../bytecode/index.ts'
import { hexToBytes } from '../../kit/index.ts'
import { Balance } from '../balances.ts'
import { idOf } from '../contract-object.ts'
import { failures, halt } from '../failure.ts'
import type { Frame } from '../frame.ts'
import { gas } from '../gas-table.ts'
import { contractIdOf, outputRef, subContractIdOf, zeroId } from '../ids.ts'
import { contractDeposit, limits } from '../limits.ts'
import { coverAlph } from '../settlement.ts'
import { writeCreationEvent } from '../system-events.ts'
import type { Handlers } from './family.ts'

/** What differs between the thirteen ways to create a contract. */
interface CreationKind {
  readonly code: 'given' | 'copied'
  readonly place: 'own' | 'under'
  readonly issue: 'nothing' | 'to contract' | 'to address'
}

interface Issuance {
  readonly amount: bigint
  readonly to: Lock | undefined
}

interface Fields {
  readonly immFields: readonly Val[]
  readonly mutFields: readonly Val[]
}

/** The order of pops, checks and charges decides which failure wins. */
function createContract(frame: Frame, kind: CreationKind): void {
  const issuance = popIssuance(frame, kind.issue)
  const mutFields = popFields(frame)
  const immFields = popFields(frame)
  frame.context.meter.chargeFields([...immFields, ...mutFields])
  const code = kind.code === 'copied' ? popTemplate(frame) : popCode(frame)
  const id = create(frame, kind, code, { immFields, mutFields }, issuance)
  frame.push(byteVec(hexToBytes(id)))
}

function popIssuance(frame: Frame, issue: CreationKind['issue']): Issuance | undefined {
  if (issue === 'nothing') return undefined
  const to = issue === 'to address' ? frame.popAssetLock() : undefined
  return { amount: frame.popU256(), to }
}

export function popFields(frame: Frame): Val[] {
  const bytes = frame.popBytes()
  const fields = attempt(() => decodeVals(bytes))
  return fields.ok ? fields.value : halt(failures.SerdeErrorCreateContract(fields.error))
}

function popTemplate(frame: Frame): ContractCode {
  return frame.context.contracts.load(frame.popContractId()).code.contract!
}

function popCode(frame: Frame): ContractCode {
  const bytes = frame.popBytes()
  const contract = attempt(() => decodeContract(bytes))
  if (!contract.ok) halt(failures.SerdeErrorCreateContract(contract.error))
  checkAssetModifiers(contract.value)
  frame.context.meter.chargeCode(bytes.length)
  checkContract(contract.value)
  return encodeContract(contract.value)
}

export function checkAssetModifiers({ methods }: DecodedContract): void {
  if (methods.some((method) => method.usesContractAssets && method.paysToContractOnly)) {
    halt(failures.InvalidMethodModifierSinceRhone)
  }
}

export function checkContract({ fieldLength, methods }: DecodedContract): void {
  if (fieldLength < 0) halt(failures.InvalidFieldLength)
  if (fieldLength > limits.fields) halt(failures.TooManyFields)
  if (methods.length === 0) halt(failures.EmptyMethods)
  if (!methods.every(isWellFormed)) halt(failures.InvalidMethod)
}

function create(
  frame: Frame,
  kind: CreationKind,
  code: ContractCode,
  { immFields, mutFields }: Fields,
  issuance: Issuance | undefined,
): Hash {
  const { context } = frame
  const { group } = context.block
  const parent = kind.place === 'under' ? idOf(frame.object) : undefined
  const id =
    parent === undefined
      ? contractIdOf(context.tx.txId, context.nextOutputIndex, group)
      : subContractIdOf(parent, popPath(frame), group)
  if (id === zeroId) halt(failures.ZeroContractId)
  const balance = takeInitialBalance(frame)
  if (issuance?.to !== undefined) context.outputPool.addToken(issuance.to, id, issuance.amount)
  else if (issuance !== undefined) balance.addToken(id, issuance.amount)
  const lock = contractLock(id)
  const asset = { kind: 'contract', amount: balance.alph, lock, tokens: balance.tokenList() } as const
  const isCopy = kind.code === 'copied'
  const assetRef = outputRef(context.tx.txId, context.nextOutputIndex, lock)
  context.contracts.create(id, { code, immFields, mutFields, assetRef, asset, parent, isCopy })
  context.generatedOutputs.push(asset)
  writeCreationEvent(context, id, parent, immFields)
  return id
}

function popPath(frame: Frame): Uint8Array {
  const path = frame.popBytes()
  frame.context.meter.charge(gas.hash(32 + path.length) + gas.hash(32))
  return path
}

/** Everything the frame has approved, of all owners, and the rest of the deposit from the script. */
function takeInitialBalance(frame: Frame): Balance {
  const balance = frame.balances?.approved.takeSum() ?? Balance.empty()
  if (balance.alph < contractDeposit) coverAlph(frame.context, balance, contractDeposit - balance.alph)
  return balance
}

/** The code of a map entry with so many fields: four methods that only the map's contract may call. */
function mapEntryCode(immLength: number, mutLength: number): ContractCode {
  const known = mapEntryCodes.get(`${immLength},${mutLength}`)
  if (known !== undefined) return known
  const parentIndex = immLength - 1
  const calledByParent: Instruction[] = [
    { name: 'CallerContractId', operand: undefined },
    { name: 'LoadImmField', operand: parentIndex },
    { name: 'ByteVecEq', operand: undefined },
    { name: 'Assert', operand: undefined },
  ]
  const method = (shape: Partial<Method>, ...instructions: Instruction[]): Method => ({
    isPublic: true,
    usesPreapprovedAssets: false,
    usesContractAssets: false,
    paysToContractOnly: false,
    argsLength: 1,
    localsLength: 1,
    returnLength: 1,
    ...shape,
    instructions: [...calledByParent, ...instructions],
  })
  const local = (index: number): Instruction => ({ name: 'LoadLocal', operand: index })
  const code = encodeContract({
    fieldLength: immLength + mutLength,
    methods: [
      method({}, local(0), { name: 'LoadImmFieldByIndex', operand: undefined }),
      method({}, local(0), { name: 'LoadMutFieldByIndex', operand: undefined }),
      method({ argsLength: 2, localsLength: 2, returnLength: 0 }, local(0), local(1), {
        name: 'StoreMutFieldByIndex',
        operand: undefined,
      }),
      method({ usesContractAssets: true, returnLength: 0 }, local(0), {
        name: 'DestroySelf',
        operand: undefined,
      }),
    ],
  })
  if (mapEntryCodes.size >= mapEntryCodesMax) mapEntryCodes.clear()
  mapEntryCodes.set(`${immLength},${mutLength}`, code)
  return code
}

/** A venue has a handful of map shapes; there could be 65,536. */
const mapEntryCodesMax = 200
const mapEntryCodes = new Map<string, ContractCode>()

const mapEntryKind: CreationKind = { code: 'given', place: 'under', issue: 'nothing' }

function createMapEntry(frame: Frame, [immLength, mutLength]: readonly [number, number]): void {
  const mutFields = frame.popMany(mutLength)
  const immFields = frame.popMany(immLength)
  frame.context.meter.chargeFields([...immFields, ...mutFields])
  // The last immutable field is the parent's id; the node dies of an entry without one.
  if (immLength === 0) halt(failures.InvalidFieldLength)
  const code = mapEntryCode(immLength, mutLength)
  frame.context.meter.chargeCode(code.bytes.length)
  create(frame, mapEntryKind, code, { immFields, mutFields }, undefined)
}

const creating =
  (code: CreationKind['code'], place: CreationKind['place'], issue: CreationKind['issue']) =>
  (frame: Frame): void =>
    createContract(frame, { code, place, issue })

export const creation = {
  CreateContract: creating('given', 'own', 'nothing'),
  CreateContractWithToken: creating('given', 'own', 'to contract'),
  CreateContractAndTransferToken: creating('given', 'own', 'to address'),
  CopyCreateContract: creating('copied', 'own', 'nothing'),
  CopyCreateContractWithToken: creating('copied', 'own', 'to contract'),
  CopyCreateContractAndTransferToken: creating('copied', 'own', 'to address'),
  CreateSubContract: creating('given', 'under', 'nothing'),
  CreateSubContractWithToken: creating('given', 'under', 'to contract'),
  CreateSubContractAndTransferToken: creating('given', 'under', 'to address'),
  CopyCreateSubContract: creating('copied', 'under', 'nothing'),
  CopyCreateSubContractWithToken: creating('copied', 'under', 'to contract'),
  CopyCreateSubContractAndTransferToken: creating('copied', 'under', 'to address'),
  CreateMapEntry: createMapEntry,
} satisfies Partial<Handlers>
