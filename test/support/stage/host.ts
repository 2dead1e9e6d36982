import type { ContractCall, RawState } from '../../../src/bindings/index.ts'
import type { ContractEvent, TokenAmount } from '../../../src/domain/index.ts'
import type { Random } from '../../../src/kit/index.ts'

/** The chain a stage stands on: a node (ours or the real one), or the bare virtual machine for long simulations. */
export interface StageHost {
  readonly nowMs: () => number
  /** What lies between two transactions. */
  readonly blockMs: number
  /** Long enough to trade a little before a market ends. */
  readonly shortMs: number
  /** Returns when the next block will be no earlier than that. */
  readonly passTime: (untilMs: number) => Promise<void>
  /** An empty wallet whose address is of the venue's group. */
  readonly newWallet: (random: Random, kind?: WalletKind) => StageWallet
  readonly fund: (
    wallets: readonly StageWallet[],
    attoAlph: bigint,
    tokens: readonly TokenAmount[],
  ) => Promise<void>
  /** Creates a contract and, if asked, that many of its tokens for the bank; answers its id. */
  readonly deploy: (code: NewContract) => Promise<string>
  /** Rejects with the node's text when the script fails. */
  readonly execute: (wallet: StageWallet, call: ContractCall) => Promise<Receipt>
  readonly balance: (address: string) => Promise<Balance>
  readonly contract: (contractId: string) => Promise<ContractView | null>
  readonly bank: StageWallet
  /** Puts transactions into one block, in that order, each with plenty of gas; answers what became of each. */
  readonly oneBlock: ((calls: readonly [StageWallet, ContractCall][]) => Promise<BlockReceipt[]>) | null
}

export type WalletKind = 'grouped' | 'groupless'

export interface StageWallet {
  readonly address: string
}

export interface NewContract {
  readonly code: Uint8Array
  readonly immFields: Uint8Array
  readonly mutFields: Uint8Array
  readonly issue?: bigint
}

export interface Receipt {
  readonly txId: string
  readonly gasAmount: number
  readonly events: readonly ContractEvent[]
}

export interface BlockReceipt extends Receipt {
  readonly blockHash: string
  readonly ok: boolean
}

export interface Balance {
  readonly attoAlph: bigint
  readonly tokens: ReadonlyMap<string, bigint>
}

export interface ContractView extends RawState {
  readonly attoAlph: bigint
  readonly tokens: ReadonlyMap<string, bigint>
}
