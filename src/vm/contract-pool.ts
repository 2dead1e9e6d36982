import { type ContractCode, encodeVals, type Hash, hashHex, type Val } from '../bytecode/index.ts'
import { blake2b256, concatBytes, hexToBytes } from '../kit/index.ts'
import { Balance } from './balances.ts'
import { type ContractObject, contractObject, isChanged, loadCode, loadSize } from './contract-object.ts'
import { failures, halt } from './failure.ts'
import type { GasMeter } from './gas-meter.ts'
import { gas } from './gas-table.ts'
import type { ContractInput } from './outcome.ts'
import type { ContractOutput, OutputRef } from './output.ts'
import { ScalaMap } from './scala-map.ts'
import { createSelectorProgress, type SelectorCache, type SelectorProgress } from './selector-cache.ts'
import type { ContractRecord, World, WorldChanges } from './world.ts'

/** A contract's assets in this run: the one balance all its frames share, until it has become an output. */
type AssetStatus = { readonly inUse: Balance } | 'flushed'

/**
 * The contracts of one run: what was loaded, whose assets are in use, and the overlay of everything written so far over the
 * world as it was before.
 */
export class ContractPool {
  readonly #meter: GasMeter
  readonly #selectors: SelectorCache
  readonly #world: World | undefined
  readonly #written = new Map<Hash, ContractRecord | undefined>()
  readonly #codes = new Map<Hash, Uint8Array>()
  readonly #parents = new Map<Hash, Hash>()
  readonly #loaded = new ScalaMap<ContractObject>()
  /** Migrated contracts may not be loaded again. */
  readonly #blocked = new Set<Hash>()
  readonly #assets = new ScalaMap<AssetStatus>()
  readonly #enteredWithAssets = new Set<string>()
  readonly inputs: ContractInput[] = []

  constructor(meter: GasMeter, selectors: SelectorCache, world: World | undefined) {
    this.#meter = meter
    this.#selectors = selectors
    this.#world = world
  }

  find(id: Hash): ContractRecord | undefined {
    return this.#written.has(id) ? this.#written.get(id) : this.#world?.findContract(id)
  }

  exists(id: Hash): boolean {
    return this.find(id) !== undefined
  }

  /** Paid once per contract and transaction. */
  load(id: Hash): ContractObject {
    const known = this.#loaded.get(id)
    if (known !== undefined) return known
    if (this.#blocked.has(id)) halt(failures.ContractLoadDisallowed(id))
    const record = this.find(id)
    if (record === undefined) halt(failures.NonExistContract(id))
    const code = loadCode(record.codeHash, () => this.findCode(record.codeHash))
    if (code === undefined) halt(failures.NonExistContract(id))
    const object = contractObject(id, record, code, this.#selectorsOf(code.hash))
    this.#meter.charge(gas.loadContract(loadSize(object)))
    this.#loaded.set(id, object)
    return object
  }

  findCode(hash: Hash): Uint8Array | undefined {
    return this.#codes.get(hash) ?? this.#world?.findCode(hash)
  }

  create(id: Hash, contract: NewContract): void {
    const { code, immFields, mutFields } = contract
    if (this.exists(id)) halt(failures.ContractAlreadyExists(id))
    if (immFields.length + mutFields.length !== code.fieldLength) halt(failures.InvalidFieldLength)
    this.#addCode(code, contract.isCopy)
    this.#written.set(id, {
      codeHash: code.hash,
      initialStateHash: initialStateHash(code.hash, immFields, mutFields),
      immFields,
      mutFields,
      assetRef: contract.assetRef,
      asset: contract.asset,
    })
    if (contract.parent !== undefined) this.#parents.set(id, contract.parent)
  }

  /** The contract ends here; its output was taken by whoever destroyed it. */
  destroy(id: Hash): void {
    this.#record(id)
    this.#written.set(id, undefined)
    this.markFlushed(id)
    this.#loaded.delete(id)
  }

  migrate(id: Hash, code: ContractCode, immFields: readonly Val[], mutFields: readonly Val[]): void {
    const record = this.#record(id)
    this.#addCode(code, false)
    this.#written.set(id, { ...record, codeHash: code.hash, immFields, mutFields })
    this.#blocked.add(id)
    this.#loaded.delete(id)
  }

  /** The balance a method with contract assets works on; each such method may be entered once per transaction. */
  useAssets(id: Hash, methodIndex: number): Balance {
    const entry = `${id}:${methodIndex}`
    if (this.#enteredWithAssets.has(entry)) halt(failures.FunctionReentrancy(id, methodIndex))
    this.#enteredWithAssets.add(entry)
    return this.ensureAssets(id)
  }

  /** Loads the assets unless they are in use already. */
  ensureAssets(id: Hash): Balance {
    const status = this.#assets.get(id)
    if (status === 'flushed') halt(failures.ContractAssetAlreadyFlushed)
    if (status !== undefined) return status.inUse
    this.#meter.charge(gas.contractInput)
    const record = this.#record(id)
    this.inputs.push({ ref: record.assetRef, output: record.asset })
    const balance = Balance.of(record.asset)
    this.#assets.set(id, { inUse: balance })
    return balance
  }

  hasAssets(id: Hash): boolean {
    return this.#assets.has(id)
  }

  assetsInUse(): [Hash, Balance][] {
    return this.#assets
      .inOrder()
      .flatMap(([id, status]): [Hash, Balance][] => (status === 'flushed' ? [] : [[id, status.inUse]]))
  }

  markFlushed(id: Hash): void {
    const status = this.#assets.get(id)
    if (status === undefined) halt(failures.ContractAssetUnloaded(id))
    if (status === 'flushed') halt(failures.ContractAssetAlreadyFlushed)
    this.#assets.set(id, 'flushed')
  }

  updateAsset(id: Hash, assetRef: OutputRef, asset: ContractOutput): void {
    this.markFlushed(id)
    this.#written.set(id, { ...this.#record(id), assetRef, asset })
  }

  checkAllFlushed(): void {
    const left = this.#assets.inOrder().find(([, status]) => status !== 'flushed')
    if (left !== undefined) halt(failures.EmptyContractAsset(left[0]))
  }

  /** Writes the fields that differ from what they were when loaded. */
  updateStates(): void {
    for (const [id, object] of this.#loaded.inOrder()) {
      if (!isChanged(object)) continue
      this.#meter.charge(gas.updateState)
      this.#meter.chargeFields(object.mutFields)
      this.#written.set(id, { ...this.#record(id), mutFields: [...object.mutFields] })
    }
  }

  changes(): WorldChanges {
    return { contracts: this.#written, codes: this.#codes, parents: this.#parents }
  }

  /** Code that comes anew is searched anew by contracts loaded from now on, even if its hash was known. */
  #addCode(code: ContractCode, isCopy: boolean): void {
    this.#codes.set(code.hash, code.bytes)
    if (!isCopy) this.#selectors.set(code.hash, createSelectorProgress())
  }

  #selectorsOf(codeHash: Hash): SelectorProgress {
    const progress = this.#selectors.get(codeHash) ?? createSelectorProgress()
    this.#selectors.set(codeHash, progress)
    return progress
  }

  #record(id: Hash): ContractRecord {
    return this.find(id) ?? halt(failures.KeyNotFound(id))
  }
}

export interface NewContract {
  readonly code: ContractCode
  readonly immFields: readonly Val[]
  readonly mutFields: readonly Val[]
  readonly assetRef: OutputRef
  readonly asset: ContractOutput
  readonly parent: Hash | undefined
  /** Its code was taken from a living contract. */
  readonly isCopy: boolean
}

export function initialStateHash(codeHash: Hash, immFields: readonly Val[], mutFields: readonly Val[]): Hash {
  return hashHex(blake2b256(concatBytes(hexToBytes(codeHash), encodeVals([...immFields, ...mutFields]))))
}
