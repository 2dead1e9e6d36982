/** A value of the chain's virtual machine as nodes write it: numbers and bytes as text, so nothing is rounded. */
export type ContractValue =
  | { readonly type: 'Bool'; readonly value: boolean }
  | { readonly type: 'U256' | 'I256' | 'ByteVec' | 'Address'; readonly value: string }
  | { readonly type: 'Array'; readonly value: readonly ContractValue[] }

/** An event as the chain logs it: which contract, which of its events, and the fields still without names. */
export interface ContractEvent {
  readonly txId: string
  readonly contractAddress: string
  readonly eventIndex: number
  readonly fields: readonly ContractValue[]
}
