import type { Coin, ContractEvent, ContractValue, OutputRef, TokenAmount } from '../domain/index.ts'

/** What the house asks of a node. Two things stand behind it: the embedded devnet and a real full node. */
export interface Chain {
  getNodeFacts(): Promise<NodeFacts>
  /** Height of the newest block of the followed chain. */
  getHeight(): Promise<number>
  /** The newest block of the followed chain. */
  getTip(): Promise<BlockHead>
  /** Hashes of all blocks the node knows at a height, the main chain's first; empty above the tip. */
  listHashesAt(height: number): Promise<readonly string[]>
  /** A block of the followed chain with the events of some contracts, or null when the node does not know it. */
  findBlock(hash: string, isWanted: (contractAddress: string) => boolean): Promise<ChainBlock | null>
  /** `unknown` is not `orphan`: a node that lags has not seen the block yet, one that reorganised has left it. */
  getBlockStanding(hash: string): Promise<'main' | 'orphan' | 'unknown'>

  /** Unspent coins of a wallet, what the mempool spends already left out and what it creates included. */
  listCoins(address: string): Promise<readonly Coin[]>
  /** Whether the wallet has more coins than the node lists: anybody may send anybody thousands. */
  hasHiddenCoins(address: string): Promise<boolean>
  findContractState(address: string): Promise<ContractState | null>
  /** Runs a method that takes no arguments, without leaving a trace. A failure of the contract is a result. */
  callContract(call: { readonly address: string; readonly methodIndex: number }): Promise<RunResult>
  /** Runs a script without leaving a trace. A failure of the contract is a result, not an exception; gasUsed has no base cost for inputs, outputs and unlocking in it. */
  dryRunScript(run: ScriptRun): Promise<RunResult>
  /** Lets the node select coins and assemble: an opinion to compare with, and the source of exact gas. */
  buildScript(request: ScriptBuildRequest): Promise<ScriptBuild>

  submit(transaction: SignedTransaction): Promise<{ readonly txId: string }>
  getTransactionStatus(txId: string): Promise<TransactionStatus>
  findTransaction(txId: string): Promise<ChainTransaction | null>
}

export interface NodeFacts {
  readonly networkId: number
  readonly groups: number
  /** Hash of block 0 of the followed chain: two networks may share an id, never this. */
  readonly genesisHash: string
  readonly version: string
  readonly synced: boolean
}

export interface BlockHead {
  readonly height: number
  readonly hash: string
  readonly timestampMs: number
}

export interface ChainTransaction {
  readonly txId: string
  /** Absent for plain transfers and for the coinbase. */
  readonly script: string | null
  /** False: in the block, inputs spent and fee paid, but without effect and without events. */
  readonly scriptExecutionOk: boolean
  readonly gasAmount: number
  readonly gasPrice: bigint
  readonly inputs: readonly OutputRef[]
}

/** What a block tells of a transaction in it. */
export interface BlockTransaction {
  readonly txId: string
  readonly hasScript: boolean
  readonly scriptExecutionOk: boolean
}

export interface BlockEvent extends ContractEvent {
  /** Position among all events of the block, those that were not wanted included. */
  readonly position: number
}

export interface ChainBlock {
  readonly hash: string
  readonly parentHash: string
  readonly height: number
  readonly timestampMs: number
  readonly transactions: readonly BlockTransaction[]
  /** Those of wanted contracts, in execution order. */
  readonly events: readonly BlockEvent[]
}

export interface ContractAssets {
  readonly attoAlph: bigint
  readonly tokens: readonly TokenAmount[]
}

export interface ContractState {
  readonly address: string
  readonly codeHash: string
  readonly immFields: readonly ContractValue[]
  readonly mutFields: readonly ContractValue[]
  readonly assets: ContractAssets
}

export interface InputAsset {
  readonly address: string
  readonly attoAlph: bigint
  readonly tokens?: readonly TokenAmount[]
}

export interface ScriptRun {
  readonly bytecode: string
  readonly inputAssets?: readonly InputAsset[]
}

export type RunResult = RunSuccess | RunFailure

export interface RunSuccess {
  readonly ok: true
  readonly returns: readonly ContractValue[]
  readonly gasUsed: number
  readonly events: readonly ContractEvent[]
}

export interface RunFailure {
  readonly ok: false
  readonly failure: ScriptFailure
}

/** Why a script or call failed; errorCode and contractAddress when it was an assertion with a code. */
export interface ScriptFailure {
  readonly text: string
  readonly errorCode: number | null
  readonly contractAddress: string | null
}

export interface ScriptBuildRequest {
  readonly publicKey: string
  readonly publicKeyType?: string
  readonly bytecode: string
  readonly attoAlph?: bigint
  readonly tokens?: readonly TokenAmount[]
  readonly gasAmount?: number
  readonly gasPrice?: bigint
  readonly group?: number
  readonly dustAmount?: bigint
}

export interface ScriptBuild {
  readonly unsignedTx: string
  readonly txId: string
  readonly gasAmount: number
  readonly gasPrice: bigint
}

export interface SignedTransaction {
  readonly unsignedTx: string
  readonly signature: string
}

export type TransactionStatus =
  | {
      readonly type: 'confirmed' | 'conflicted'
      readonly blockHash: string
      readonly txIndex: number
      readonly confirmations: number
    }
  | { readonly type: 'mempool' }
  | { readonly type: 'unknown' }
