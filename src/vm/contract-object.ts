import {
  attempt,
  type ContractCode,
  decodeMethod,
  equalVals,
  estimatedSizeOfAll,
  type Hash,
  type Method,
  openContractCode,
  type Val,
} from '../bytecode/index.ts'
import { hexToBytes } from '../kit/index.ts'
import { failures, halt } from './failure.ts'
import { createSelectorProgress, type SelectorProgress } from './selector-cache.ts'
import type { ContractRecord } from './world.ts'

/** Code ready to be called: methods are decoded when first used, once per code hash and process. */
export interface LoadedCode {
  readonly hash: Hash
  readonly methodCount: number
  /** Undefined for scripts, which have no stored code. */
  readonly contract: ContractCode | undefined
  readonly methods: (Method | undefined)[]
}

/** What a frame runs in: a contract with its fields, or a script with none. */
export interface ContractObject {
  readonly id: Hash | undefined
  readonly code: LoadedCode
  readonly initialStateHash: Hash
  readonly immFields: readonly Val[]
  readonly mutFields: Val[]
  readonly initialMutFields: readonly Val[]
  readonly selectors: SelectorProgress
}

const loadedCodes = new Map<Hash, LoadedCode>()
const loadedCodesMax = 500
const loadedBytesMax = 4 * 1024 * 1024
let loadedBytes = 0

/** Decoded code by hash. It depends on nothing but its bytes, so the process may share it; the oldest leaves first. */
export function loadCode(hash: Hash, findBytes: () => Uint8Array | undefined): LoadedCode | undefined {
  const known = loadedCodes.get(hash)
  if (known !== undefined) return known
  const bytes = findBytes()
  if (bytes === undefined) return undefined
  return rememberCode(openContractCode(bytes, hash))
}

function rememberCode(contract: ContractCode): LoadedCode {
  const methodCount = contract.methodEnds.length
  const loaded = {
    hash: contract.hash,
    methodCount,
    contract,
    methods: new Array(methodCount).fill(undefined),
  }
  loadedBytes += contract.bytes.length
  for (const [hash, { contract: oldest }] of loadedCodes) {
    if (loadedCodes.size < loadedCodesMax && loadedBytes <= loadedBytesMax) break
    loadedCodes.delete(hash)
    loadedBytes -= oldest?.bytes.length ?? 0
  }
  loadedCodes.set(contract.hash, loaded)
  return loaded
}

export function scriptCode(methods: readonly Method[]): LoadedCode {
  return { hash: '', methodCount: methods.length, contract: undefined, methods: [...methods] }
}

export function scriptObject(methods: readonly Method[]): ContractObject {
  return {
    id: undefined,
    code: scriptCode(methods),
    initialStateHash: '',
    immFields: [],
    mutFields: [],
    initialMutFields: [],
    selectors: createSelectorProgress(),
  }
}

export function contractObject(
  id: Hash,
  record: ContractRecord,
  code: LoadedCode,
  selectors: SelectorProgress,
): ContractObject {
  return {
    id,
    code,
    initialStateHash: record.initialStateHash,
    immFields: record.immFields,
    mutFields: [...record.mutFields],
    initialMutFields: record.mutFields,
    selectors,
  }
}

export function methodAt(code: LoadedCode, index: number): Method {
  const known = code.methods[index]
  if (known !== undefined) return known
  if (code.contract === undefined || index < 0 || index >= code.methodCount) {
    halt(failures.InvalidMethodIndex(index, code.methodCount))
  }
  const contract = code.contract
  const decoded = attempt(() => decodeMethod(contract, index))
  if (!decoded.ok) halt(failures.SerdeErrorLoadContract(decoded.error))
  code.methods[index] = decoded.value
  return decoded.value
}

/** What loading this contract is charged for. */
export function loadSize(object: ContractObject): number {
  const codeSize = object.code.contract?.methodBytes.length ?? 0
  return codeSize + estimatedSizeOfAll(object.immFields) + estimatedSizeOfAll(object.mutFields)
}

export function isChanged(object: ContractObject): boolean {
  return object.mutFields.some((value, index) => !equalVals(value, object.initialMutFields[index]!))
}

/** Only contracts have one. */
export function idOf(object: ContractObject): Hash {
  return object.id ?? halt(failures.ExpectAContract)
}

export const idBytesOf = (object: ContractObject): Uint8Array => hexToBytes(idOf(object))
