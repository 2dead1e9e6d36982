import { addressFromContractId } from '../alephium/index.ts'
import type { ContractEvent, ContractValue } from '../domain/index.ts'
import { assert } from '../kit/index.ts'
import { artifacts, type ContractName } from './artifacts.ts'

type Events<C extends ContractName> = (typeof artifacts)[C]['events'][number]

/** An event with its name and its fields by name; `fields.u256('amount')` asserts the type the artifact declares. */
export interface NamedEvent<N extends string, F extends string> {
  readonly name: N
  readonly u256: (field: F) => bigint
  readonly number: (field: F) => number
  readonly bool: (field: F) => boolean
  readonly bytes: (field: F) => string
  readonly address: (field: F) => string
  /** Null for the null contract address, which is how contracts say "nobody". */
  readonly addressOrNull: (field: F) => string | null
}

type NamedEventOf<E> = E extends {
  readonly name: infer N extends string
  readonly fields: readonly { readonly name: infer F extends string }[]
}
  ? NamedEvent<N, F>
  : never

export type EventOf<C extends ContractName> = NamedEventOf<Events<C>>

const nobody = addressFromContractId('00'.repeat(32))

/** Names the event of a contract, or null when it is none the contract declares (the chain's own have negative indexes). */
export function nameEvent<C extends ContractName>(contract: C, event: ContractEvent): EventOf<C> | null {
  const declared = declarations.get(contract)?.get(event.eventIndex)
  if (declared === undefined) return null
  assert(declared.places.size === event.fields.length, `${contract}.${declared.name}: unexpected fields`)
  const named: NamedEvent<string, string> = new Named(declared, event.fields)
  return named as EventOf<C> // the declarations are what EventOf is computed from
}

interface Declared {
  readonly name: string
  /** Where each field stands. */
  readonly places: ReadonlyMap<string, number>
}

/** By contract and the event's index. */
const declarations: ReadonlyMap<string, ReadonlyMap<number, Declared>> = new Map(
  Object.entries(artifacts).map(([contract, { events }]) => [
    contract,
    new Map(
      events.map(({ index, name, fields }): [number, Declared] => [
        index,
        { name, places: new Map(fields.map((field, place): [string, number] => [field.name, place])) },
      ]),
    ),
  ]),
)

/** A class, so that an event costs one object: an index reads millions. */
class Named implements NamedEvent<string, string> {
  readonly name: string
  readonly #declared: Declared
  readonly #values: readonly ContractValue[]

  constructor(declared: Declared, values: readonly ContractValue[]) {
    this.name = declared.name
    this.#declared = declared
    this.#values = values
  }

  u256(field: string): bigint {
    return BigInt(String(this.#at(field, 'U256')))
  }
  number(field: string): number {
    return toSafeNumber(this.u256(field))
  }
  bool(field: string): boolean {
    return this.#at(field, 'Bool') === true
  }
  bytes(field: string): string {
    return String(this.#at(field, 'ByteVec'))
  }
  address(field: string): string {
    return String(this.#at(field, 'Address'))
  }
  addressOrNull(field: string): string | null {
    const address = this.address(field)
    return address === nobody ? null : address
  }

  #at(name: string, type: ContractValue['type']): string | boolean {
    const field = this.#values[this.#declared.places.get(name) ?? -1]
    assert(
      field !== undefined && field.type === type && field.type !== 'Array',
      `${this.name}.${name}: no ${type}`,
    )
    return field.value
  }
}

/** Counters and times: what a contract counts stays far below 2^53, and a time beyond that is as good as never. */
function toSafeNumber(value: bigint): number {
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(value)
}
