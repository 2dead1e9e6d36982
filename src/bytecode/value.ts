/**
 * What lives on the operand stack, in fields and in events.
 *
 * An address is held as the hex of its serialised lock script: comparing, hashing and using it as a key are then plain
 * string operations, and its kind is its first byte.
 */
export type Val = BoolVal | I256Val | U256Val | ByteVecVal | AddressVal

export interface BoolVal {
  readonly type: 'Bool'
  readonly value: boolean
}
export interface I256Val {
  readonly type: 'I256'
  readonly value: bigint
}
export interface U256Val {
  readonly type: 'U256'
  readonly value: bigint
}
export interface ByteVecVal {
  readonly type: 'ByteVec'
  readonly value: Uint8Array
}
export interface AddressVal {
  readonly type: 'Address'
  readonly value: Lock
}

export type ValType = Val['type']

/** Hex of a serialised lock script, lower case: `00…` P2PKH, `01…` P2MPKH, `02…` P2SH, `03…` contract, `04…` P2PK, `05…` P2HMPK. */
export type Lock = string

/** 32 bytes as lower case hex: contract ids, token ids, code hashes, transaction ids, block hashes. */
export type Hash = string

export const bool = (value: boolean): BoolVal => (value ? trueVal : falseVal)
export const i256 = (value: bigint): I256Val => ({ type: 'I256', value })
export const u256 = (value: bigint): U256Val => ({ type: 'U256', value })
export const byteVec = (value: Uint8Array): ByteVecVal => ({ type: 'ByteVec', value })
export const address = (value: Lock): AddressVal => ({ type: 'Address', value })

const trueVal: BoolVal = { type: 'Bool', value: true }
export const falseVal: BoolVal = { type: 'Bool', value: false }
