import { blake2b } from '@noble/hashes/blake2.js'
import { codec } from '../alephium/index.ts'
import { bytesToHex, concatBytes, hexToBytes } from '../kit/index.ts'
import type { AssetOutput, Token, TxInput, UnsignedTx } from './model.ts'

const { i32Codec, u256Codec, intAs4BytesCodec } = codec

export const blake2b256 = (bytes: Uint8Array): Uint8Array => blake2b(bytes, { dkLen: 32 })

/** The bytes a transaction id is the hash of. Scripts and locks are spliced in as they are: nothing is re-encoded. */
export function encodeUnsignedTx(tx: UnsignedTx): Uint8Array {
  return concatBytes(
    new Uint8Array([tx.version, tx.networkId]),
    tx.script === undefined ? new Uint8Array([0]) : concatBytes(new Uint8Array([1]), hexToBytes(tx.script)),
    i32Codec.encode(tx.gasAmount),
    u256Codec.encode(tx.gasPrice),
    i32Codec.encode(tx.inputs.length),
    ...tx.inputs.map(encodeInput),
    i32Codec.encode(tx.fixedOutputs.length),
    ...tx.fixedOutputs.map(encodeAssetOutput),
  )
}

export const txIdOf = (unsigned: Uint8Array): string => bytesToHex(blake2b256(unsigned))

/** The key of a transaction's output: fixed outputs are counted first, then the generated ones. */
export function outputKeyOf(txId: string, index: number): string {
  return bytesToHex(blake2b256(concatBytes(hexToBytes(txId), intAs4BytesCodec.encode(index))))
}

export function encodeAssetOutput(output: AssetOutput): Uint8Array {
  return concatBytes(
    u256Codec.encode(output.amount),
    hexToBytes(output.lock),
    encodeTimestamp(output.lockTimeMs),
    encodeTokens(output.tokens),
    i32Codec.encode(output.additionalData.length),
    output.additionalData,
  )
}

export function encodeTokens(tokens: readonly Token[]): Uint8Array {
  return concatBytes(
    i32Codec.encode(tokens.length),
    ...tokens.flatMap((token) => [hexToBytes(token.id), u256Codec.encode(token.amount)]),
  )
}

export function encodeTimestamp(ms: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, ms)
  return bytes
}

function encodeInput(input: TxInput): Uint8Array {
  return concatBytes(
    intAs4BytesCodec.encode(input.ref.hint),
    hexToBytes(input.ref.key),
    hexToBytes(input.unlock),
  )
}
