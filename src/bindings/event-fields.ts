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
  const events: readonly Declared[] = artifacts[contract].events
  const declared = events.find((item) => item.index === event.eventIndex)
  if (declared === undefined) return null
  assert(declared.fields.length === event.fields.length, `${contract}.${declared.name}: unexpected fields`)
  const at = (name: string, type: ContractValue['type']): string | boolean => {
    const i = declared.fields.findIndex((field) => field.name === name)
    const field = event.fields[i]
    assert(
      field !== undefined && field.type === type && field.type !== 'Array',
      `${declared.name}.${name}: no ${type}`,
    )
    return field.value
  }
  const text = (name: string, type: ContractValue['type']): string => String(at(name, type))
  const address = (name: string): string => text(name, 'Address')
  const named: NamedEvent<string, string> = {
    name: declared.name,
    u256: (name) => BigInt(text(name, 'U256')),
    number: (name) => toSafeNumber(BigInt(text(name, 'U256'))),
    bool: (name) => at(name, 'Bool') === true,
    bytes: (name) => text(name, 'ByteVec'),
    address,
    addressOrNull: (name) => (address(name) === nobody ? null : address(name)),
  }
  return named as EventOf<C> // the table above is what EventOf is computed from
}

interface Declared {
  readonly name: string
  readonly index: number
  readonly fields: readonly { readonly name: string; readonly type: string }[]
}

/** Counters and times: what a contract counts stays far below 2^53, and a time beyond that is as good as never. */
function toSafeNumber(value: bigint): number {
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(value)
}
