import { subContractId } from '../alephium/index.ts'
import type { ContractValue } from '../domain/index.ts'
import { assert, bytesToHex, hexToBytes, utf8ToBytes } from '../kit/index.ts'
import { artifacts, type ContractName, type StructName, structs } from './artifacts.ts'

/** The fields of a contract as a node shows them. */
export interface RawState {
  readonly codeHash: string
  readonly immFields: readonly ContractValue[]
  readonly mutFields: readonly ContractValue[]
}

type FieldValue<T> = T extends `[${infer E};${string}` ? readonly Scalar<E>[] : Scalar<T>
type Scalar<T> = T extends 'Bool' ? boolean : T extends 'U256' | 'I256' ? bigint : string
type Shape = readonly { readonly name: string; readonly type: string; readonly isMutable: boolean }[]
type Fields<S extends Shape> = { readonly [F in S[number] as F['name']]: FieldValue<F['type']> }

export type StateOf<C extends ContractName> = Fields<(typeof artifacts)[C]['fields']>
export type EntryOf<S extends StructName> = Fields<(typeof structs)[S]>

/** A contract's fields by name, or null when the code is not ours. */
export function readState<C extends ContractName>(contract: C, state: RawState): StateOf<C> | null {
  const artifact = artifacts[contract]
  if (artifact.codeHash !== state.codeHash) return null
  return readFields(artifact.fields, state) as StateOf<C> // read by the very list the type is computed from
}

/** The value of a map's entry by name. */
export function readEntry<S extends StructName>(struct: S, state: RawState): EntryOf<S> {
  return readFields(structs[struct], state) as EntryOf<S> // as above
}

type MapName<C extends ContractName> = (typeof artifacts)[C]['maps'][number]['name']

/** The contract id of a map's entry: entries are sub-contracts at a path made of the map's place and the key. */
export function mapEntryId<C extends ContractName>(
  contract: C,
  contractId: string,
  entry: { readonly map: MapName<C>; readonly key: Uint8Array },
): string {
  const maps: readonly { readonly name: string }[] = artifacts[contract].maps
  const index = maps.findIndex((map) => map.name === entry.map)
  assert(index >= 0, `${contract} has no map ${entry.map}`)
  const path = bytesToHex(utf8ToBytes(`__map__${index}__`)) + bytesToHex(entry.key)
  return subContractId(contractId, path, groupOfContract(contractId))
}

/** Contract ids end in their group. */
export const groupOfContract = (contractId: string): number => hexToBytes(contractId).at(-1) ?? 0

export const contractIdAt = (parentId: string, path: Uint8Array): string =>
  subContractId(parentId, bytesToHex(path), groupOfContract(parentId))

function readFields(shape: Shape, state: RawState): Readonly<Record<string, unknown>> {
  const imm = [...state.immFields]
  const mut = [...state.mutFields]
  return Object.fromEntries(
    shape.map((field) => {
      const from = field.isMutable ? mut : imm
      const [, type, size] = /^\[(\w+);(\d+)\]$/.exec(field.type) ?? []
      if (type === undefined) return [field.name, take(from, field.type)]
      return [field.name, Array.from({ length: Number(size) }, () => take(from, type))]
    }),
  )
}

function take(from: ContractValue[], type: string): bigint | boolean | string {
  const value = from.shift()
  assert(value !== undefined && value.type === type && value.type !== 'Array', `a field of type ${type}`)
  if (value.type === 'Bool') return value.value
  return value.type === 'U256' || value.type === 'I256' ? BigInt(value.value) : value.value
}
