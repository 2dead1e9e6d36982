import { codec } from '../alephium/index.ts'
import { bytesToHex, concatBytes, hexToBytes } from '../kit/index.ts'
import {
  type AssetOutput,
  blake2b256,
  decodeUnsignedTx,
  encodeAssetOutput,
  encodeTokens,
  encodeUnsignedTx,
  fromCodecOutput,
  groupOfHint,
  groupOfLock,
  type OutputRef,
  txIdOf,
  type UnsignedTx,
} from '../transaction/index.ts'
import type { ContractOutput } from '../vm/index.ts'

const { i32Codec, u256Codec, intAs4BytesCodec } = codec

export type Output = AssetOutput | ContractOutput

/** A transaction as it is submitted: signed, not yet executed. */
export interface SignedTx {
  readonly txId: string
  readonly unsigned: UnsignedTx
  /** Hex, 64 bytes each. */
  readonly inputSignatures: readonly string[]
  readonly scriptSignatures: readonly string[]
}

/** A transaction as it stands in a block. */
export interface Transaction extends SignedTx {
  readonly scriptExecutionOk: boolean
  readonly contractInputs: readonly OutputRef[]
  readonly generatedOutputs: readonly Output[]
}

export function signedTx(unsigned: UnsignedTx, inputSignatures: readonly string[]): SignedTx {
  return { txId: txIdOf(encodeUnsignedTx(unsigned)), unsigned, inputSignatures, scriptSignatures: [] }
}

/** A transaction without a script, or any the chain makes itself: nothing but its fixed outputs. */
export function plainTransaction(tx: SignedTx): Transaction {
  return { ...tx, scriptExecutionOk: true, contractInputs: [], generatedOutputs: [] }
}

export const allOutputs = (tx: Transaction): readonly Output[] => [
  ...tx.unsigned.fixedOutputs,
  ...tx.generatedOutputs,
]

/** The chain of a transaction: from its inputs' group to the first output outside it. */
export function groupsOf(unsigned: UnsignedTx): { readonly from: number; readonly to: number } {
  const first = unsigned.inputs[0]
  const from = first === undefined ? 0 : groupOfHint(first.ref.hint)
  const to = unsigned.fixedOutputs.map((output) => groupOfLock(output.lock)).find((group) => group !== from)
  return { from, to: to ?? from }
}

/** What the node prints of a transaction it refuses. */
export function encodeSignedTx(tx: SignedTx): Uint8Array {
  return concatBytes(
    encodeUnsignedTx(tx.unsigned),
    encodeHashes(tx.inputSignatures),
    encodeHashes(tx.scriptSignatures),
  )
}

export function encodeTransaction(tx: Transaction): Uint8Array {
  return concatBytes(encodeUnsignedTx(tx.unsigned), encodeExecution(tx))
}

export function decodeTransaction(bytes: Uint8Array): Transaction {
  const decoded = codec.transactionCodec.decode(bytes)
  const unsigned = decodeUnsignedTx(codec.unsignedTxCodec.encode(decoded.unsigned))
  return {
    ...signedTx(unsigned, decoded.inputSignatures.map(bytesToHex)),
    scriptSignatures: decoded.scriptSignatures.map(bytesToHex),
    scriptExecutionOk: decoded.scriptExecutionOk === 1,
    contractInputs: decoded.contractInputs.map(({ hint, key }) => ({ hint, key: bytesToHex(key) })),
    generatedOutputs: decoded.generatedOutputs.map((output) =>
      output.kind === 'Left'
        ? fromCodecOutput(output.value as codec.assetOutput.AssetOutput) // Left is always the asset side
        : contractOutputOf(output.value as codec.contractOutput.ContractOutput),
    ),
  }
}

/** The root of the block's transactions: a Merkle tree over their ids and what their execution added. */
export function txsHashOf(transactions: readonly Transaction[]): string {
  if (transactions.length === 0) return '0'.repeat(64)
  let level = transactions.map((tx) => blake2b256(concatBytes(hexToBytes(tx.txId), encodeExecution(tx))))
  do {
    const next: Uint8Array[] = []
    for (let i = 0; i < level.length; i += 2)
      next.push(blake2b256(concatBytes(level[i]!, level[i + 1] ?? level[i]!)))
    level = next
  } while (level.length > 1)
  return bytesToHex(level[0]!)
}

export const isAsset = (output: Output): output is AssetOutput => output.kind === 'asset'

function encodeExecution(tx: Transaction): Uint8Array {
  return concatBytes(
    new Uint8Array([tx.scriptExecutionOk ? 1 : 0]),
    i32Codec.encode(tx.contractInputs.length),
    ...tx.contractInputs.map((ref) => concatBytes(intAs4BytesCodec.encode(ref.hint), hexToBytes(ref.key))),
    i32Codec.encode(tx.generatedOutputs.length),
    ...tx.generatedOutputs.map(encodeOutput),
    encodeHashes(tx.inputSignatures),
    encodeHashes(tx.scriptSignatures),
  )
}

function encodeOutput(output: Output): Uint8Array {
  if (isAsset(output)) return concatBytes(new Uint8Array([0]), encodeAssetOutput(output))
  return concatBytes(
    new Uint8Array([1]),
    u256Codec.encode(output.amount),
    hexToBytes(output.lock.slice(2)),
    encodeTokens(output.tokens),
  )
}

function encodeHashes(hashes: readonly string[]): Uint8Array {
  return concatBytes(i32Codec.encode(hashes.length), ...hashes.map(hexToBytes))
}

function contractOutputOf(output: codec.contractOutput.ContractOutput): ContractOutput {
  return {
    kind: 'contract',
    amount: output.amount,
    lock: `03${bytesToHex(output.lockupScript)}`,
    tokens: output.tokens.map((token) => ({ id: bytesToHex(token.tokenId), amount: token.amount })),
  }
}
